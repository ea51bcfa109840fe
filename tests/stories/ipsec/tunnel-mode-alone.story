To TCP alone it is one packet, which comes in twice.

machine
protocols tcp
tracing stopped

trace
cpu 1 pid 7
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=A len=90 name=veth0
  net/net_dev_start_xmit skbaddr=A len=90 protocol=2048 name=veth0
  net/net_dev_xmit skbaddr=A len=90 rc=0 name=veth0
}
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
napi_gro_receive {
  net/napi_gro_receive_entry skbaddr=A len=50 name=veth1
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
1: tx A (nested) gen 0 tcp 1001>2002 . 100+0 ack 7 (derived, edge) x1 looped: the same skb came in again @1000..1040
  way veth0
  calls __tcp_transmit_skb (nested)
  frames A
  edges loopback-same A (exact) 2
2: rx A (exact) gen 0 tcp 1001>2002 . 100+0 ack 7 (exact, event) x1 of 1 consumed: pure ACK @1050..1240
  way veth1
  calls netif_receive_skb (exact), napi_gro_receive (exact), netif_receive_skb (exact)
  events net/netif_receive_skb, net/napi_gro_receive_entry, net/netif_receive_skb
  frames A
  edges loopback-same A (exact) 1
