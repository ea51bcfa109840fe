What a tunnel's receive function takes is no TCP packet, though it was sent by TCP and comes back as the very skb;
what comes out on the tunnel's device is.

trace
cpu 0 pid 100
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=A len=94 name=veth1
  net/net_dev_start_xmit skbaddr=A len=94 protocol=0x800 name=veth1
  net/netif_rx skbaddr=A len=80 name=veth0
  net/net_dev_xmit skbaddr=A rc=0 name=veth1
}
cpu 0 softirq
process_backlog {
  __netif_receive_skb {
    net/netif_receive_skb skbaddr=A len=80 name=veth0
    ip_local_deliver {
      gre_rcv;
    }
  }
}
napi_gro_receive {
  net/napi_gro_receive_entry skbaddr=A len=60 name=gre0
}
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=60 name=gre0
  ip_local_deliver {
    tcp_v4_rcv;
  }
}

packets
1: tx A (nested) tcp ? x1 looped: the same skb came in again @1000..1050
  way veth1
  calls __tcp_transmit_skb (nested)
  frames A
  edges loopback-same A (exact)
2: rx A (exact) tcp ? x1 unknown: whether it carried data was not recorded @1150..1240
  way gre0
  calls napi_gro_receive (exact), netif_receive_skb (exact)
  events net/napi_gro_receive_entry, net/netif_receive_skb
  frames A
others: 1
