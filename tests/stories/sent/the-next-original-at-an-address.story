Nothing tells of frees: an original's address sent once more is the next original's, unless its sequence number says
that it is the same. The clone comes in beside it.

== without numbers
trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A
net/netif_receive_skb skbaddr=A+ len=60 name=lo
p:tcp_v4_rcv skb=A+
p:__tcp_transmit_skb sk=0x6000 skb=A
net/netif_receive_skb skbaddr=A+ len=60 name=veth0
p:tcp_v4_rcv skb=A+

packets
1: tx A+ (derived) tcp ? x0 looped: the same skb came in again @1000..1000
  socket 0x5000
  original A
  events __tcp_transmit_skb
  edges fclone A (derived), loopback-same A+ (exact) 2
2: rx A+ (exact) tcp ? x0 unknown: whether it carried data was not recorded @1010..1020
  way lo
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv
  edges loopback-same A+ (exact) 1
3: tx A+ (derived) tcp ? x0 looped: the same skb came in again @1030..1030
  socket 0x6000
  original A
  events __tcp_transmit_skb
  edges fclone A (derived), loopback-same A+ (exact) 4
4: rx A+ (exact) tcp ? x0 unknown: whether it carried data was not recorded @1040..1050
  way veth0
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv
  edges loopback-same A+ (exact) 3

== by the sequence number
trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A cb_seq=100 cb_end_seq=110
p:__tcp_transmit_skb sk=0x5000 skb=A cb_seq=100 cb_end_seq=110
p:__tcp_transmit_skb sk=0x5000 skb=A cb_seq=110 cb_end_seq=120

packets
1: tx - (exact) tcp ? 100+10 x0 unknown: no event of a device's queue or driver was recorded @1000..1000
  socket 0x5000
  original A
  events __tcp_transmit_skb
2: tx - (exact) tcp ? 100+10 x0 retransmit unknown: no event of a device's queue or driver was recorded @1010..1010
  socket 0x5000
  original A
  events __tcp_transmit_skb
  edges retransmit-of A (exact) 1
  again - unknown: what became of the one before it (#ID, 0.0 ms earlier) is not known 1
3: tx - (exact) tcp ? 110+10 x0 unknown: no event of a device's queue or driver was recorded @1020..1020
  socket 0x5000
  original A
  events __tcp_transmit_skb
