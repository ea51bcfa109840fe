GRO's probe looked where the header was not yet: what lay there is another connection's, or of other bytes.

trace
has p:skb_release_head_state skb
cpu 0 softirq
napi_gro_receive {
  net/napi_gro_receive_entry skbaddr=A len=50
  p:tcp4_gro_receive skb=A tcp=5001>2002,A,100,7,10
}
napi_gro_receive {
  net/napi_gro_receive_entry skbaddr=B len=60
  p:tcp4_gro_receive skb=B tcp=1001>2002,PA,9110,7,20
  p:skb_gro_receive p=A skb=B
}
napi_gro_receive {
  net/napi_gro_receive_entry skbaddr=C len=45
  p:tcp4_gro_receive skb=C tcp=1001>2002,A,130,7,5
  p:skb_gro_receive p=A skb=C
}
netif_receive_skb {
  e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,35
  tcp_v4_rcv;
}

packets
1: rx A (exact) gen 0 tcp 1001>2002 P. 100+35 ack 7 (exact, event) x3 unknown: no reader, queue or free of it was recorded @1000..1180
  calls napi_gro_receive (exact), napi_gro_receive (exact), napi_gro_receive (exact), netif_receive_skb (exact)
  events net/napi_gro_receive_entry, net/napi_gro_receive_entry, net/napi_gro_receive_entry, net/netif_receive_skb
  frames A, B, C:130+5
  edges gro-merged B (exact), gro-merged C (exact)
