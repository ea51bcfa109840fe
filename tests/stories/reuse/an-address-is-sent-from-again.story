The same probe once more is of the next packet, be its header known or not.

trace
cpu 0 pid 100
e:net/net_dev_start_xmit skb=A name=eth0 tcp=1001>2002,PA,100,7,10
e:net/net_dev_start_xmit skb=A name=eth0 tcp=1003>2004,PA,300,7,10
e:net/net_dev_start_xmit skb=A name=eth0 udp=1003>2004
e:net/net_dev_start_xmit skb=A name=eth0 tcp=1003>2004,PA,310,7,10

packets
1: tx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 sent: handed to the driver @1000..1000
  way eth0
  calls event (exact)
  events net/net_dev_start_xmit
  frames A?:100+10
2: tx A (exact) tcp 1003>2004 P. 300+10 ack 7 (exact, event) x1 sent: handed to the driver @1010..1010
  way eth0
  calls event (exact)
  events net/net_dev_start_xmit
  frames A?:300+10
3: tx A (exact) tcp 1003>2004 P. 310+10 ack 7 (exact, event) x1 sent: handed to the driver @1030..1030
  way eth0
  calls event (exact)
  events net/net_dev_start_xmit
  frames A?:310+10
