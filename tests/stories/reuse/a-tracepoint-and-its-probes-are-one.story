Several probes on one tracepoint tell of one packet.

trace
cpu 0 pid 100
net/net_dev_start_xmit skbaddr=A len=66 protocol=0x800 name=eth0
e:net/net_dev_start_xmit skb=A tcp=1001>2002,PA,100,7,10
net/net_dev_start_xmit skbaddr=A len=66 protocol=0x800 name=eth0
e:net/net_dev_start_xmit skb=A tcp=1001>2002,PA,110,7,10

packets
1: tx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 sent: handed to the driver @1000..1010
  way eth0
  calls event (exact)
  events net/net_dev_start_xmit
  frames A?:100+10
2: tx A (exact) tcp 1001>2002 P. 110+10 ack 7 (exact, event) x1 sent: handed to the driver @1020..1030
  way eth0
  calls event (exact)
  events net/net_dev_start_xmit
  frames A?:110+10
