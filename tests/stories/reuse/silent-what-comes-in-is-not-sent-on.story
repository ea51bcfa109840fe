An answer goes out from the address at which what it answers came in. Nothing tells that it was freed, nor that it was for this machine.

trace
silent
cpu 0 pid 100 softirq
e:net/netif_receive_skb skb=A name=eth0 tcp=1001>2002,PA,100,7,10
e:net/net_dev_start_xmit skb=A name=eth0 tcp=2002>1001,A,7,110,0

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: what tells whether it stayed here is not armed: pk_rcv4, pk_rcv6, pk_free @1000..1000
  way eth0
  calls event (exact)
  events net/netif_receive_skb
2: tx A (exact) tcp 2002>1001 . 7+0 ack 110 (exact, event) x1 of 1 sent: handed to the driver @1010..1010
  way eth0
  calls event (exact)
  events net/net_dev_start_xmit
  frames A?:7+0
