How the skb is known says nothing of the addresses.

== sent, nested
trace
net/net_dev_queue skbaddr=A len=66
net/net_dev_start_xmit skbaddr=A len=66 protocol=0x800
p:tcp_wfree skb=A
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=B len=66
}

packets
1: tx B (nested) tcp ? x0 qdisc-queued: queued, no driver took it @1030..1050
  calls __tcp_transmit_skb (nested)
undecided: rx 0 tx 1

== received
trace
cpu 0 softirq
net/netif_receive_skb skbaddr=A len=50
tcp_v4_rcv {
  p:tcp_v4_rcv skb=A
}

packets
1: rx A (exact) tcp ? x0 unknown: whether it carried data was not recorded @1000..1030
  calls event (exact), tcp_v4_rcv (exact)
  events net/netif_receive_skb

== sent, in a frame
trace
__tcp_transmit_skb {
  p:__tcp_transmit_skb skb=A clone_it=1 cb_seq=1 cb_end_seq=2
  net/net_dev_queue skbaddr=A+ len=66
}

packets
1: tx A+ (nested) tcp ? 1+1 x0 unknown: given to a device's queue, no event of a driver was recorded @1000..1030
  original A
  calls __tcp_transmit_skb (exact)
  edges fclone A (nested)

== sent, without frames
trace
cpu 0 pid 7
p:__tcp_transmit_skb skb=A clone_it=1 cb_seq=1 cb_end_seq=2
net/net_dev_queue skbaddr=A+ len=66

packets
1: tx A+ (derived) tcp ? 1+1 x0 unknown: given to a device's queue, no event of a driver was recorded @1000..1010
  original A
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue
  edges fclone A (derived)
