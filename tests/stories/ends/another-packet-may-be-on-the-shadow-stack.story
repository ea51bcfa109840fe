The trace ended long before the panic: the task may have called the function again since, for another packet. Then
what memory holds at the address is not what the trace saw there.

== its header lies at its address
machine
tracing stopped
task 100 nt in netif_receive_skb
skb A 1001>2002 seq=100 len=10

trace
cpu 0 pid 100
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10
    tcp_v4_do_rcv {
      helper {

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 of 1 in-flight: in tcp_v4_do_rcv, still on the task's shadow stack @1000..1030
  mark 7
  calls netif_receive_skb~ (exact)
  events net/netif_receive_skb

== another one lies there
machine
tracing stopped
task 100 nt in netif_receive_skb
skb A 1001>2002 seq=9000 len=10

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1030
  calls netif_receive_skb~ (exact)
  events net/netif_receive_skb
