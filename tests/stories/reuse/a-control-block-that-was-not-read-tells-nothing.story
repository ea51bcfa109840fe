A control block that was not read has no number, not 0 either.

trace
has p:skb_release_head_state skb
cpu 0 pid 100 softirq
net/netif_receive_skb skbaddr=A name=lo
p:tcp_v4_rcv skb=A tcp=1001>2002,PA,0,7,10
p:tcp_queue_rcv sk=1 skb=A
others silent
cpu 0 pid 100
p:tcp_v4_do_rcv sk=1 skb=A len=30

packets
1: rx A (exact) tcp 1001>2002 P. 0+10 ack 7 (exact, event) x0 lossy unknown: entered the receive queue; no reader of it was recorded @1000..1020
  way lo, not complete
  socket 0x1
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv, tcp_queue_rcv
2: rx A (exact) gen 0 tcp ? x0 unknown: whether it carried data was not recorded @1030..1030
  socket 0x1
  calls event (exact)
  events tcp_v4_do_rcv
