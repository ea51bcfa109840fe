All of its calls were recorded, and nothing became of it: no neighbour is blamed.

trace
cpu 0 pid 100
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=Z len=66 name=lo
  net/net_dev_start_xmit skbaddr=Z len=66 protocol=0x800 name=lo
  net/net_dev_xmit skbaddr=Z rc=0 name=lo
}
__tcp_transmit_skb {
  ip_output;
}

packets
1: tx Z (nested) tcp ? x1 sent: net_dev_xmit rc 0 @1000..1040
  way lo
  calls __tcp_transmit_skb (nested)
  frames Z
2: tx - (none) tcp ? x0 unknown: no device's queue saw it, and no neighbour's was recorded @1050..1080
  calls __tcp_transmit_skb (nested)
