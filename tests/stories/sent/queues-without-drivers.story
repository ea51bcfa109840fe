Devices' queues are traced and drivers are not: that one took it was not to be seen.

trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=0
net/net_dev_queue skbaddr=A len=40 name=lo
net/netif_receive_skb skbaddr=A len=40 name=lo
p:tcp_v4_rcv skb=A
p:__tcp_transmit_skb sk=0x5000 skb=B clone_it=0
net/net_dev_queue skbaddr=B len=40 name=eth0

packets
1: tx A (exact) tcp ? x0 looped: the same skb came in again @1000..1010
  way lo
  socket 0x5000
  original A
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue
  edges loopback-same A (exact) 2
2: rx A (exact) tcp ? x0 unknown: whether it carried data was not recorded @1020..1030
  way lo
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv
  edges loopback-same A (exact) 1
3: tx B (exact) tcp ? x0 unknown: given to a device's queue, no event of a driver was recorded @1040..1050
  way eth0
  socket 0x5000
  original B
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue
