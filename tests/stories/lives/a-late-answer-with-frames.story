Function graph and standard events: the driver's call shows whose answer it is. The pointer is the frame's packet's
because its event comes inside, and no surer than that.

trace
cpu 0 pid 100
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=A len=64 name=eth0
  dev_hard_start_xmit {
cpu 1 softirq
skb/consume_skb skbaddr=A
cpu 1 pid 200
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=A len=74 name=eth1
cpu 0 pid 100
    net/net_dev_xmit skbaddr=A rc=0 name=eth0
  }
}

packets
1: tx A (nested) tcp ? x0 sent: net_dev_xmit rc 0 @1000..1080
  way eth0
  calls __tcp_transmit_skb (nested)
2: tx A (nested) tcp ? x0 qdisc-queued: queued, no driver took it @1040..1050
  way eth1
  calls __tcp_transmit_skb~ (nested)
