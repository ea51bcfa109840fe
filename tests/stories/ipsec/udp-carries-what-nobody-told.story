Where no frame tells of IPsec: what came out, or the next skb there, is not what UDP had.

== UDP behind it
machine
protocols all
tracing stopped

trace
cpu 0 softirq
net/netif_receive_skb skbaddr=A len=90 name=veth1
p:udp_rcv skb=A
cpu 0 pid 9
p:udp_rcv skb=A
cpu 1 pid 8
skb/consume_skb skbaddr=A
has p:skb_release_head_state skb

packets
1: rx A (exact) gen -2 udp ? x0 unknown: no reader, queue or free of it was recorded @1000..1010
  way veth1
  calls event (exact)
  events net/netif_receive_skb, udp_rcv
2: rx A (exact) gen -1 udp ? x0 delivered: its reader gave it back @1020..1030
  calls event (exact), event (exact)
  events udp_rcv, skb/consume_skb

== TCP behind it
machine
protocols all
tracing stopped

trace
cpu 0 softirq
net/netif_receive_skb skbaddr=A len=90 name=veth1
p:udp_rcv skb=A
cpu 0 pid 9
p:tcp_v4_rcv skb=A
cpu 1 pid 8
has p:skb_release_head_state skb

packets
1: rx A (exact) gen -1 udp ? x0 unknown: no reader, queue or free of it was recorded @1000..1010
  way veth1
  calls event (exact)
  events net/netif_receive_skb, udp_rcv
2: rx A (exact) gen 0 tcp ? x0 unknown: whether it carried data was not recorded @1020..1020
  calls event (exact)
  events tcp_v4_rcv
