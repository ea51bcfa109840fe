Not every answer is recorded: one that is missing says nothing.

trace
filtered net/net_dev_xmit
cpu 0 pid 100
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=A len=64
  net/net_dev_start_xmit skbaddr=A len=64 protocol=0x800
  net/net_dev_xmit skbaddr=A rc=0
}
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=B len=64
  net/net_dev_start_xmit skbaddr=B len=64 protocol=0x800
}

packets
1: tx A (nested) tcp ? x1 sent: net_dev_xmit rc 0 @1000..1040
  calls __tcp_transmit_skb (nested)
  frames A
2: tx B (nested) tcp ? x1 sent: handed to the driver @1050..1080
  calls __tcp_transmit_skb (nested)
  frames B?
