... or at once, without an event: then it was read, if a drop would have been recorded.

== whether a drop would have been recorded is not known
machine
protocols udp
tracing stopped

trace
cpu 0 softirq
net/netif_receive_skb skbaddr=A len=50 name=eth0
udp_rcv;
cpu 0 pid 7
p:skb_release_head_state skb=A

packets
1: rx A (exact) gen -1 udp ? x0 unknown: freed with no reader and no drop recorded @1000..1030
  way eth0
  calls event (exact), udp_rcv (nested)
  events net/netif_receive_skb, skb_release_head_state

== a drop would have been recorded
machine
protocols udp
tracing stopped

trace
cpu 0 softirq
net/netif_receive_skb skbaddr=A len=50 name=eth0
udp_rcv;
cpu 0 pid 7
p:skb_release_head_state skb=A
cpu 1 softirq
skb/kfree_skb skbaddr=B location=&icmp_rcv

packets
1: rx A (exact) gen -1 udp ? x0 delivered: its reader gave it back @1000..1030
  way eth0
  calls event (exact), udp_rcv (nested)
  events net/netif_receive_skb, skb_release_head_state
