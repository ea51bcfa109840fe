Events at one address that read the same header are of one packet.

trace
cpu 0 pid 100
e:net/net_dev_start_xmit skb=A tcp=1001>2002,PA,100,7,10
cpu 0 softirq
e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,10

packets
1: tx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 looped: the same skb came in again @1000..1000
  calls event (exact)
  events net/net_dev_start_xmit
  frames A?:100+10
  edges loopback-same A (exact) 2
2: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1010..1010
  calls event (exact)
  events net/netif_receive_skb
  edges loopback-same A (exact) 1
