A datagram and a segment in one trace: only what is asked for is told, and the others are counted.

== TCP
machine
tracing stopped

trace
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=50 name=eth0
  ip_local_deliver {
    udp_rcv;
  }
}
netif_receive_skb {
  net/netif_receive_skb skbaddr=B len=50 name=eth0
  ip_local_deliver {
    tcp_v4_rcv;
  }
}
cpu 1 pid 7
skb/consume_skb skbaddr=A
has p:skb_release_head_state skb

packets
1: rx B (exact) gen 0 tcp ? x0 unknown: whether it carried data was not recorded @1070..1130
  way eth0
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
others: 1

== UDP
machine
protocols udp
tracing stopped

packets
1: rx A (exact) gen -1 udp ? x0 delivered: its reader gave it back @1000..1140
  way eth0
  calls netif_receive_skb (exact), event (exact)
  events net/netif_receive_skb, skb/consume_skb
others: 1

== both
machine
protocols all
tracing stopped

packets
1: rx A (exact) gen -1 udp ? x0 delivered: its reader gave it back @1000..1140
  way eth0
  calls netif_receive_skb (exact), event (exact)
  events net/netif_receive_skb, skb/consume_skb
2: rx B (exact) gen 0 tcp ? x0 unknown: whether it carried data was not recorded @1070..1130
  way eth0
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
