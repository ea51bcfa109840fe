Refused, then taken: one frame of the wire.

trace
cpu 0 pid 100
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=A len=64
  net/net_dev_start_xmit skbaddr=A len=64 protocol=0x800
  net/net_dev_xmit skbaddr=A rc=16
  net/net_dev_start_xmit skbaddr=A len=64 protocol=0x800
  net/net_dev_xmit skbaddr=A rc=0
}

packets
1: tx A (nested) tcp ? x1 sent: net_dev_xmit rc 0 @1000..1060
  calls __tcp_transmit_skb (nested)
  frames A
