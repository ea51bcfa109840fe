An address in use comes in once more.

trace
cpu 0 softirq
e:net/netif_receive_skb skb=A tcp=2002>1001,PA,100,7,10
e:net/netif_receive_skb skb=A tcp=2004>1003,PA,300,7,10
e:net/netif_receive_skb skb=A udp=2004>1003
e:net/netif_receive_skb skb=A tcp=2004>1003,PA,310,7,10

packets
1: rx A (exact) tcp 2002>1001 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1000
  calls event (exact)
  events net/netif_receive_skb
2: rx A (exact) tcp 2004>1003 P. 300+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1010..1010
  calls event (exact)
  events net/netif_receive_skb
3: rx A (exact) tcp 2004>1003 P. 310+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1030..1030
  calls event (exact)
  events net/netif_receive_skb
