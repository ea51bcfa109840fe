What comes in on a tunnel's device was in another packet below, whatever that was, and whether or not anything read its header.

== nothing read it
machine
protocols all
device gre1 kind gretap
tracing stopped

trace
has p:skb_release_head_state skb
cpu 0 softirq
net/netif_receive_skb skbaddr=A len=74 name=veth1
net/napi_gro_receive_entry skbaddr=A len=50 name=gre1
net/netif_receive_skb skbaddr=A len=50 name=gre1
e:net/netif_receive_skb skb=A tcp=2002>1001,PA,7,100,10
p:tcp_v4_rcv skb=A tcp=2002>1001,PA,7,100,10

packets
1: rx A (exact) gen 0 tcp 2002>1001 P. 7+10 ack 100 (exact, event) x1 unknown: no reader, queue or free of it was recorded @1010..1040
  way veth1 gre1
  calls event (exact)
  events net/napi_gro_receive_entry, net/netif_receive_skb, tcp_v4_rcv
  frames A
  edges encapsulated-in A (exact)
others: 1

== events were lost before, and the softirq that had it then has it still
machine
protocols all
device gre1 kind gre
tracing stopped

trace
has p:skb_release_head_state skb
cpu 1 pid 8
lost 7
net/net_dev_xmit skbaddr=Z len=50 rc=0 name=eth0
cpu 0 softirq
net_rx_action {
  net/netif_receive_skb skbaddr=A len=74 name=veth1
  e:net/netif_receive_skb skb=A udp=2002>1001
  cpu 1 pid 8
  lost 7
  net/net_dev_xmit skbaddr=Z len=50 rc=0 name=eth0
  cpu 0 softirq
  net/netif_receive_skb skbaddr=A len=50 name=gre1
  e:net/netif_receive_skb skb=A tcp=2002>1001,PA,7,100,10
}

packets
1: rx A (exact) gen 0 tcp 2002>1001 P. 7+10 ack 100 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1050..1060
  way veth1 gre1
  calls event (exact)
  events net/netif_receive_skb
  edges encapsulated-in A (exact)
others: 1
lost: 14 of 8 events until 1070, complete since 1040
