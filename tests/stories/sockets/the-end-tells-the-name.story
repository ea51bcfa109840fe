The event of its end has the addresses: they are of what was sent before, not of what is sent from then on.

== it tells
trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=0
p:__tcp_transmit_skb sk=0x5000 skb=D clone_it=0
tcp/tcp_destroy_sock skaddr=0x5000 sport=2002 dport=1001 saddr=2 daddr=1 sock_cookie=1
p:__tcp_transmit_skb sk=0x5000 skb=B clone_it=0
net/net_dev_queue skbaddr=B len=64 name=eth0
e:net/net_dev_start_xmit skb=B name=eth0 tcp=2003>1001,PA,500,720,10

packets
1: tx A (exact) tcp 2002>1001 (derived, edge) x0 unknown: no device's queue saw it, and no neighbour's was recorded @1000..1000
  socket 0x5000
  original A
  events __tcp_transmit_skb
2: tx D (exact) tcp 2002>1001 (derived, edge) x0 unknown: no device's queue saw it, and no neighbour's was recorded @1010..1010
  socket 0x5000
  original D
  events __tcp_transmit_skb
3: tx B (exact) tcp 2003>1001 P. 500+10 ack 720 (exact, event) x1 sent: handed to the driver @1030..1050
  way eth0
  socket 0x5000
  original B
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit
  frames B?:500+10

== it was reset, and has none any more: no name, but an end all the same
trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=0
tcp/tcp_destroy_sock skaddr=0x5000 sport=0 dport=1001 saddr=2 daddr=1 sock_cookie=1
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
