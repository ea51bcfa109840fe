A retransmission of what came in here, sent by another namespace of this machine, has its header, and maybe its address: it proves nothing.

trace
silent
cpu 0 pid 100 softirq
e:net/netif_receive_skb skb=A name=eth0 tcp=1001>2002,PA,100,7,10
e:net/net_dev_start_xmit skb=A name=eth1 tcp=1001>2002,PA,100,7,10

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: what tells whether it stayed here is not armed: pk_rcv4, pk_rcv6, pk_free @1000..1000
  way eth0
  calls event (exact)
  events net/netif_receive_skb
2: tx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 sent: handed to the driver @1010..1010
  way eth1
  calls event (exact)
  events net/net_dev_start_xmit
  frames A?:100+10
