Of every socket it is told when it becomes another connection: an active open, a listener's child.

== from CLOSE to SYN_SENT
trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=0
sock/inet_sock_set_state skaddr=0x5000 sport=0 dport=0 saddr=0 daddr=0 oldstate=7 newstate=2
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

== from LISTEN to SYN_RECV
trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=0
sock/inet_sock_set_state skaddr=0x5000 sport=0 dport=0 saddr=0 daddr=0 oldstate=10 newstate=3
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

== from SYN_SENT to ESTABLISHED: begins none
trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=0
sock/inet_sock_set_state skaddr=0x5000 sport=0 dport=0 saddr=0 daddr=0 oldstate=2 newstate=1
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

== from SYN_RECV to ESTABLISHED: begins none
trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=0
sock/inet_sock_set_state skaddr=0x5000 sport=0 dport=0 saddr=0 daddr=0 oldstate=3 newstate=1
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

== another socket's: begins none
trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=0
sock/inet_sock_set_state skaddr=0x6000 sport=0 dport=0 saddr=0 daddr=0 oldstate=7 newstate=2
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

== nothing would tell
trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=0
p:__tcp_transmit_skb sk=0x5000 skb=B clone_it=0
net/net_dev_queue skbaddr=B len=64 name=eth0
e:net/net_dev_start_xmit skb=B name=eth0 tcp=2003>1001,PA,500,720,10

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

== some changes are recorded
trace
filtered sock/inet_sock_set_state
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=0
sock/inet_sock_set_state skaddr=0x6000 sport=0 dport=0 saddr=0 daddr=0 oldstate=7 newstate=2
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
