A veth's driver hands over what its peer's side receives.

trace
cpu 0 pid 100
e:net/net_dev_start_xmit skb=A name=veth0 tcp=1001>2002,PA,100,7,10
net/netif_rx skbaddr=A name=veth1
cpu 0 softirq
net/netif_receive_skb skbaddr=A name=veth1
p:tcp_v4_rcv skb=A

packets
1: tx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 looped: the same skb came in again @1000..1010
  way veth0
  calls event (exact)
  events net/net_dev_start_xmit, net/netif_rx
  frames A?:100+10
  edges loopback-same A (exact) 2
2: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (derived, edge) x0 unknown: no reader, queue or free of it was recorded @1020..1030
  way veth1
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv
  edges loopback-same A (exact) 1
