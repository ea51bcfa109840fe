What was in ESP, in transport mode, goes on in another context, in the same sk_buff.

== frames
machine
protocols all
tracing stopped

trace
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=90 name=veth1
  ip_local_deliver {
    xfrm4_esp_rcv {
      xfrm_trans_queue;
    }
  }
}
cpu 0 pid 9
xfrm_trans_reinject {
  ip_local_deliver {
    udp_rcv;
  }
}
cpu 1 pid 8
skb/consume_skb skbaddr=A
has p:skb_release_head_state skb

packets
1: rx A (exact) gen -1 esp ? x0 consumed: what it carried came out of the tunnel @1000..1080
  way veth1
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  edges carries A (nested) 2
2: rx A (exact) gen -1 udp ? x0 delivered: its reader gave it back @1040..1150
  way veth1
  calls xfrm_trans_queue (nested) in xfrm4_esp_rcv, ip_local_deliver (nested) in xfrm_trans_reinject, event (exact)
  events skb/consume_skb
  edges encapsulated-in A (nested) 1

== the worker's calls are not recorded, its protocol's probe is
machine
protocols all
tracing stopped

trace
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=90 name=veth1
  ip_local_deliver {
    xfrm4_esp_rcv {
    }
  }
}
cpu 0 pid 9
p:udp_rcv skb=A
cpu 1 pid 8
skb/consume_skb skbaddr=A
has p:skb_release_head_state skb

packets
1: rx A (exact) gen -1 esp ? x0 consumed: what it carried came out of the tunnel @1000..1060
  way veth1
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  edges carries A (derived) 2
2: rx A (exact) gen -1 udp ? x0 delivered: its reader gave it back @1070..1080
  way veth1
  calls event (exact), event (exact)
  events udp_rcv, skb/consume_skb
  edges encapsulated-in A (derived) 1
