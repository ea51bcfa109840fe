Standard tracepoints: a macvlan's driver queues the very skb on the device below. The neighbour's answer has let it
out, so that no frame is its own.

trace
cpu 0 pid 100
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=Z len=66 name=lo
  net/net_dev_start_xmit skbaddr=Z len=66 protocol=0x800 name=lo
  net/net_dev_xmit skbaddr=Z rc=0 name=lo
  __neigh_event_send;
}
__tcp_transmit_skb {
  __neigh_event_send;
}
cpu 0 softirq
arp_process {
  __neigh_update {
    net/net_dev_queue skbaddr=A len=74 name=mv0
    net/net_dev_start_xmit skbaddr=A len=74 protocol=0x800 name=mv0
    net/net_dev_queue skbaddr=A len=74 name=veth0
    net/net_dev_start_xmit skbaddr=A len=74 protocol=0x800 name=veth0
    net/net_dev_xmit skbaddr=A rc=0 name=veth0
    net/net_dev_xmit skbaddr=A rc=0 name=mv0
  }
}

packets
1: tx Z (nested) tcp ? x1 sent: net_dev_xmit rc 0 @1000..1060
  way lo
  calls __tcp_transmit_skb (nested)
  frames Z
2: tx A (guess) tcp ? x1 sent: net_dev_xmit rc 0 @1070..1180
  way mv0 veth0
  calls __tcp_transmit_skb (nested), event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A
