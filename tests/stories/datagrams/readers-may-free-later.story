6.18 and later: in some later softirq, or in the call that says so. What ends so in the softirq that brought it was
not read.

machine
protocols udp
tracing stopped

trace
cpu 0 softirq
net/netif_receive_skb skbaddr=A len=50 name=eth0
udp_rcv;
net/netif_receive_skb skbaddr=B len=50 name=eth0
udp_rcv;
netif_receive_skb {
  net/netif_receive_skb skbaddr=C len=50 name=eth0
  udp_rcv {
    skb/consume_skb skbaddr=C
    p:skb_release_head_state skb=C
  }
}
cpu 0 pid 7
skb_attempt_defer_free {
  p:skb_release_head_state skb=B
}
cpu 1 softirq
skb/consume_skb skbaddr=A
p:skb_release_head_state skb=A

packets
1: rx A (exact) gen -1 udp ? x0 delivered: its reader gave it back @1000..1160
  way eth0
  calls event (exact), udp_rcv (nested), event (exact)
  events net/netif_receive_skb, skb/consume_skb
2: rx B (exact) gen -1 udp ? x0 delivered: its reader gave it back @1030..1140
  way eth0
  calls event (exact), udp_rcv (nested)
  events net/netif_receive_skb, skb_release_head_state
3: rx C (exact) gen -1 udp ? x0 consumed: taken by udp_rcv @1060..1120
  way eth0
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
