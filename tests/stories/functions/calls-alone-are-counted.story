No event, no pointer: how many came and went, and through what, is all there is to say.

trace
by calls
unfiltered
cpu 0 softirq
f:ip_local_deliver <- ip_rcv
f:tcp_v4_rcv <- ip_local_deliver
f:tcp_rcv_established <- tcp_v4_rcv
f:tcp_queue_rcv <- tcp_rcv_established
f:ip_local_deliver <- ip_rcv
f:tcp_v4_rcv <- ip_local_deliver
f:tcp_rcv_established <- tcp_v4_rcv
f:__tcp_transmit_skb <- tcp_rcv_established
f:ip_output <- __tcp_transmit_skb
f:ip_local_deliver <- ip_rcv
f:udp_rcv <- ip_local_deliver

packets
1: rx - (none) tcp ? x0 unknown: entered the receive queue; no reader of it was recorded @1000..1030
  calls ip_local_deliver (nested) in ip_rcv
2: rx - (none) tcp ? x0 unknown: whether it carried data was not recorded @1040..1080
  calls ip_local_deliver (nested) in ip_rcv
3: tx - (none) tcp ? x0 unknown: no event of a device's queue or driver was recorded @1070..1080
  calls __tcp_transmit_skb (nested) in tcp_rcv_established in tcp_v4_rcv
