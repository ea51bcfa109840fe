GSO: the skb is used up, and its socket takes segments. What loops was sent as one all the same: its segments are the
receiver's.

machine
protocols udp
tracing stopped

trace
cpu 0 pid 7
net/net_dev_queue skbaddr=A len=4000 name=lo
net/net_dev_start_xmit skbaddr=A len=4000 protocol=2048 name=lo gso_segs=2 gso_size=1980
net/net_dev_xmit skbaddr=A len=4000 rc=0 name=lo
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=4000 name=lo
  ip_local_deliver {
    udp_rcv {
      __skb_gso_segment {
        p:__copy_skb_header new=B old=A
        p:__copy_skb_header new=C old=A
      }
      skb/consume_skb skbaddr=A
      p:skb_release_head_state skb=A
    }
  }
}
cpu 1 pid 8
skb/consume_skb skbaddr=B
skb/consume_skb skbaddr=C
net/net_dev_queue skbaddr=B len=60 name=lo
net/net_dev_start_xmit skbaddr=B len=60 protocol=2048 name=lo gso_segs=0 gso_size=0
net/net_dev_xmit skbaddr=B len=60 rc=0 name=lo

packets
1: tx A (exact) gen -1 udp ? x1 of 2 looped: the same skb came in again @1000..1020
  way lo
  calls event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A
  edges loopback-same A (exact) 2
2: rx A (exact) gen -1 udp ? x0 of 2 delivered: 2 datagrams: 2 delivered @1030..1170
  way lo
  calls netif_receive_skb (exact), event (exact), event (exact)
  events net/netif_receive_skb, skb/consume_skb, skb/consume_skb
  edges loopback-same A (exact) 1, gso-segment B (exact), gso-segment C (exact)
  copies gso-segment B delivered, gso-segment C delivered
undecided: rx 0 tx 1
