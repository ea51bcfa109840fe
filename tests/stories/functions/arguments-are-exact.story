func-args: the calls themselves say which skb it is, as probes on them would.

trace
unfiltered
cpu 0 softirq
f:tcp_v4_rcv <- ip_local_deliver A
f:tcp_rcv_established <- tcp_v4_rcv 0x5000 A
f:tcp_v4_rcv <- ip_local_deliver B
cpu 0 pid 7
f:__tcp_transmit_skb <- tcp_write_xmit 0x5000 C 1
f:__copy_skb_header <- __tcp_transmit_skb C+ C
f:__tcp_retransmit_skb <- tcp_retransmit_skb 0x5000 C 1
f:__tcp_transmit_skb <- __tcp_retransmit_skb 0x5000 C 1

packets
1: rx A (exact) tcp ? x0 unknown: whether it carried data was not recorded @1000..1010
  socket 0x5000
  calls tcp_v4_rcv (exact) in ip_local_deliver
  events tcp_v4_rcv
2: rx B (exact) tcp ? x0 unknown: whether it carried data was not recorded @1020..1020
  calls tcp_v4_rcv (exact) in ip_local_deliver
  events tcp_v4_rcv
3: tx C+ (exact) tcp ? x0 unknown: no event of a device's queue or driver was recorded @1030..1060
  socket 0x5000
  original C
  calls __tcp_transmit_skb (exact) in tcp_write_xmit
  events __tcp_transmit_skb
  edges fclone C (exact)
4: tx - (exact) tcp ? x0 retransmit unknown: no event of a device's queue or driver was recorded @1060..1060
  socket 0x5000
  original C
  calls __tcp_transmit_skb (exact) in __tcp_retransmit_skb in tcp_retransmit_skb in __copy_skb_header
  events __tcp_transmit_skb
  edges retransmit-of C (derived) 3
  again - unknown: what became of the one before it (#ID, 0.0 ms earlier) is not known 3
