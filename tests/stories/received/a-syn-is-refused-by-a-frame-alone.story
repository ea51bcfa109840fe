5.10 has the event only where there is a socket: the function's frame says the same.

trace
has p:skb_release_head_state skb
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=40
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=A tcp=1001>2002,S,100,0,0
    tcp_v4_send_reset;
    skb/kfree_skb skbaddr=A location=&tcp_v4_rcv
  }
}

packets
1: rx A (exact) gen 0 tcp 1001>2002 S 100+0 (exact, event) x0 dropped: no reason recorded at tcp_v4_rcv+0x0/0x100, answered with RST @1000..1080
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  kfree_skb at tcp_v4_rcv
  dropped - evidence: refused: it was answered with RST
