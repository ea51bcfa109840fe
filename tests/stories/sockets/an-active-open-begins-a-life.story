A socket that was disconnected and connects once more is another connection, though it never ended.

trace
unfiltered
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=0
tcp_connect {
  __tcp_transmit_skb {
    p:__tcp_transmit_skb sk=0x5000 skb=D clone_it=0
  }
}
p:__tcp_transmit_skb sk=0x5000 skb=B clone_it=0
net/net_dev_queue skbaddr=B len=64 name=eth0
e:net/net_dev_start_xmit skb=B name=eth0 tcp=2003>1001,PA,500,720,10

packets
1: tx A (exact) tcp ? x0 unknown: no device's queue saw it, and no neighbour's was recorded @1000..1040
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact) in tcp_connect
  events __tcp_transmit_skb
2: tx D (exact) tcp 2003>1001 (derived, edge) x0 unknown: no device's queue saw it, and no neighbour's was recorded @1030..1030
  socket 0x5000
  original D
  events __tcp_transmit_skb
3: tx B (exact) tcp 2003>1001 P. 500+10 ack 720 (exact, event) x1 sent: handed to the driver @1060..1080
  way eth0
  socket 0x5000
  original B
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit
  frames B?:500+10
