It was given back on CPU 1. What a backlog hands on at the same address came in on CPU 0, whose events are not there.

trace
cpu 1 softirq
net/netif_receive_skb skbaddr=A len=60 name=eth0
p:tcp_v4_rcv skb=A tcp=1001>2002,S,100,0,0
p:skb_release_head_state skb=A
cpu 1 pid 200
p:tcp_v4_do_rcv sk=0x6000 skb=A cb_seq=700 cb_end_seq=710 cb_flags=0x18

packets
1: rx A (exact) gen -1 tcp 1001>2002 S 100+0 (exact, event) x0 consumed: handshake @1000..1020
  way eth0
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv, skb_release_head_state
2: rx A (exact) gen 0 tcp ? x0 unknown: whether it carried data was not recorded @1030..1030
  socket 0x6000
  calls event (exact)
  events tcp_v4_do_rcv
