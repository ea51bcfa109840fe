Its event comes when the function is over.

trace
cpu 0 softirq
process_backlog {
  r:tcp_v4_rcv skb=A
}
process_backlog {
  tcp_v4_rcv {
  }
}

packets
1: rx A (exact) tcp ? x0 unknown: whether it carried data was not recorded @1010..1010
  events tcp_v4_rcv
