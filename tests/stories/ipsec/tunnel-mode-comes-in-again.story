What was in ESP, in tunnel mode, comes in again in the same sk_buff.

== a function says that it will
machine
protocols all
tracing stopped

trace
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=90 name=veth1
  ip_local_deliver {
    xfrm4_esp_rcv {
      gro_cells_receive;
    }
  }
}
cpu 0 softirq
netif_receive_skb {
  e:net/netif_receive_skb skb=A tcp=1001>2002,A,100,7,0
  net/netif_receive_skb skbaddr=A len=50 name=veth1
  ip_local_deliver {
    tcp_v4_rcv;
  }
}
has p:skb_release_head_state skb

packets
1: rx A (exact) gen 0 esp ? x0 consumed: what it carried came out of the tunnel @1000..1080
  way veth1
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  edges carries A (exact) 2
2: rx A (exact) gen 0 tcp 1001>2002 . 100+0 ack 7 (exact, event) x0 consumed: pure ACK @1090..1160
  way veth1
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  edges encapsulated-in A (exact) 1

== nothing says so: it may be the next packet at that address
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
cpu 0 softirq
netif_receive_skb {
  e:net/netif_receive_skb skb=A tcp=1001>2002,A,100,7,0
  net/netif_receive_skb skbaddr=A len=50 name=veth1
  ip_local_deliver {
    tcp_v4_rcv;
  }
}
has p:skb_release_head_state skb

packets
1: rx A (exact) gen -1 esp ? x0 unknown: no reader, queue or free of it was recorded @1000..1060
  way veth1
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
2: rx A (exact) gen 0 tcp 1001>2002 . 100+0 ack 7 (exact, event) x0 consumed: pure ACK @1070..1140
  way veth1
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
