The frame of the probe was never recorded; once its caller is left, another call's frame is not it.

trace
cpu 0 softirq
process_backlog {
  p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10
}
process_backlog {
  tcp_v4_rcv {
  }
}

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1010..1010
  calls event (exact)
  events tcp_v4_rcv
