The clone's place beside an original of which the wire has not been seen, and another packet in it.

trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=1 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
e:net/net_dev_start_xmit skb=A+ name=eth0 tcp=1003>2004,PA,300,7,10

packets
1: tx - (exact) tcp ? P. 100+10 x0 unknown: no event of a device's queue or driver was recorded @1000..1000
  socket 0x1
  original A
  events __tcp_transmit_skb
2: tx A+ (exact) tcp 1003>2004 P. 300+10 ack 7 (exact, event) x1 sent: handed to the driver @1010..1010
  way eth0
  calls event (exact)
  events net/net_dev_start_xmit
  frames A+?:300+10
