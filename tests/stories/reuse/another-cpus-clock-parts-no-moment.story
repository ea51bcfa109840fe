CPU 1's clock is behind: what it did afterwards stands between a tracepoint and the probe on it, or in front of both.
The skb is still what the first CPU had.

== looped
trace
has p:skb_release_head_state skb
cpu 0 pid 100
net/net_dev_queue skbaddr=A len=64 name=veth0
net/net_dev_start_xmit skbaddr=A len=64 protocol=0x800 name=veth0
cpu 1 softirq
net/netif_receive_skb skbaddr=A len=50 name=veth1
cpu 0 pid 100
e:net/net_dev_start_xmit skb=A tcp=1001>2002,PA,100,7,10
net/net_dev_xmit skbaddr=A rc=0 name=veth0
cpu 1 softirq
p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10

packets
1: tx A (exact) gen 0 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 looped: the same skb came in again @1000..1040
  way veth0
  calls event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A:100+10
  edges loopback-same A (exact) 2
2: rx A (exact) gen 0 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1020..1050
  way veth1
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv
  edges loopback-same A (exact) 1

== freed by a driver that was done with it
trace
has p:skb_release_head_state skb
cpu 0 pid 100
net/net_dev_queue skbaddr=A len=64 name=eth0
net/net_dev_start_xmit skbaddr=A len=64 protocol=0x800 name=eth0
cpu 1 softirq
p:skb_release_head_state skb=A
cpu 0 pid 100
e:net/net_dev_start_xmit skb=A tcp=1001>2002,PA,100,7,10
net/net_dev_xmit skbaddr=A rc=0 name=eth0

packets
1: tx A (exact) gen -1 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1000..1040
  way eth0
  calls event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A:100+10

== read, freed, and another's already
trace
has p:skb_release_head_state skb
cpu 0 softirq
net/netif_receive_skb skbaddr=A len=50 name=veth1
cpu 1 pid 200
p:skb_release_head_state skb=A
p:__copy_skb_header new=A old=B
cpu 0 softirq
e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,10
p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10
cpu 1 pid 200
p:ip_finish_output2 skb=A tcp=2002>3003,PA,500,7,10
net/net_dev_queue skbaddr=A len=64 name=eth0

packets
1: rx A (exact) gen -1 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: freed with no reader and no drop recorded: its bytes went into another skb, or the socket was closed unread @1000..1040
  way veth1
  calls event (exact)
  events net/netif_receive_skb, skb_release_head_state, net/netif_receive_skb, tcp_v4_rcv
2: tx A (exact) gen 0 tcp 2002>3003 P. 500+10 ack 7 (exact, event) x0 unknown: given to a device's queue, no event of a driver was recorded @1050..1060
  way eth0
  calls event (exact)
  events ip_finish_output2, net/net_dev_queue
