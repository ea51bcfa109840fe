Events were lost, but what the backlog's packet has in its control block is what came in: no other has that number.

== its number
trace
has p:skb_release_head_state skb
cpu 0 softirq
net/netif_receive_skb skbaddr=A name=lo
p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10
p:tcp_add_backlog skb=A
others silent
cpu 1 pid 100
p:tcp_v4_do_rcv sk=1 skb=A len=30 cb_seq=100 cb_end_seq=110 cb_flags=24

packets
1: rx A (exact) gen 0 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1030
  way lo
  socket 0x1
  calls event (exact), event (exact)
  events net/netif_receive_skb, tcp_v4_rcv, tcp_add_backlog, tcp_v4_do_rcv

== another number
trace
has p:skb_release_head_state skb
cpu 0 softirq
net/netif_receive_skb skbaddr=A name=lo
p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10
p:tcp_add_backlog skb=A
others silent
cpu 1 pid 100
p:tcp_v4_do_rcv sk=1 skb=A len=30 cb_seq=300 cb_end_seq=310 cb_flags=24

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 lossy unknown: no reader, queue or free of it was recorded @1000..1020
  way lo, not complete
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv, tcp_add_backlog
2: rx A (exact) gen 0 tcp ? x0 unknown: whether it carried data was not recorded @1030..1030
  socket 0x1
  calls event (exact)
  events tcp_v4_do_rcv
