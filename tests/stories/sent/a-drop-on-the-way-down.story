A netfilter rule or a full qdisc: kfree_skb before any driver.

trace
cpu 0 pid 100
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=A len=64
  skb/kfree_skb skbaddr=A location=&__dev_queue_xmit
}

packets
1: tx A (nested) tcp ? x0 dropped: no reason recorded at __dev_queue_xmit+0x0/0x100 @1000..1030
  calls __tcp_transmit_skb (nested)
  kfree_skb at __dev_queue_xmit
  dropped - unknown: the kernel gave no reason; __dev_queue_xmit freed it
