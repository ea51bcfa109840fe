Of the connection after the next one: the ends between are counted.

trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=0
tcp/tcp_destroy_sock skaddr=0x5000 sport=2002 dport=1001 saddr=2 daddr=1 sock_cookie=1
p:__tcp_transmit_skb sk=0x5000 skb=D clone_it=0
tcp/tcp_destroy_sock skaddr=0x5000 sport=2004 dport=1001 saddr=2 daddr=1 sock_cookie=2
p:__tcp_transmit_skb sk=0x5000 skb=B clone_it=0
net/net_dev_queue skbaddr=B len=64 name=eth0
e:net/net_dev_start_xmit skb=B name=eth0 tcp=2003>1001,PA,500,720,10
p:__tcp_transmit_skb sk=0x5000 skb=E clone_it=0

packets
1: tx A (exact) tcp 2002>1001 (derived, edge) x0 unknown: no device's queue saw it, and no neighbour's was recorded @1000..1000
  socket 0x5000
  original A
  events __tcp_transmit_skb
2: tx D (exact) tcp 2004>1001 (derived, edge) x0 unknown: no device's queue saw it, and no neighbour's was recorded @1020..1020
  socket 0x5000
  original D
  events __tcp_transmit_skb
3: tx B (exact) tcp 2003>1001 P. 500+10 ack 720 (exact, event) x1 sent: handed to the driver @1040..1060
  way eth0
  socket 0x5000
  original B
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit
  frames B?:500+10
4: tx E (exact) tcp ? x0 unknown: no device's queue saw it, and no neighbour's was recorded @1070..1070
  socket 0x5000
  original E
  events __tcp_transmit_skb
