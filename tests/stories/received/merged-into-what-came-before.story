Its first frame came in before the first event. What it is says what is told of it itself; a later frame's numbers are
not its own.

== no header of it
trace
has p:skb_release_head_state skb
cpu 0 softirq
napi_gro_receive {
  net/napi_gro_receive_entry skbaddr=B len=60
  p:tcp4_gro_receive skb=B tcp=1001>2002,PA,110,7,20
  p:skb_gro_receive p=A skb=B
}
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=75
  tcp_v4_rcv;
}

packets
1: rx A (exact) gen 0 tcp 1001>2002 (exact, event) x1 unknown: whether it carried data was not recorded @1030..1090
  calls napi_gro_receive (exact), netif_receive_skb (exact)
  events net/napi_gro_receive_entry, net/netif_receive_skb
  frames B:110+20
  edges gro-merged B (exact)

== TCP read its header
trace
has p:skb_release_head_state skb
cpu 0 softirq
napi_gro_receive {
  net/napi_gro_receive_entry skbaddr=B len=60
  p:tcp4_gro_receive skb=B tcp=1001>2002,PA,110,7,20
  p:skb_gro_receive p=A skb=B
}
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=75
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,30
  }
}

packets
1: rx A (exact) gen 0 tcp 1001>2002 P. 100+30 ack 7 (exact, event) x1 unknown: no reader, queue or free of it was recorded @1030..1100
  calls napi_gro_receive (exact), netif_receive_skb (exact)
  events net/napi_gro_receive_entry, net/netif_receive_skb
  frames B:110+20
  edges gro-merged B (exact)
