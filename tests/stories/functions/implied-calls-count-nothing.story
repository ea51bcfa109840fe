tcp_v4_rcv is not traced: its calls show that it ran, not how often.

trace
by calls
cpu 0 softirq
f:tcp_filter <- tcp_v4_rcv
f:tcp_v4_do_rcv <- tcp_v4_rcv

packets
none
