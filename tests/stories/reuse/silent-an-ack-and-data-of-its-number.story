An ACK has the number of the data that follows it, at the same address here: two packets, neither with the other's flags.

trace
silent
cpu 0 pid 100 softirq
every 2000000
e:net/netif_receive_skb skb=A name=eth0 tcp=1001>2002,A,100,7,0
e:net/netif_receive_skb skb=A name=eth0 tcp=1001>2002,PA,100,7,10

packets
1: rx A (exact) tcp 1001>2002 . 100+0 ack 7 (exact, event) x0 unknown: what tells whether it stayed here is not armed: pk_rcv4, pk_rcv6, pk_free @1000..1000
  way eth0
  calls event (exact)
  events net/netif_receive_skb
2: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: what tells whether it stayed here is not armed: pk_rcv4, pk_rcv6, pk_free @2001000..2001000
  way eth0
  calls event (exact)
  events net/netif_receive_skb
