Nor is another packet, unless its number is the one that the socket's next packet acknowledges.

trace
has p:skb_release_head_state skb
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=0 cb_seq=100 cb_end_seq=100 cb_flags=0x10
p:skb_release_head_state skb=A
p:__tcp_transmit_skb sk=0x6000 skb=B clone_it=0 cb_seq=100 cb_end_seq=100 cb_flags=0x10
p:skb_release_head_state skb=B
cpu 0 softirq
tcp_v4_rcv {
  p:tcp_v4_rcv skb=C tcp=1001>2002,A,7,80000100,0
  p:tcp_v4_do_rcv skb=C sk=0x5000
}
tcp_v4_rcv {
  p:tcp_v4_rcv skb=D tcp=1001>2003,A,7,100,0
  p:tcp_v4_do_rcv skb=D sk=0x6000
}

packets
1: tx A (exact) gen -1 tcp ? . 100+0 x0 unknown: no event of a device's queue or driver was recorded @1000..1000
  socket 0x5000
  original A
  events __tcp_transmit_skb
2: tx B (exact) gen -1 tcp 2003>1001 . 100+0 (derived, edge) x0 unknown: no event of a device's queue or driver was recorded @1020..1020
  socket 0x6000
  original B
  events __tcp_transmit_skb
3: rx C (exact) gen 0 tcp 1001>2002 . 7+0 ack 80000100 (exact, event) x0 consumed: pure ACK @1040..1070
  socket 0x5000
  calls tcp_v4_rcv (exact)
  events tcp_v4_rcv
4: rx D (exact) gen 0 tcp 1001>2003 . 7+0 ack 100 (exact, event) x0 consumed: pure ACK @1080..1110
  socket 0x6000
  calls tcp_v4_rcv (exact)
  events tcp_v4_rcv
