The end may be among events that another CPU lost: then a number that goes on proves it, and nothing else.

== counted losses: states
trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=0
sock/inet_sock_set_state skaddr=0x6000 sport=0 dport=0 saddr=0 daddr=0 oldstate=7 newstate=2
cpu 1
lost 7
ip_rcv;
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=B clone_it=0
net/net_dev_queue skbaddr=B len=64 name=eth0
e:net/net_dev_start_xmit skb=B name=eth0 tcp=2003>1001,PA,500,720,10

packets
1: tx A (exact) tcp ? x0 unknown: another CPU's trace begins later @1000..1000
  socket 0x5000
  original A
  events __tcp_transmit_skb
2: tx B (exact) tcp 2003>1001 P. 500+10 ack 720 (exact, event) x1 sent: handed to the driver @1040..1060
  way eth0
  socket 0x5000
  original B
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit
  frames B?:500+10
lost: 7 of 7 events until 1060, complete since 1020

== counted losses: the number leads to the next
trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=0 cb_seq=490 cb_end_seq=500 cb_flags=0x18
cpu 1
lost 7
ip_rcv;
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=B clone_it=0 cb_seq=500 cb_end_seq=510 cb_flags=0x18
net/net_dev_queue skbaddr=B len=64 name=eth0
e:net/net_dev_start_xmit skb=B name=eth0 tcp=2003>1001,PA,500,720,10

packets
1: tx A (exact) tcp 2003>1001 P. 490+10 (derived, edge) x0 unknown: another CPU's trace begins later @1000..1000
  socket 0x5000
  original A
  events __tcp_transmit_skb
2: tx B (exact) tcp 2003>1001 P. 500+10 ack 720 (exact, event) x1 sent: handed to the driver @1030..1050
  way eth0
  socket 0x5000
  original B
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit
  frames B?:500+10
lost: 7 of 6 events until 1050, complete since 1010

== counted losses: a number is missing between
trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=0 cb_seq=480 cb_end_seq=490 cb_flags=0x18
cpu 1
lost 7
ip_rcv;
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=B clone_it=0 cb_seq=500 cb_end_seq=510 cb_flags=0x18
net/net_dev_queue skbaddr=B len=64 name=eth0
e:net/net_dev_start_xmit skb=B name=eth0 tcp=2003>1001,PA,500,720,10

packets
1: tx A (exact) tcp ? P. 480+10 x0 unknown: another CPU's trace begins later @1000..1000
  socket 0x5000
  original A
  events __tcp_transmit_skb
2: tx B (exact) tcp 2003>1001 P. 500+10 ack 720 (exact, event) x1 sent: handed to the driver @1030..1050
  way eth0
  socket 0x5000
  original B
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit
  frames B?:500+10
lost: 7 of 6 events until 1050, complete since 1010

== the other CPU was silent before: states
trace
others silent
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=0
sock/inet_sock_set_state skaddr=0x6000 sport=0 dport=0 saddr=0 daddr=0 oldstate=7 newstate=2
others heard
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

== the other CPU was silent before: the number leads to the next
trace
others silent
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=0 cb_seq=490 cb_end_seq=500 cb_flags=0x18
others heard
p:__tcp_transmit_skb sk=0x5000 skb=B clone_it=0 cb_seq=500 cb_end_seq=510 cb_flags=0x18
net/net_dev_queue skbaddr=B len=64 name=eth0
e:net/net_dev_start_xmit skb=B name=eth0 tcp=2003>1001,PA,500,720,10

packets
1: tx A (exact) tcp 2003>1001 P. 490+10 (derived, edge) x0 unknown: no device's queue saw it, and no neighbour's was recorded @1000..1000
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

== the other CPU was silent before: a number is missing between
trace
others silent
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=0 cb_seq=480 cb_end_seq=490 cb_flags=0x18
others heard
p:__tcp_transmit_skb sk=0x5000 skb=B clone_it=0 cb_seq=500 cb_end_seq=510 cb_flags=0x18
net/net_dev_queue skbaddr=B len=64 name=eth0
e:net/net_dev_start_xmit skb=B name=eth0 tcp=2003>1001,PA,500,720,10

packets
1: tx A (exact) tcp ? P. 480+10 x0 unknown: no device's queue saw it, and no neighbour's was recorded @1000..1000
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

== the other CPU is silent: states
trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=0
sock/inet_sock_set_state skaddr=0x6000 sport=0 dport=0 saddr=0 daddr=0 oldstate=7 newstate=2
others silent
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

== the other CPU is silent: the number leads to the next
trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=0 cb_seq=490 cb_end_seq=500 cb_flags=0x18
others silent
p:__tcp_transmit_skb sk=0x5000 skb=B clone_it=0 cb_seq=500 cb_end_seq=510 cb_flags=0x18
net/net_dev_queue skbaddr=B len=64 name=eth0
e:net/net_dev_start_xmit skb=B name=eth0 tcp=2003>1001,PA,500,720,10

packets
1: tx A (exact) tcp 2003>1001 P. 490+10 (derived, edge) x0 unknown: no device's queue saw it, and no neighbour's was recorded @1000..1000
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

== the other CPU is silent: a number is missing between
trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=0 cb_seq=480 cb_end_seq=490 cb_flags=0x18
others silent
p:__tcp_transmit_skb sk=0x5000 skb=B clone_it=0 cb_seq=500 cb_end_seq=510 cb_flags=0x18
net/net_dev_queue skbaddr=B len=64 name=eth0
e:net/net_dev_start_xmit skb=B name=eth0 tcp=2003>1001,PA,500,720,10

packets
1: tx A (exact) tcp ? P. 480+10 x0 unknown: no device's queue saw it, and no neighbour's was recorded @1000..1000
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
