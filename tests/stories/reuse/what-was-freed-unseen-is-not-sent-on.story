What a card was given for good, and nobody gave back: where no event of that can be missing, its device sends it on
(WireGuard). Where events were lost meanwhile, on any CPU, the address may be another packet's.

== sent on
trace
has p:skb_release_head_state skb
cpu 0 pid 100
net/net_dev_queue skbaddr=A len=74 name=eth0
e:net/net_dev_start_xmit skb=A name=eth0 tcp=1001>2002,PA,100,7,10
net/net_dev_xmit skbaddr=A rc=0 name=eth0
cpu 0 pid 300
net/net_dev_queue skbaddr=A len=42 name=veth0
net/net_dev_xmit skbaddr=A rc=0 name=veth0

packets
1: tx A (exact) gen 0 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 sent: net_dev_xmit rc 0 @1000..1040
  way eth0 veth0
  calls event (exact), event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit, net/net_dev_queue, net/net_dev_xmit

== events were lost before it was sent on
trace
has p:skb_release_head_state skb
cpu 0 pid 100
net/net_dev_queue skbaddr=A len=74 name=eth0
e:net/net_dev_start_xmit skb=A name=eth0 tcp=1001>2002,PA,100,7,10
net/net_dev_xmit skbaddr=A rc=0 name=eth0
cpu 1 pid 200
lost 7
ip_rcv;
cpu 0 pid 300
net/net_dev_queue skbaddr=A len=42 name=veth0
net/net_dev_xmit skbaddr=A rc=0 name=veth0

packets
1: tx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 lossy sent: net_dev_xmit rc 0 @1000..1020
  way eth0, not complete
  calls event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A:100+10
lost: 7 of 7 events until 1060, complete since 1030

== received
trace
has p:skb_release_head_state skb
cpu 0 pid 100
net/net_dev_queue skbaddr=A len=74 name=eth0
e:net/net_dev_start_xmit skb=A name=eth0 tcp=1001>2002,PA,100,7,10
net/net_dev_xmit skbaddr=A rc=0 name=eth0
cpu 0 softirq
net/netif_receive_skb skbaddr=A name=veth1
p:tcp_v4_rcv skb=A

packets
1: tx A (exact) gen 0 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 looped: the same skb came in again @1000..1020
  way eth0
  calls event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A:100+10
  edges loopback-same A (exact) 2
2: rx A (exact) gen 0 tcp 1001>2002 P. 100+10 ack 7 (derived, edge) x0 unknown: no reader, queue or free of it was recorded @1030..1040
  way veth1
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv
  edges loopback-same A (exact) 1

== events were lost before it was received
trace
has p:skb_release_head_state skb
cpu 0 pid 100
net/net_dev_queue skbaddr=A len=74 name=eth0
e:net/net_dev_start_xmit skb=A name=eth0 tcp=1001>2002,PA,100,7,10
net/net_dev_xmit skbaddr=A rc=0 name=eth0
cpu 1 pid 200
lost 7
ip_rcv;
cpu 0 softirq
net/netif_receive_skb skbaddr=A name=veth1
p:tcp_v4_rcv skb=A

packets
1: tx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 lossy sent: net_dev_xmit rc 0 @1000..1020
  way eth0, not complete
  calls event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A:100+10
2: rx A (exact) gen 0 tcp ? x0 unknown: whether it carried data was not recorded @1050..1060
  way veth1
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv
lost: 7 of 7 events until 1060, complete since 1030

== the first event of the next packet is not the device's queue's
trace
has p:skb_release_head_state skb
cpu 0 pid 100
net/net_dev_queue skbaddr=A len=74 name=eth0
e:net/net_dev_start_xmit skb=A name=eth0 tcp=1001>2002,PA,100,7,10
net/net_dev_xmit skbaddr=A rc=0 name=eth0
cpu 1 pid 200
lost 7
ip_rcv;
cpu 0 pid 300
p:ip_finish_output2 skb=A tcp=2002>1001,SA,500,101,0
cpu 0 pid 300
net/net_dev_queue skbaddr=A len=42 name=veth0
net/net_dev_xmit skbaddr=A rc=0 name=veth0

packets
1: tx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 lossy sent: net_dev_xmit rc 0 @1000..1020
  way eth0, not complete
  calls event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A:100+10
2: tx A (exact) gen 0 tcp 2002>1001 S. 500+0 ack 101 (exact, event) x0 sent: net_dev_xmit rc 0 @1050..1070
  way veth0
  calls event (exact)
  events ip_finish_output2, net/net_dev_queue, net/net_dev_xmit
lost: 7 of 8 events until 1070, complete since 1030
