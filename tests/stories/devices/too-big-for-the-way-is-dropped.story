Cut into segments that may not be fragmented: each is freed before a device has seen it.

trace
cpu 0 pid 100
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=Z len=66 name=lo
  net/net_dev_start_xmit skbaddr=Z len=66 protocol=0x800 name=lo
  net/net_dev_xmit skbaddr=Z rc=0 name=lo
}
__tcp_transmit_skb {
  ip_fragment {
    __icmp_send {
      skb/kfree_skb skbaddr=D location=&icmp_rcv
    }
    skb/kfree_skb skbaddr=B location=&return_to_handler
  }
  ip_fragment {
    skb/kfree_skb skbaddr=C location=&return_to_handler
  }
}

packets
1: tx Z (nested) tcp ? x1 sent: net_dev_xmit rc 0 @1000..1040
  way lo
  calls __tcp_transmit_skb (nested)
  frames Z
2: tx - (none) tcp ? x0 dropped: no reason recorded at ip_fragment+0x0/0x100 @1050..1150
  calls __tcp_transmit_skb (nested)
  kfree_skb at ip_fragment
  dropped - unknown: the kernel gave no reason; ip_fragment freed it
