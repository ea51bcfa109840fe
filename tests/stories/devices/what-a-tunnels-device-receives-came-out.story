By the device's kind, where no function tells that a tunnel had it, and no event reads what came out (here a VLAN's
frame). (What carries it is TCP's here, whose header a story can write.)

== a tunnel's device
machine
protocols tcp,udp
device vx0 kind vxlan

trace
has p:skb_release_head_state skb
cpu 0 softirq
net/netif_receive_skb skbaddr=A len=116 name=eth1
e:net/netif_receive_skb skb=A tcp=4000>4789,PA,900,7,10
net/netif_receive_skb skbaddr=A len=66 name=vx0
net/netif_receive_skb skbaddr=A len=62 name=vx0.4
p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10

packets
1: rx A (exact) gen 0 tcp 4000>4789 P. 900+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1010
  way eth1
  calls event (exact)
  events net/netif_receive_skb
  edges carries A (exact) 2
2: rx A (exact) gen 0 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1020..1040
  way vx0 vx0.4
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv
  edges encapsulated-in A (exact) 1

== no tunnel's device
machine
protocols tcp,udp
device vx0 kind veth

packets
1: rx A (exact) gen 0 tcp 4000>4789 P. 900+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1040
  way eth1 vx0 vx0.4
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv
