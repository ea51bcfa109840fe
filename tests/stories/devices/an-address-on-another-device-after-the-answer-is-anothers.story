Once the driver has answered, the address on another device is another packet's.

trace
cpu 0 pid 100
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=A len=74 name=eth0
  net/net_dev_start_xmit skbaddr=A len=74 protocol=0x800 name=eth0
  net/net_dev_xmit skbaddr=A rc=0 name=eth0
}
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=A len=74 name=veth0
  net/net_dev_start_xmit skbaddr=A len=74 protocol=0x800 name=veth0
  net/net_dev_xmit skbaddr=A rc=0 name=veth0
}

packets
1: tx A (nested) tcp ? x1 sent: net_dev_xmit rc 0 @1000..1040
  way eth0
  calls __tcp_transmit_skb (nested)
  frames A
2: tx A (nested) tcp ? x1 sent: net_dev_xmit rc 0 @1050..1090
  way veth0
  calls __tcp_transmit_skb (nested)
  frames A
