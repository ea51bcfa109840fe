Standard tracepoints only: a frame at an address that is in use begins a new packet; its generation is not known.

trace
cpu 0 softirq
netif_receive_skb {
  net/napi_gro_receive_entry skbaddr=A len=50
  net/netif_receive_skb skbaddr=A len=50
  tcp_v4_rcv;
}
netif_receive_skb {
  net/napi_gro_receive_entry skbaddr=A len=60
  net/netif_receive_skb skbaddr=A len=60
  tcp_v4_rcv;
}
cpu 0 pid 100
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=A len=100
  net/net_dev_start_xmit skbaddr=A len=100 protocol=0x800
  net/net_dev_xmit skbaddr=A rc=0
}
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=A len=200
  net/net_dev_start_xmit skbaddr=A len=200 protocol=0x800
  net/net_dev_xmit skbaddr=A rc=0
}

packets
1: rx A (exact) tcp ? x1 unknown: whether it carried data was not recorded @1000..1050
  calls netif_receive_skb (exact)
  events net/napi_gro_receive_entry, net/netif_receive_skb
  frames A
2: rx A (exact) tcp ? x1 unknown: whether it carried data was not recorded @1060..1110
  calls netif_receive_skb (exact)
  events net/napi_gro_receive_entry, net/netif_receive_skb
  frames A
3: tx A (nested) tcp ? x1 sent: net_dev_xmit rc 0 @1120..1160
  calls __tcp_transmit_skb (nested)
  frames A
4: tx A (nested) tcp ? x1 sent: net_dev_xmit rc 0 @1170..1210
  calls __tcp_transmit_skb (nested)
  frames A
