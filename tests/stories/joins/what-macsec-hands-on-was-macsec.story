What MACsec's function hands on, it has decrypted: the same skb comes in on its device.

== its function hands it on
machine
protocols tcp,macsec
tracing stopped

trace
has p:skb_release_head_state skb
cpu 0 softirq
__netif_receive_skb_core {
  net/netif_receive_skb skbaddr=A name=eth0
  macsec_handle_frame {
    gro_cells_receive;
  }
}
napi_gro_receive {
  e:net/napi_gro_receive_entry skb=A name=macsec0 tcp=1001>2002,PA,100,7,10
}
e:net/netif_receive_skb skb=A name=macsec0 tcp=1001>2002,PA,100,7,10

packets
1: rx A (exact) gen 0 macsec ? x0 consumed: what it carried came out of the tunnel @1000..1060
  way eth0
  calls __netif_receive_skb_core (exact)
  events net/netif_receive_skb
  edges carries A (exact) 2
2: rx A (exact) gen 0 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 unknown: no reader, queue or free of it was recorded @1070..1100
  way macsec0
  calls napi_gro_receive (exact), event (exact)
  events net/napi_gro_receive_entry, net/netif_receive_skb
  frames A:100+10
  edges encapsulated-in A (exact) 1

== it does not
machine
protocols tcp,macsec
tracing stopped

trace
has p:skb_release_head_state skb
cpu 0 softirq
__netif_receive_skb_core {
  net/netif_receive_skb skbaddr=A name=eth0
  macsec_handle_frame {
  }
}
napi_gro_receive {
  e:net/napi_gro_receive_entry skb=A name=macsec0 tcp=1001>2002,PA,100,7,10
}
e:net/netif_receive_skb skb=A name=macsec0 tcp=1001>2002,PA,100,7,10

packets
1: rx A (exact) gen 0 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 unknown: no reader, queue or free of it was recorded @1000..1080
  way eth0 macsec0
  calls __netif_receive_skb_core (exact), napi_gro_receive (exact), event (exact)
  events net/netif_receive_skb, net/napi_gro_receive_entry, net/netif_receive_skb
  frames A:100+10
