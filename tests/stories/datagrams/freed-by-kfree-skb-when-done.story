kfree_skb says nothing where a message was handled before, or a raw socket took its copy: of a socket without room
nobody is told.

machine
protocols all
tracing stopped

trace
cpu 0 softirq
net/netif_receive_skb skbaddr=A len=50 name=eth0
icmpv6_rcv {
  icmpv6_notify;
  skb/kfree_skb skbaddr=A location=&icmpv6_rcv
  p:skb_release_head_state skb=A
}
net/netif_receive_skb skbaddr=B len=50 name=eth0
ip_local_deliver {
  raw_rcv {
    sock_def_readable;
  }
  icmp_rcv {
    skb/kfree_skb skbaddr=B location=&icmp_rcv
    p:skb_release_head_state skb=B
  }
}
net/netif_receive_skb skbaddr=C len=50 name=eth0
ip_local_deliver {
  raw_rcv;
  icmp_rcv {
    skb/kfree_skb skbaddr=C location=&icmp_rcv
    p:skb_release_head_state skb=C
  }
}

packets
1: rx A (exact) gen -1 icmp6 ? x0 consumed: handled by icmpv6_rcv @1000..1060
  way eth0
  calls event (exact), icmpv6_rcv (nested)
  events net/netif_receive_skb
  kfree_skb at icmpv6_rcv
2: rx B (exact) gen -1 icmp ? x0 consumed: a raw socket was given a copy @1070..1170
  way eth0
  calls event (exact), ip_local_deliver (nested)
  events net/netif_receive_skb
  kfree_skb at icmp_rcv
3: rx C (exact) gen -1 icmp ? x0 unknown: freed by kfree_skb, and whether a socket has a copy is not known @1180..1260
  way eth0
  calls event (exact), ip_local_deliver (nested)
  events net/netif_receive_skb
  kfree_skb at icmp_rcv
