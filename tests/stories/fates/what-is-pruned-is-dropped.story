The receive buffer is full: TCP prunes its queues.

trace
has p:skb_release_head_state skb
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,200,7,10
    tcp_data_queue_ofo;
  }
}
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=B len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=B tcp=1001>2002,PA,100,7,10
    tcp_prune_ofo_queue {
      p:skb_release_head_state skb=A
    }
  }
}

packets
1: rx A (exact) gen -1 tcp 1001>2002 P. 200+10 ack 7 (exact, event) x0 dropped: pruned from the out-of-order queue @1000..1130
  calls netif_receive_skb (exact)
  events net/netif_receive_skb, skb_release_head_state
  dropped - evidence: pruned from the out-of-order queue
2: rx B (exact) gen 0 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1080..1160
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
