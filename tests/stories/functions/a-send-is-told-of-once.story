Who called ip_output() is not traced: its frame may be within TCP's, or TCP's may be over. What the queue sees is told
of once, by its pointer; where no queue sees anything, the call is all there is.

== events name packets
trace
by calls
cpu 0 pid 7
f:__tcp_transmit_skb <- tcp_write_xmit
f:ip_finish_output <- ip_output
net/net_dev_queue skbaddr=B len=64

packets
none

== calls alone
trace
by calls
cpu 0 pid 7
f:__tcp_transmit_skb <- tcp_write_xmit
f:ip_finish_output <- ip_output

packets
1: tx - (none) tcp ? x0 unknown: no event of a device's queue or driver was recorded @1000..1000
  calls __tcp_transmit_skb (nested) in tcp_write_xmit
