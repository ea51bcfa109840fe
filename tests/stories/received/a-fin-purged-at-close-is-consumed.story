kfree_skb in the process that closes, outside the packet's frames.

trace
has p:skb_release_head_state skb
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=40
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=A tcp=1001>2002,FA,100,7,0
  }
}
cpu 1 pid 100
tcp_close {
  skb/kfree_skb skbaddr=A
  p:skb_release_head_state skb=A
}

packets
1: rx A (exact) gen -1 tcp 1001>2002 F. 100+0 ack 7 (exact, event) x0 consumed: FIN, purged at close @1000..1080
  calls netif_receive_skb (exact)
  events net/netif_receive_skb, skb/kfree_skb, skb_release_head_state
  kfree_skb
