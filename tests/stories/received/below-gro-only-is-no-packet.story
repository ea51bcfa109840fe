A merge that was not traced: the frame below GRO does not count on its own.

trace
cpu 0 softirq
napi_gro_receive {
  net/napi_gro_receive_entry skbaddr=A len=50
  p:tcp4_gro_receive skb=A tcp=1001>2002,PA,100,7,10
}
napi_gro_receive {
  net/napi_gro_receive_entry skbaddr=B len=50
  p:tcp4_gro_receive skb=B tcp=1001>2002,PA,110,7,10
}
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=60
  tcp_v4_rcv;
}

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 unknown: no reader, queue or free of it was recorded @1000..1120
  calls napi_gro_receive (exact), netif_receive_skb (exact)
  events net/napi_gro_receive_entry, net/netif_receive_skb
  frames A:100+10
