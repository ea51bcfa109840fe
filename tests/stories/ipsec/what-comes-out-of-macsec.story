What comes in on the device above was carried by the frame below.

== of that Ethernet type
machine
protocols all
tracing stopped

trace
cpu 0 softirq
net/napi_gro_receive_entry skbaddr=A len=90 protocol=0x88e5 name=eth0
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=90 name=eth0
}
net/napi_gro_receive_entry skbaddr=A len=50 protocol=0x800 name=macsec0
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=50 name=macsec0
  ip_local_deliver {
    udp_rcv;
  }
}
cpu 1 pid 8
skb/consume_skb skbaddr=A
has p:skb_release_head_state skb

packets
1: rx A (exact) gen -1 macsec ? x1 consumed: what it carried came out of the tunnel @1000..1030
  way eth0
  calls event (exact), netif_receive_skb (exact)
  events net/napi_gro_receive_entry, net/netif_receive_skb
  frames A
  edges carries A (exact) 2
2: rx A (exact) gen -1 udp ? x1 delivered: its reader gave it back @1040..1120
  way macsec0
  calls event (exact), netif_receive_skb (exact), event (exact)
  events net/napi_gro_receive_entry, net/netif_receive_skb, skb/consume_skb
  frames A
  edges encapsulated-in A (exact) 1

== of none: it goes up as it came
machine
protocols all
tracing stopped

trace
cpu 0 softirq
net/napi_gro_receive_entry skbaddr=A len=90 protocol=0x800 name=eth0
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=90 name=eth0
  gro_cells_receive;
}
net/napi_gro_receive_entry skbaddr=A len=50 protocol=0x800 name=macsec0
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=50 name=macsec0
  ip_local_deliver {
    udp_rcv;
  }
}
cpu 1 pid 8
skb/consume_skb skbaddr=A
has p:skb_release_head_state skb

packets
1: rx A (exact) gen -1 udp ? x1 delivered: its reader gave it back @1000..1140
  way eth0 macsec0
  calls event (exact), netif_receive_skb (exact), event (exact), netif_receive_skb (exact), event (exact)
  events net/napi_gro_receive_entry, net/netif_receive_skb, net/napi_gro_receive_entry, net/netif_receive_skb, skb/consume_skb
  frames A
