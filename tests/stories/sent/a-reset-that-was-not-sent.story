The function ran and sent nothing.

trace
cpu 0 softirq
tcp_v4_rcv {
  tcp_v4_send_reset;
}

packets
none
