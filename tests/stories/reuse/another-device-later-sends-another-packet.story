A device that is stacked on another hands the packet on at once.

trace
cpu 1 softirq
e:net/net_dev_start_xmit skb=A name=eth0 tcp=1001>2002,SA,100,7,0
at 300000000
cpu 1 pid 28
e:net/net_dev_start_xmit skb=A name=veth0 udp=1003>2004

packets
1: tx A (exact) tcp 1001>2002 S. 100+0 ack 7 (exact, event) x1 of 1 sent: handed to the driver @1000..1000
  way eth0
  calls event (exact)
  events net/net_dev_start_xmit
  frames A?:100+0
