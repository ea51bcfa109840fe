A chain of numbers, and of what acknowledges them.

trace
cpu 0 softirq
p:tcp_v4_do_rcv sk=0x5000 skb=C cb_seq=700 cb_end_seq=720 cb_flags=0x18
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=0 cb_seq=480 cb_end_seq=490 cb_flags=0x18
p:__tcp_transmit_skb sk=0x5000 skb=D clone_it=0 cb_seq=490 cb_end_seq=500 cb_flags=0x18
p:__tcp_transmit_skb sk=0x5000 skb=B clone_it=0 cb_seq=500 cb_end_seq=510 cb_flags=0x18
net/net_dev_queue skbaddr=B len=64 name=eth0
e:net/net_dev_start_xmit skb=B name=eth0 tcp=2003>1001,PA,500,720,10

packets
1: rx C (exact) tcp 1001>2003 P. 700+20 (derived, edge) x0 unknown: no reader, queue or free of it was recorded @1000..1000
  socket 0x5000
  calls event (exact)
  events tcp_v4_do_rcv
2: tx A (exact) tcp 2003>1001 P. 480+10 (derived, edge) x0 unknown: no device's queue saw it, and no neighbour's was recorded @1010..1010
  socket 0x5000
  original A
  events __tcp_transmit_skb
3: tx D (exact) tcp 2003>1001 P. 490+10 (derived, edge) x0 unknown: no device's queue saw it, and no neighbour's was recorded @1020..1020
  socket 0x5000
  original D
  events __tcp_transmit_skb
4: tx B (exact) tcp 2003>1001 P. 500+10 ack 720 (exact, event) x1 sent: handed to the driver @1030..1050
  way eth0
  socket 0x5000
  original B
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit
  frames B?:500+10
