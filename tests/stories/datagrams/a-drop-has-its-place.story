UDP drops, ICMP drops, ICMP takes: what kfree_skb proves differs between them.

machine
protocols all
tracing stopped

trace
cpu 0 softirq
net/netif_receive_skb skbaddr=A len=50 name=eth0
udp_rcv {
  skb/kfree_skb skbaddr=A location=&udp_queue_rcv_one_skb
  p:skb_release_head_state skb=A
}
net/netif_receive_skb skbaddr=B len=50 name=eth0
icmp_rcv {
  skb/kfree_skb skbaddr=B location=&icmp_rcv
  p:skb_release_head_state skb=B
}
net/netif_receive_skb skbaddr=C len=50 name=eth0
icmp_rcv {
  skb/consume_skb skbaddr=C
  p:skb_release_head_state skb=C
}

packets
1: rx A (exact) gen -1 udp ? x0 dropped: no reason recorded at udp_queue_rcv_one_skb+0x0/0x100 @1000..1040
  way eth0
  calls event (exact), udp_rcv (nested)
  events net/netif_receive_skb
  kfree_skb at udp_queue_rcv_one_skb
  dropped - unknown: the kernel gave no reason; udp_queue_rcv_one_skb freed it
2: rx B (exact) gen -1 icmp ? x0 unknown: freed by kfree_skb, and whether a socket has a copy is not known @1050..1090
  way eth0
  calls event (exact), icmp_rcv (nested)
  events net/netif_receive_skb
  kfree_skb at icmp_rcv
3: rx C (exact) gen -1 icmp ? x0 consumed: taken by icmp_rcv @1100..1140
  way eth0
  calls event (exact), icmp_rcv (nested)
  events net/netif_receive_skb
