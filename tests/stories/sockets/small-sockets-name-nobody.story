Neither a TIME_WAIT socket nor a request is a packet's socket: what is at its address later has nothing to do with it.

== TIME_WAIT
trace
unfiltered
cpu 0 softirq
net/netif_receive_skb skbaddr=A len=60 name=eth0
p:tcp_timewait_state_process tw=0x5000 skb=A
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=B clone_it=0
net/net_dev_queue skbaddr=B len=64 name=eth0
e:net/net_dev_start_xmit skb=B name=eth0 tcp=2003>1001,PA,500,720,10

packets
1: rx A (exact) tcp ? x0 consumed: taken by TIME_WAIT @1000..1010
  way eth0
  calls event (exact)
  events net/netif_receive_skb, tcp_timewait_state_process
2: tx B (exact) tcp 2003>1001 P. 500+10 ack 720 (exact, event) x1 sent: handed to the driver @1020..1040
  way eth0
  socket 0x5000
  original B
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit
  frames B?:500+10

== a request
trace
unfiltered
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=0
tcp/tcp_retransmit_synack skaddr=0x5000 sport=2002 dport=1001 saddr=2 daddr=1 req=0x6000
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
