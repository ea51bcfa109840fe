A device above takes frames over, and no event tells: the list says that it may lack one, unless the next is known.

== nothing is above the card
machine
tracing stopped
device eth1 hardware
device eth2 hardware
device v8h
device br1 master eth1 master v8h
device v9h
device br2 master v9h

trace
cpu 0 softirq
net/netif_receive_skb skbaddr=A len=60 name=eth2
p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1010
  way eth2, complete
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv

== a bond is, and a macvlan
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
net/netif_receive_skb skbaddr=A len=60 name=eth1
p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1010
  way eth1, not complete
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv

== and did not take it
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
net/netif_receive_skb skbaddr=A len=60 name=eth1
p:tcp_v4_rcv skb=A netdev=&eth1 tcp=1001>2002,PA,100,7,10

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1010
  way eth1, complete
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv

== the bond and its VLAN, which TCP's door names
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
  vlan_do_receive;
}
p:tcp_v4_rcv skb=A netdev=&bond0.100 tcp=1001>2002,PA,100,7,10

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1080
  way eth1 bond0 bond0.100, complete
  calls __netif_receive_skb_core (exact), event (exact)
  events net/netif_receive_skb, tcp_v4_rcv

== the macvlan's
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
net/netif_receive_skb skbaddr=A len=60 name=eth1
p:tcp_v4_rcv skb=A netdev=&v8h tcp=1001>2002,PA,100,7,10

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1010
  way eth1 v8h, complete
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv

== the bond is missing
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
net/netif_receive_skb skbaddr=A len=60 name=eth1
p:tcp_v4_rcv skb=A netdev=&bond0.100 tcp=1001>2002,PA,100,7,10

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1010
  way eth1 bond0.100, not complete
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv

== out of a tunnel: from the card, the bond, or the macvlan
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
net/netif_receive_skb skbaddr=A len=60 name=eth1
net/netif_receive_skb skbaddr=A len=60 name=v9h
p:tcp_v4_rcv skb=A netdev=&v9h tcp=1001>2002,PA,100,7,10

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1020
  way eth1 v9h, not complete
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv

== out of a tunnel, from a card that nothing is above
machine
tracing stopped
device eth1 hardware
device eth2 hardware
device v8h
device br1 master eth1 master v8h
device v9h
device br2 master v9h

trace
cpu 0 softirq
net/netif_receive_skb skbaddr=A len=60 name=eth2
net/netif_receive_skb skbaddr=A len=60 name=v9h
p:tcp_v4_rcv skb=A netdev=&v9h tcp=1001>2002,PA,100,7,10

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1020
  way eth2 v9h, complete
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv

== what carried it is missing
machine
tracing stopped
device eth1 hardware
device eth2 hardware
device v8h
device br1 master eth1 master v8h
device v9h
device br2 master v9h

trace
cpu 0 softirq
net/netif_receive_skb skbaddr=A len=60 name=v9h
p:tcp_v4_rcv skb=A netdev=&v9h tcp=1001>2002,PA,100,7,10

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1010
  way v9h
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv

== a device that is gone
machine
tracing stopped
device eth1 hardware
device eth2 hardware
device v8h
device br1 master eth1 master v8h
device v9h
device br2 master v9h

trace
cpu 0 softirq
net/netif_receive_skb skbaddr=A len=60 name=gone
p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1010
  way gone
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv

== events were lost
machine
tracing stopped
device eth1 hardware
device eth2 hardware
device v8h
device br1 master eth1 master v8h
device v9h
device br2 master v9h

trace
cpu 0 softirq
net/netif_receive_skb skbaddr=A len=60 name=eth2
p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10
lost 3
p:skb_release_head_state skb=A

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 lossy unknown: no reader, queue or free of it was recorded @1000..1010
  way eth2, not complete
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv
lost: 3 of 3 events until 1020, complete since 1020
