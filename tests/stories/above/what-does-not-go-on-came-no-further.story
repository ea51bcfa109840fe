What the bond drops, of an idle slave, and what is not known to go on, came no further.

== nothing says that it went on
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
net/napi_gro_receive_entry skbaddr=A len=60 name=eth1 vlan_tagged=1 vlan_tci=100
__netif_receive_skb_core {
  net/netif_receive_skb skbaddr=A len=60 name=eth1
  e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,10
  vlan_do_receive;
  bond_handle_frame;
}

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 unknown: no reader, queue or free of it was recorded @1000..1080
  way eth1, not complete
  calls event (exact), __netif_receive_skb_core (exact)
  events net/napi_gro_receive_entry, net/netif_receive_skb
  frames A

== no function says that anybody took it
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
net/napi_gro_receive_entry skbaddr=A len=60 name=eth1 vlan_tagged=1 vlan_tci=100
__netif_receive_skb_core {
  net/netif_receive_skb skbaddr=A len=60 name=eth1
  e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,10
}
p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 unknown: no reader, queue or free of it was recorded @1000..1050
  way eth1, not complete
  calls event (exact), __netif_receive_skb_core (exact), event (exact)
  events net/napi_gro_receive_entry, net/netif_receive_skb, tcp_v4_rcv
  frames A

== it is no bond's slave any more
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
__netif_receive_skb_core {
  net/netif_receive_skb skbaddr=A len=60 name=eth1
  e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,10
  team_handle_frame;
}
p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1060
  way eth1 br1, complete
  calls __netif_receive_skb_core (exact), event (exact)
  events net/netif_receive_skb, tcp_v4_rcv

== the card has no VLAN any more
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
__netif_receive_skb_core {
  net/netif_receive_skb skbaddr=A len=60 name=eth1
  e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,10
  vlan_do_receive;
}
p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1060
  way eth1, not complete
  calls __netif_receive_skb_core (exact), event (exact)
  events net/netif_receive_skb, tcp_v4_rcv
