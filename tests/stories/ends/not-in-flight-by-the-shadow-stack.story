The task has left the function: whatever the trace had open.

machine
task 100 nt in something_else

trace
cpu 0 pid 100
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10
    tcp_v4_do_rcv {
      helper {

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1030
  calls netif_receive_skb~ (exact)
  events net/netif_receive_skb
