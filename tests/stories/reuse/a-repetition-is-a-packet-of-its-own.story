A repetition comes later than a second device below the first.

trace
cpu 0 pid 100
e:net/net_dev_start_xmit skb=A tcp=1001>2002,PA,100,7,10
e:net/net_dev_start_xmit skb=A tcp=1001>2002,PA,100,7,10
at 300000000
e:net/net_dev_start_xmit skb=A tcp=1001>2002,PA,100,7,10

packets
1: tx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 sent: handed to the driver @1000..1010
  calls event (exact)
  events net/net_dev_start_xmit
  frames A?:100+10
2: tx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 sent: handed to the driver @300000000..300000000
  calls event (exact)
  events net/net_dev_start_xmit
  frames A?:100+10
