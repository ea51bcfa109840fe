tcp_v4_rcv() returns when what it was given is freed, or the ACK goes out from its address: no packet begins.

== freed
trace
cpu 0 softirq
p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10
p:skb_release_head_state skb=A
r:tcp_v4_rcv skb=A __probe_func=&tcp_v4_rcv __probe_ret_ip=&ip_rcv

packets
1: rx A (exact) gen -1 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: freed with no reader and no drop recorded: its bytes went into another skb, or the socket was closed unread @1000..1010
  calls event (exact)
  events tcp_v4_rcv, skb_release_head_state

== sent on
trace
cpu 0 softirq
p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10
e:net/net_dev_start_xmit skb=A tcp=2002>1001,A,7,110,0
r:tcp_v4_rcv skb=A __probe_func=&tcp_v4_rcv __probe_ret_ip=&ip_rcv

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1000
  calls event (exact)
  events tcp_v4_rcv
2: tx A (exact) tcp 2002>1001 . 7+0 ack 110 (exact, event) x1 of 1 sent: handed to the driver @1010..1010
  calls event (exact)
  events net/net_dev_start_xmit
  frames A?:7+0
