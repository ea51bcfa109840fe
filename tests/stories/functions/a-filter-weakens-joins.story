Filtered: what a thread called last is no evidence for what it sends next.

== another function sends in between
trace
cpu 0 pid 7
f:__tcp_transmit_skb <- tcp_write_xmit 0x5000 A 1
f:ip_append_data <- udp_sendmsg
net/net_dev_queue skbaddr=B len=64

packets
1: tx - (exact) tcp ? x0 unknown: no device's queue saw it, and no neighbour's was recorded @1000..1000
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact) in tcp_write_xmit
  events __tcp_transmit_skb

== IP gives it to a neighbour
trace
cpu 0 pid 7
f:__tcp_transmit_skb <- tcp_write_xmit 0x5000 A 1
f:ip_finish_output2 <- __tcp_transmit_skb
net/net_dev_queue skbaddr=B len=64

packets
1: tx B (guess) tcp ? x0 unknown: given to a device's queue, no event of a driver was recorded @1000..1020
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact) in tcp_write_xmit
  events __tcp_transmit_skb
  edges clone A (guess)
