A tracepoint's own probe event (t:..): its function stands for the tracepoint.

trace
cpu 0 softirq
p:__probestub_netif_receive_skb skb=A
p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10
p:__probestub_skb_copy_datagram_iovec skb=A len=10

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 delivered: skb_copy_datagram_iovec len 10 @1000..1020
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv, skb/skb_copy_datagram_iovec
