UDP's function has it first; that it carries ESP, IPsec's function says.

== ESP
machine
protocols all
tracing stopped

trace
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=90 name=veth1
  ip_local_deliver {
    udp_rcv {
      udp_queue_rcv_skb {
        xfrm4_rcv_encap {
          xfrm_input {
            xfrm_trans_queue;
          }
        }
      }
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
1: rx A (exact) gen -1 esp in udp ? x0 consumed: what it carried came out of the tunnel @1000..1140
  way veth1
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  edges carries A (nested) 2
2: rx A (exact) gen -1 udp ? x0 delivered: its reader gave it back @1070..1210
  way veth1
  calls xfrm_trans_queue (nested) in xfrm_input in xfrm4_rcv_encap in udp_queue_rcv_skb in udp_rcv, ip_local_deliver (nested) in xfrm_trans_reinject, event (exact)
  events skb/consume_skb
  edges encapsulated-in A (nested) 1

== a keepalive comes to the same socket
machine
protocols all
tracing stopped

trace
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=90 name=veth1
  ip_local_deliver {
    udp_rcv {
      udp_queue_rcv_skb {
        xfrm4_udp_encap_rcv {
          skb/kfree_skb skbaddr=A location=&xfrm4_udp_encap_rcv
        }
      }
    }
  }
}
has p:skb_release_head_state skb

packets
1: rx A (exact) gen 0 udp ? x0 dropped: no reason recorded at xfrm4_udp_encap_rcv+0x0/0x100 @1000..1110
  way veth1
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  kfree_skb at xfrm4_udp_encap_rcv
  dropped - place: a keepalive of ESP in UDP, or not whole (xfrm4_udp_encap_rcv)
