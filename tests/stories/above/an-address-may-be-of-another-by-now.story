A device goes, and another gets its address: packets of the one are not the other's.

== an event names another device, which v8h does not stand on
machine
tracing stopped
device eth1 hardware
device eth2 hardware
device bond0 master eth1 master eth2
device bond0.100 above bond0 vlan 100
device v8h above eth1
device v9h

trace
cpu 0 softirq
net/netif_receive_skb skbaddr=B len=60 name=v9h
p:tcp_v4_rcv skb=B netdev=&v8h tcp=1009>2002,PA,100,7,10

packets
1: rx B (exact) tcp 1009>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1010
  way v9h
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv

== what came before is none of v8h's
machine
tracing stopped
device eth1 hardware
device eth2 hardware
device bond0 master eth1 master eth2
device bond0.100 above bond0 vlan 100
device v8h above eth1
device v9h

trace
cpu 0 softirq
__netif_receive_skb_core {
  net/netif_receive_skb skbaddr=A len=60 name=eth1
  e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,10
  macvlan_handle_frame;
}
p:tcp_v4_rcv skb=A netdev=&v8h tcp=1001>2002,PA,100,7,10
net/netif_receive_skb skbaddr=B len=60 name=v9h
p:tcp_v4_rcv skb=B netdev=&v8h tcp=1009>2002,PA,100,7,10

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1060
  way eth1, not complete
  calls __netif_receive_skb_core (exact), event (exact)
  events net/netif_receive_skb, tcp_v4_rcv
2: rx B (exact) tcp 1009>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1070..1080
  way v9h
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv

== what comes behind it may be
machine
tracing stopped
device eth1 hardware
device eth2 hardware
device bond0 master eth1 master eth2
device bond0.100 above bond0 vlan 100
device v8h above eth1
device v9h

trace
cpu 0 softirq
net/netif_receive_skb skbaddr=B len=60 name=v9h
p:tcp_v4_rcv skb=B netdev=&v8h tcp=1009>2002,PA,100,7,10
__netif_receive_skb_core {
  net/netif_receive_skb skbaddr=A len=60 name=eth1
  e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,10
  macvlan_handle_frame;
}
p:tcp_v4_rcv skb=A netdev=&v8h tcp=1001>2002,PA,100,7,10

packets
1: rx B (exact) tcp 1009>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1010
  way v9h
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv
2: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1020..1080
  way eth1 v8h, complete
  calls __netif_receive_skb_core (exact), event (exact)
  events net/netif_receive_skb, tcp_v4_rcv

== no event names a device
machine
tracing stopped
device eth1 hardware
device eth2 hardware
device bond0 master eth1 master eth2
device bond0.100 above bond0 vlan 100
device v8h above eth1
device v9h

trace
cpu 0 softirq
p:tcp_v4_rcv skb=A netdev=&v8h tcp=1001>2002,PA,100,7,10

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1000
  calls event (exact)
  events tcp_v4_rcv

== another packet's event names it
machine
tracing stopped
device eth1 hardware
device eth2 hardware
device bond0 master eth1 master eth2
device bond0.100 above bond0 vlan 100
device v8h above eth1
device v9h

trace
cpu 0 softirq
p:tcp_v4_rcv skb=A netdev=&v8h tcp=1001>2002,PA,100,7,10
net/netif_receive_skb skbaddr=B len=60 name=v8h
p:tcp_v4_rcv skb=B netdev=&v8h tcp=1009>2002,PA,100,7,10

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1000
  way v8h
  calls event (exact)
  events tcp_v4_rcv
2: rx B (exact) tcp 1009>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1010..1020
  way v8h
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv
