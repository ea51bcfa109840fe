Nothing but returns: each is a packet's.

trace
cpu 0 softirq
r:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10 __probe_func=&tcp_v4_rcv __probe_ret_ip=&ip_rcv
r:tcp_v4_rcv skb=A tcp=1001>2002,PA,110,7,10 __probe_func=&tcp_v4_rcv __probe_ret_ip=&ip_rcv

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1000
  events tcp_v4_rcv
2: rx A (exact) tcp 1001>2002 P. 110+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1010..1010
  events tcp_v4_rcv
