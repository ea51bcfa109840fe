The same kfree_skb of the same SYN without the reset is no drop.

trace
has p:skb_release_head_state skb
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=40
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=A tcp=1001>2002,S,100,0,0
    skb/kfree_skb skbaddr=A location=&tcp_v4_rcv
  }
}

packets
1: rx A (exact) gen 0 tcp 1001>2002 S 100+0 (exact, event) x0 consumed: handshake @1000..1060
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  kfree_skb at tcp_v4_rcv
