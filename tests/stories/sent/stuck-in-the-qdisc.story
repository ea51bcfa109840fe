The queue took it, no driver did.

trace
cpu 0 pid 100
net/net_dev_start_xmit skbaddr=Z len=42 protocol=0x806
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=A len=64
}

packets
1: tx A (nested) tcp ? x0 qdisc-queued: queued, no driver took it @1010..1030
  calls __tcp_transmit_skb (nested)
