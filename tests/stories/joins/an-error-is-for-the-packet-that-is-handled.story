A datagram by loopback; the error that is sent while it is handled comes back the same way.

== UDP and ICMP are asked for
machine
protocols udp,icmp
tracing stopped

trace
cpu 0 pid 7
udp_sendmsg {
  net/net_dev_queue skbaddr=A len=50 name=lo
  net/net_dev_start_xmit skbaddr=A len=50 protocol=2048 name=lo
  net/net_dev_xmit skbaddr=A len=50 rc=0 name=lo
}
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=50 name=lo
  ip_local_deliver {
    udp_rcv {
      __icmp_send {
        icmp_push_reply {
          net/net_dev_queue skbaddr=B len=78 name=lo
          net/net_dev_start_xmit skbaddr=B len=78 protocol=2048 name=lo
          net/net_dev_xmit skbaddr=B len=78 rc=0 name=lo
        }
      }
      p:skb_release_head_state skb=A
    }
  }
}
netif_receive_skb {
  net/netif_receive_skb skbaddr=B len=78 name=lo
  ip_local_deliver {
    icmp_rcv {
      p:skb_release_head_state skb=B
    }
  }
}

packets
1: tx A (nested) gen -1 udp ? x1 looped: the same skb came in again @1000..1040
  way lo
  calls udp_sendmsg (nested)
  frames A
  edges loopback-same A (exact) 2, answered-by B (derived) 4
  error error
2: rx A (exact) gen -1 udp ? x0 unknown: freed with no reader and no drop recorded @1050..1190
  way lo
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  edges loopback-same A (exact) 1, answered-by B (nested) 3
  error error
3: tx B (nested) gen -1 icmp ? x1 looped: the same skb came in again @1090..1150
  way lo
  calls __icmp_send (nested) in udp_rcv
  frames B
  edges error-for A (nested) 2, loopback-same B (exact) 4
4: rx B (exact) gen -1 icmp ? x0 unknown: freed with no reader and no drop recorded @1200..1270
  way lo
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  edges loopback-same B (exact) 3, error-for A (derived) 1

== the error is not told of, and said all the same
machine
protocols udp
tracing stopped

packets
1: tx A (nested) gen -1 udp ? x1 looped: the same skb came in again @1000..1040
  way lo
  calls udp_sendmsg (nested)
  frames A
  edges loopback-same A (exact) 2, answered-by B (derived)
  error error
2: rx A (exact) gen -1 udp ? x0 unknown: freed with no reader and no drop recorded @1050..1190
  way lo
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  edges loopback-same A (exact) 1, answered-by B (nested)
  error error
others: 2

== neither is asked for
machine
tracing stopped

packets
none
others: 2
