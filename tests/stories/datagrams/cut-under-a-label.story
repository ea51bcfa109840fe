A device was given what it cannot cut, under a label that hides its header (MPLS): the segments have its addresses,
and which of its numbers nobody knows.

machine
tracing stopped

trace
has p:skb_release_head_state skb
cpu 0 pid 100
__tcp_transmit_skb {
  e:net/net_dev_start_xmit skb=A tcp=2002>1001,A,100,7,30
  net/net_dev_queue skbaddr=A len=92
  __skb_gso_segment {
    p:__copy_skb_header new=B old=A
    p:__copy_skb_header new=C old=A
  }
  p:skb_release_head_state skb=A
  net/net_dev_start_xmit skbaddr=B len=74 protocol=0x8847 name=veth0
  net/net_dev_xmit skbaddr=B rc=0 name=veth0
  net/net_dev_start_xmit skbaddr=C len=64 protocol=0x8847 name=veth0
  net/net_dev_xmit skbaddr=C rc=0 name=veth0
}
cpu 0 softirq
net/netif_receive_skb skbaddr=B len=60 name=veth1
net/netif_receive_skb skbaddr=C len=50 name=veth1

packets
1: tx A (nested) gen -1 tcp 2002>1001 . 100+30 ack 7 (exact, event) x1 looped: the same skb came in again @1000..1120
  way veth0
  calls __tcp_transmit_skb (nested)
  frames A?:100+30
  edges loopback-same B (exact) 2
2: rx B (exact) gen 0 tcp 2002>1001 ack 7 (derived, edge) x0 unknown: whether it carried data was not recorded @1130..1130
  way veth1
  calls event (exact)
  events net/netif_receive_skb
  edges loopback-same B (exact) 1
3: rx C (exact) gen 0 tcp 2002>1001 ack 7 (derived, edge) x0 unknown: whether it carried data was not recorded @1140..1140
  way veth1
  calls event (exact)
  events net/netif_receive_skb
  edges loopback-same C (exact) 1
