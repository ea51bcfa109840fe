Nothing tells of frees: what TCP was given is not received again, nor given to it twice. Two probes of one function
are one visit.

== received again
trace
cpu 0 softirq
net/netif_receive_skb skbaddr=A len=60 name=eth0
net/netif_receive_skb skbaddr=A len=60 name=br0
p:tcp_v4_rcv skb=A
net/netif_receive_skb skbaddr=A len=52 name=eth0
p:tcp_v4_rcv skb=A

packets
1: rx A (exact) tcp ? x0 unknown: whether it carried data was not recorded @1000..1020
  way eth0 br0
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv
2: rx A (exact) tcp ? x0 unknown: whether it carried data was not recorded @1030..1040
  way eth0
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv

== given to TCP again
trace
cpu 0 softirq
p:tcp_v4_rcv skb=A
p:tcp_data_queue sk=0x5000 skb=A
p:tcp_queue_rcv sk=0x5000 skb=A
p:tcp_v4_rcv skb=A
p:tcp_v4_rcv skb=A

packets
1: rx A (exact) tcp ? x0 unknown: entered the receive queue; no reader of it was recorded @1000..1020
  socket 0x5000
  calls event (exact)
  events tcp_v4_rcv, tcp_data_queue, tcp_queue_rcv
2: rx A (exact) tcp ? x0 unknown: whether it carried data was not recorded @1030..1030
  calls event (exact)
  events tcp_v4_rcv
3: rx A (exact) tcp ? x0 unknown: whether it carried data was not recorded @1040..1040
  calls event (exact)
  events tcp_v4_rcv
