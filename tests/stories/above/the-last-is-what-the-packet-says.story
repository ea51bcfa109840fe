skb->dev at TCP's door is the event's own word: of devices that no function tells of (a macvlan), and against what the
devices' configuration says by now. What stands there must have been reached from where it came in.

== a macvlan
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

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1060
  way eth1 v8h, complete
  calls __netif_receive_skb_core (exact), event (exact)
  events net/netif_receive_skb, tcp_v4_rcv

== the bond
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
  bond_handle_frame;
}
p:tcp_v4_rcv skb=A netdev=&bond0 tcp=1001>2002,PA,100,7,10

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1060
  way eth1 bond0, complete
  calls __netif_receive_skb_core (exact), event (exact)
  events net/netif_receive_skb, tcp_v4_rcv

== a bridge, which is not above the card
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
  bond_handle_frame;
}
p:tcp_v4_rcv skb=A netdev=&br1 tcp=1001>2002,PA,100,7,10

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1060
  way eth1, not complete
  calls __netif_receive_skb_core (exact), event (exact)
  events net/netif_receive_skb, tcp_v4_rcv

== the card itself
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
  bond_handle_frame;
}
p:tcp_v4_rcv skb=A netdev=&eth1 tcp=1001>2002,PA,100,7,10

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1060
  way eth1, complete
  calls __netif_receive_skb_core (exact), event (exact)
  events net/netif_receive_skb, tcp_v4_rcv

== the device is gone: it was not the one that stands on eth1 now
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
  bond_handle_frame;
}
p:tcp_v4_rcv skb=A netdev=0xffffffff8200c010 tcp=1001>2002,PA,100,7,10

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1060
  way eth1, not complete
  calls __netif_receive_skb_core (exact), event (exact)
  events net/netif_receive_skb, tcp_v4_rcv
