No probe on the merge: into the skb that GRO kept last, as a guess; the frames still count.

trace
has p:skb_release_head_state skb
cpu 0 softirq
napi_gro_receive {
  net/napi_gro_receive_entry skbaddr=A len=50
  tcp4_gro_receive;
}
napi_gro_receive {
  net/napi_gro_receive_entry skbaddr=B len=60
  tcp4_gro_receive {
    skb_gro_receive;
  }
}
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=75
  tcp_v4_rcv;
}

packets
1: rx A (exact) gen 0 tcp ? x2 unknown: whether it carried data was not recorded @1000..1160
  calls napi_gro_receive (exact), napi_gro_receive (exact), netif_receive_skb (exact)
  events net/napi_gro_receive_entry, net/napi_gro_receive_entry, net/netif_receive_skb
  frames A, B
  edges gro-merged B (guess)
