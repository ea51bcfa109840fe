No protocol takes a fragment: the next call is for the next skb all the same.

machine
protocols udp
tracing stopped

trace
cpu 0 softirq
__netif_receive_skb_list_core {
  net/netif_receive_skb skbaddr=A len=1500 name=eth0
  net/netif_receive_skb skbaddr=B len=50 name=eth0
  ip_local_deliver {
    ip_defrag;
  }
  ip_local_deliver {
    udp_rcv;
  }
}
cpu 1 pid 7
skb/consume_skb skbaddr=B
p:skb_release_head_state skb=B

packets
1: rx B (exact) gen -1 udp ? x0 delivered: its reader gave it back @1020..1120
  way eth0
  calls event (exact), ip_local_deliver (nested) in __netif_receive_skb_list_core, event (exact)
  events net/netif_receive_skb, skb/consume_skb
