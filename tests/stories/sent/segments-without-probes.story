The same with tracepoints and frames only: they join by nesting.

trace
cpu 0 pid 100
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=A len=84
  net/net_dev_start_xmit skbaddr=B len=74 protocol=0x800
  net/net_dev_xmit skbaddr=B rc=0
  net/net_dev_start_xmit skbaddr=C len=64 protocol=0x800
  net/net_dev_xmit skbaddr=C rc=0
}

packets
1: tx A (nested) tcp ? x2 sent: net_dev_xmit rc 0 @1000..1060
  calls __tcp_transmit_skb (nested)
  frames B, C
  edges gso-segment B (nested), gso-segment C (nested)
