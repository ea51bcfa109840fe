Freed by the functions above it once the socket's owner took it up, a FIN did its work.

trace
has p:skb_release_head_state skb
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=A tcp=1001>2002,FA,100,7,0
    tcp_add_backlog;
  }
}
cpu 1 pid 100
__release_sock {
  tcp_v4_do_rcv {
    p:tcp_v4_do_rcv sk=0x5000 skb=A
    skb/kfree_skb skbaddr=A location=&tcp_v4_do_rcv
  }
}

packets
1: rx A (exact) gen 0 tcp 1001>2002 F. 100+0 ack 7 (exact, event) x0 consumed: FIN @1000..1120
  socket 0x5000
  calls netif_receive_skb (exact), tcp_v4_do_rcv (exact) in __release_sock
  events net/netif_receive_skb, tcp_v4_do_rcv
  kfree_skb at tcp_v4_do_rcv
