No reason, no data: what tcp_v4_rcv itself lets go of behind tcp_add_backlog is dropped all the same.

trace
has p:skb_release_head_state skb
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=A tcp=1001>2002,FA,100,7,0
    tcp_add_backlog;
    skb/kfree_skb skbaddr=A location=&tcp_v4_rcv
  }
}
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=B len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=B tcp=1001>2002,A,101,7,0
    tcp_add_backlog;
    skb/kfree_skb skbaddr=B location=&tcp_v4_rcv
  }
}

packets
1: rx A (exact) gen 0 tcp 1001>2002 F. 100+0 ack 7 (exact, event) x0 dropped: no reason recorded at tcp_v4_rcv+0x0/0x100 @1000..1080
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  kfree_skb at tcp_v4_rcv
  dropped - unknown: the kernel gave no reason; tcp_v4_rcv freed it
2: rx B (exact) gen 0 tcp 1001>2002 . 101+0 ack 7 (exact, event) x0 dropped: no reason recorded at tcp_v4_rcv+0x0/0x100 @1090..1170
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  kfree_skb at tcp_v4_rcv
  dropped - unknown: the kernel gave no reason; tcp_v4_rcv freed it
