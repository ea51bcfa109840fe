One sk_buff, two packets on the way out; at the other end of the veth pair two again.

machine
protocols all
tracing stopped

trace
cpu 0 pid 7
net/net_dev_xmit skbaddr=Z len=50 rc=0 name=eth0
udp_sendmsg {
  net/net_dev_queue skbaddr=A len=50 name=gre0
  net/net_dev_start_xmit skbaddr=A len=50 protocol=2048 name=gre0
  ipgre_xmit {
    iptunnel_xmit {
      net/net_dev_queue skbaddr=A len=74 name=veth0
      net/net_dev_start_xmit skbaddr=A len=74 protocol=2048 name=veth0
      net/net_dev_xmit skbaddr=A len=74 rc=0 name=veth0
    }
  }
  net/net_dev_xmit skbaddr=A len=50 rc=0 name=gre0
}
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=74 name=veth1
  ip_local_deliver {
    gre_rcv;
  }
}
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=50 name=gre1
  ip_local_deliver {
    udp_rcv;
  }
}
cpu 1 pid 8
skb/consume_skb skbaddr=A
p:skb_release_head_state skb=A

packets
1: tx A (nested) gen -1 udp ? x1 sent: net_dev_xmit rc 0 @1010..1120
  way gre0
  calls udp_sendmsg (nested)
  frames A
  edges encapsulated-in - (nested) 2
2: tx A (nested) gen -1 gre ? x1 looped: the same skb came in again @1050..1090
  way veth0
  calls iptunnel_xmit (nested) in ipgre_xmit
  frames A
  edges carries A (nested) 1, loopback-same A (exact) 3
3: rx A (exact) gen -1 gre ? x0 consumed: what it carried came out of the tunnel @1130..1190
  way veth1
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  edges loopback-same A (exact) 2, carries A (exact) 4
4: rx A (exact) gen -1 udp ? x0 delivered: its reader gave it back @1200..1270
  way gre1
  calls netif_receive_skb (exact), event (exact)
  events net/netif_receive_skb, skb/consume_skb
  edges encapsulated-in A (exact) 3
