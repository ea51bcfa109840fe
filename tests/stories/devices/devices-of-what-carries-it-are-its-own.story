What carries it is not shown, and is a packet of its own: IPv6 in IPv4, by its type alone. The devices that
it was given there are the inner packet's, too; so are those that it came in by.

== sent
trace
has p:skb_release_head_state skb
cpu 0 pid 100
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=A len=74 name=gre1
  net/net_dev_start_xmit skbaddr=A len=94 protocol=0x86dd name=gre1
  e:net/net_dev_start_xmit skb=A tcp6=1001>2002,PA,100,7,10 name=gre1
  net/net_dev_queue skbaddr=A len=74 name=gre0
  net/net_dev_start_xmit skbaddr=A len=74 protocol=0x800 name=gre0
  net/net_dev_queue skbaddr=A len=74 name=mv0
  net/net_dev_start_xmit skbaddr=A len=74 protocol=0x800 name=mv0
  net/net_dev_queue skbaddr=A len=74 name=eth0
  net/net_dev_start_xmit skbaddr=A len=74 protocol=0x800 name=eth0
  net/net_dev_xmit skbaddr=A rc=0 name=eth0
  net/net_dev_xmit skbaddr=A rc=0 name=mv0
  net/net_dev_xmit skbaddr=A rc=0 name=gre0
  net/net_dev_xmit skbaddr=A rc=0 name=gre1
}

packets
1: tx A (nested) gen 0 tcp v6 1001>2002 P. 100+10 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1000..1140
  way gre1 gre0 mv0 eth0
  device gre1
  calls __tcp_transmit_skb (nested)
  frames A:100+10
  edges encapsulated-in A (exact)
others: 1

== received
machine
protocols tcp,udp

trace
has p:skb_release_head_state skb
cpu 0 softirq
net/netif_receive_skb skbaddr=A len=80 name=eth1
net/netif_receive_skb skbaddr=A len=80 name=br0
p:gre_rcv skb=A
net/netif_receive_skb skbaddr=A len=60 name=gre0
p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10

packets
1: rx A (exact) gen 0 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1030..1040
  way eth1 br0 gre0
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv
  edges encapsulated-in A (exact)
others: 1
