Where every function is traced, no life can have ended if none did.

== all functions are traced, and none ends it
trace
unfiltered
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=0
p:__tcp_transmit_skb sk=0x5000 skb=B clone_it=0
net/net_dev_queue skbaddr=B len=64 name=eth0
e:net/net_dev_start_xmit skb=B name=eth0 tcp=2003>1001,PA,500,720,10

packets
1: tx A (exact) tcp 2003>1001 (derived, edge) x0 unknown: no device's queue saw it, and no neighbour's was recorded @1000..1000
  socket 0x5000
  original A
  events __tcp_transmit_skb
2: tx B (exact) tcp 2003>1001 P. 500+10 ack 720 (exact, event) x1 sent: handed to the driver @1010..1030
  way eth0
  socket 0x5000
  original B
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit
  frames B?:500+10

== a function ends one
trace
unfiltered
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=0
cpu 1 pid 101
f:tcp_v4_destroy_sock <- inet_csk_destroy_sock
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=B clone_it=0
net/net_dev_queue skbaddr=B len=64 name=eth0
e:net/net_dev_start_xmit skb=B name=eth0 tcp=2003>1001,PA,500,720,10

packets
1: tx A (exact) tcp ? x0 unknown: no device's queue saw it, and no neighbour's was recorded @1000..1000
  socket 0x5000
  original A
  events __tcp_transmit_skb
2: tx B (exact) tcp 2003>1001 P. 500+10 ack 720 (exact, event) x1 sent: handed to the driver @1020..1040
  way eth0
  socket 0x5000
  original B
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit
  frames B?:500+10

== recorded with its argument: another's
trace
unfiltered
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=0
p:tcp_v4_destroy_sock sk=0x6000
p:__tcp_transmit_skb sk=0x5000 skb=B clone_it=0
net/net_dev_queue skbaddr=B len=64 name=eth0
e:net/net_dev_start_xmit skb=B name=eth0 tcp=2003>1001,PA,500,720,10

packets
1: tx A (exact) tcp 2003>1001 (derived, edge) x0 unknown: no device's queue saw it, and no neighbour's was recorded @1000..1000
  socket 0x5000
  original A
  events __tcp_transmit_skb
2: tx B (exact) tcp 2003>1001 P. 500+10 ack 720 (exact, event) x1 sent: handed to the driver @1020..1040
  way eth0
  socket 0x5000
  original B
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit
  frames B?:500+10

== recorded with its argument: its own
trace
unfiltered
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=0
p:tcp_v4_destroy_sock sk=0x5000
p:__tcp_transmit_skb sk=0x5000 skb=B clone_it=0
net/net_dev_queue skbaddr=B len=64 name=eth0
e:net/net_dev_start_xmit skb=B name=eth0 tcp=2003>1001,PA,500,720,10

packets
1: tx A (exact) tcp ? x0 unknown: no device's queue saw it, and no neighbour's was recorded @1000..1000
  socket 0x5000
  original A
  events __tcp_transmit_skb
2: tx B (exact) tcp 2003>1001 P. 500+10 ack 720 (exact, event) x1 sent: handed to the driver @1020..1040
  way eth0
  socket 0x5000
  original B
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit
  frames B?:500+10

== some functions alone
trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=0
p:__tcp_transmit_skb sk=0x5000 skb=B clone_it=0
net/net_dev_queue skbaddr=B len=64 name=eth0
e:net/net_dev_start_xmit skb=B name=eth0 tcp=2003>1001,PA,500,720,10
f:tcp_ack <- tcp_v4_do_rcv

packets
1: tx A (exact) tcp ? x0 unknown: no device's queue saw it, and no neighbour's was recorded @1000..1000
  socket 0x5000
  original A
  events __tcp_transmit_skb
2: tx B (exact) tcp 2003>1001 P. 500+10 ack 720 (exact, event) x1 sent: handed to the driver @1010..1030
  way eth0
  socket 0x5000
  original B
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit
  frames B?:500+10
