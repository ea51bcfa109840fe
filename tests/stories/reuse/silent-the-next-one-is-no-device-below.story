The task that sent an ACK sends something of another protocol from the same address, on another device: no device below the first.

trace
silent
cpu 0 pid 100 softirq
e:net/net_dev_start_xmit skb=A name=eth0 tcp=1001>2002,A,100,7,0
every 500000
cpu 0 pid 100
e:net/net_dev_start_xmit skb=A name=tun0

packets
1: tx A (exact) tcp 1001>2002 . 100+0 ack 7 (exact, event) x1 of 1 sent: handed to the driver @1000..1000
  way eth0
  calls event (exact)
  events net/net_dev_start_xmit
  frames A?:100+0
