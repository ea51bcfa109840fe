The card's own VLANs are asked first, then the bond takes it, then the bond's are asked.

== the card told of the tag
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
net/napi_gro_receive_entry skbaddr=A len=60 name=eth1 vlan_tagged=1 vlan_tci=0x2064
__netif_receive_skb_core {
  net/netif_receive_skb skbaddr=A len=60 name=eth1
  e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,10
  vlan_do_receive;
  bond_handle_frame;
  vlan_do_receive;
}
p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 unknown: no reader, queue or free of it was recorded @1000..1110
  way eth1 bond0 bond0.100, complete
  calls event (exact), __netif_receive_skb_core (exact), event (exact)
  events net/napi_gro_receive_entry, net/netif_receive_skb, tcp_v4_rcv
  frames A

== the tag was in the packet: the only VLAN
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
  vlan_do_receive;
  bond_handle_frame;
  vlan_do_receive;
}
p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1090
  way eth1 bond0 bond0.100, complete
  calls __netif_receive_skb_core (exact), event (exact)
  events net/netif_receive_skb, tcp_v4_rcv

== the tag of another VLAN
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
net/napi_gro_receive_entry skbaddr=A len=60 name=eth1 vlan_tagged=1 vlan_tci=101
__netif_receive_skb_core {
  net/netif_receive_skb skbaddr=A len=60 name=eth1
  e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,10
  vlan_do_receive;
  bond_handle_frame;
  vlan_do_receive;
}
p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 unknown: no reader, queue or free of it was recorded @1000..1110
  way eth1 bond0, not complete
  calls event (exact), __netif_receive_skb_core (exact), event (exact)
  events net/napi_gro_receive_entry, net/netif_receive_skb, tcp_v4_rcv
  frames A
