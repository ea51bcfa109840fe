Refused and not tried again: no frame of the wire, it stands in the qdisc.

trace
cpu 0 pid 100
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=A len=64
  net/net_dev_start_xmit skbaddr=A len=64 protocol=0x800
  net/net_dev_xmit skbaddr=A rc=16
}

packets
1: tx A (nested) tcp ? x0 qdisc-queued: queued, no driver took it @1000..1040
  calls __tcp_transmit_skb (nested)
