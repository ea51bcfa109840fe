Cut before its device, and no header is read where they come in: each is the frame that it was sent as, and none is
what the call sent.

== TCP's, with their headers at the driver
machine
tracing stopped

trace
has p:skb_release_head_state skb
cpu 0 pid 100
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=A len=92
  __skb_gso_segment {
    p:__copy_skb_header new=B old=A
    p:__copy_skb_header new=C old=A
  }
  p:skb_release_head_state skb=A
  net/net_dev_start_xmit skbaddr=B len=74 protocol=0x800 name=veth0
  e:net/net_dev_start_xmit skb=B tcp=2002>1001,A,100,7,20
  net/net_dev_xmit skbaddr=B rc=0 name=veth0
  net/net_dev_start_xmit skbaddr=C len=64 protocol=0x800 name=veth0
  e:net/net_dev_start_xmit skb=C tcp=2002>1001,PA,120,7,10
  net/net_dev_xmit skbaddr=C rc=0 name=veth0
}
cpu 0 softirq
net/netif_receive_skb skbaddr=B len=60 name=veth1
net/netif_receive_skb skbaddr=C len=50 name=veth1

packets
1: tx A (nested) gen -1 tcp 2002>1001 P. 100+30 ack 7 (exact, event) x2 looped: the same skb came in again @1000..1130
  way veth0
  calls __tcp_transmit_skb (nested)
  frames B:100+20, C:120+10
  edges gso-segment B (exact), gso-segment C (exact), loopback-same B (exact) 2
2: rx B (exact) gen 0 tcp 2002>1001 . 100+20 ack 7 (derived, edge) x0 unknown: no reader, queue or free of it was recorded @1140..1140
  way veth1
  calls event (exact)
  events net/netif_receive_skb
  edges loopback-same B (exact) 1
3: rx C (exact) gen 0 tcp 2002>1001 P. 120+10 ack 7 (derived, edge) x0 unknown: no reader, queue or free of it was recorded @1150..1150
  way veth1
  calls event (exact)
  events net/netif_receive_skb
  edges loopback-same C (exact) 1

== UDP's, without
machine
protocols udp
tracing stopped

trace
has p:skb_release_head_state skb
cpu 0 pid 100
udp_sendmsg {
  net/net_dev_queue skbaddr=A len=92
  __skb_gso_segment {
    p:__copy_skb_header new=B old=A
    p:__copy_skb_header new=C old=A
  }
  p:skb_release_head_state skb=A
  net/net_dev_start_xmit skbaddr=B len=74 protocol=0x800 name=veth0
  net/net_dev_xmit skbaddr=B rc=0 name=veth0
  net/net_dev_start_xmit skbaddr=C len=64 protocol=0x800 name=veth0
  net/net_dev_xmit skbaddr=C rc=0 name=veth0
}
cpu 0 softirq
net/netif_receive_skb skbaddr=B len=60 name=veth1
net/netif_receive_skb skbaddr=C len=50 name=veth1

packets
1: tx A (nested) gen -1 udp ? x2 looped: the same skb came in again @1000..1110
  way veth0
  calls udp_sendmsg (nested)
  frames B, C
  edges gso-segment B (exact), gso-segment C (exact), loopback-same B (exact) 2
2: rx B (exact) gen 0 udp ? x0 unknown: no reader, queue or free of it was recorded @1120..1120
  way veth1
  calls event (exact)
  events net/netif_receive_skb
  edges loopback-same B (exact) 1
3: rx C (exact) gen 0 udp ? x0 unknown: no reader, queue or free of it was recorded @1130..1130
  way veth1
  calls event (exact)
  events net/netif_receive_skb
  edges loopback-same C (exact) 1
