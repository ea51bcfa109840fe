Three frames of the wire, one skb above GRO: frames in order, flags together, data summed.

trace
has p:skb_release_head_state skb
cpu 0 softirq
napi_gro_receive {
  net/napi_gro_receive_entry skbaddr=A len=50
  p:tcp4_gro_receive skb=A tcp=1001>2002,A,100,7,10
}
napi_gro_receive {
  net/napi_gro_receive_entry skbaddr=B len=60
  p:tcp4_gro_receive skb=B tcp=1001>2002,PA,110,7,20
  skb_gro_receive {
    p:skb_gro_receive p=A skb=B
  }
}
napi_gro_receive {
  net/napi_gro_receive_entry skbaddr=C len=45
  p:tcp4_gro_receive skb=C tcp=1001>2002,A,130,7,5
  skb_gro_receive {
    p:skb_gro_receive p=A skb=C
  }
}
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=75
  tcp_v4_rcv;
}

packets
1: rx A (exact) gen 0 tcp 1001>2002 P. 100+35 ack 7 (exact, event) x3 unknown: no reader, queue or free of it was recorded @1000..1220
  calls napi_gro_receive (exact), napi_gro_receive (exact), napi_gro_receive (exact), netif_receive_skb (exact)
  events net/napi_gro_receive_entry, net/napi_gro_receive_entry, net/napi_gro_receive_entry, net/netif_receive_skb
  frames A:100+10, B:110+20, C:130+5
  edges gro-merged B (exact), gro-merged C (exact)
