One datagram for three sockets: each has its own end, and the packet the one to look at first.

machine
protocols udp
tracing stopped

trace
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=50 name=eth0
  ip_local_deliver {
    udp_rcv {
      p:__copy_skb_header new=B old=A
      udp_queue_rcv_skb;
      p:__copy_skb_header new=C old=A
      udp_queue_rcv_skb;
      udp_queue_rcv_skb;
    }
  }
}
cpu 1 pid 7
skb/consume_skb skbaddr=A
p:skb_release_head_state skb=A
skb/consume_skb skbaddr=B
skb/kfree_skb skbaddr=C location=&udp_queue_rcv_one_skb
p:skb_release_head_state skb=C

packets
1: rx A (exact) gen -1 udp ? x0 dropped: copied to 3 sockets: 1 dropped, 2 delivered @1000..1190
  way eth0
  calls netif_receive_skb (exact), event (exact), event (exact)
  events net/netif_receive_skb, skb/consume_skb, skb/consume_skb, skb/kfree_skb, skb_release_head_state
  edges clone B (exact), clone C (exact)
  copies clone B delivered, clone C dropped at udp_queue_rcv_one_skb
  kfree_skb at udp_queue_rcv_one_skb
  dropped - unknown: the kernel gave no reason; udp_queue_rcv_one_skb freed it
