A VLAN on a bond: which slave sent it is the last of its devices, though its driver answers first.

== by all events
trace
cpu 0 pid 100
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=A len=74 name=bond0.100
  net/net_dev_start_xmit skbaddr=A len=74 protocol=0x800 name=bond0.100
  net/net_dev_queue skbaddr=A len=74 name=bond0
  net/net_dev_start_xmit skbaddr=A len=74 protocol=0x800 name=bond0
  net/net_dev_queue skbaddr=A len=74 name=eth2
  net/net_dev_start_xmit skbaddr=A len=74 protocol=0x800 name=eth2
  net/net_dev_xmit skbaddr=A rc=0 name=eth2
  net/net_dev_xmit skbaddr=A rc=0 name=bond0
  net/net_dev_xmit skbaddr=A rc=0 name=bond0.100
}

packets
1: tx A (nested) tcp ? x1 sent: net_dev_xmit rc 0 @1000..1100
  way bond0.100 bond0 eth2
  calls __tcp_transmit_skb (nested)
  frames A

== by the drivers' answers alone
trace
cpu 0 pid 100
__tcp_transmit_skb {
  p:ip_finish_output2 skb=A tcp=1001>2002,PA,100,7,10
  net/net_dev_xmit skbaddr=A rc=0 name=eth2
  net/net_dev_xmit skbaddr=A rc=0 name=bond0
  net/net_dev_xmit skbaddr=A rc=0 name=bond0.100
}

packets
1: tx A (nested) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no event of a device's queue or driver was recorded @1000..1050
  way bond0.100 bond0 eth2
  calls __tcp_transmit_skb (nested)

== an answer that came late is of an earlier life of the address
trace
cpu 0 pid 100
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=A len=74 name=eth0
  net/net_dev_xmit skbaddr=A rc=0 name=eth9
  net/net_dev_start_xmit skbaddr=A len=74 protocol=0x800 name=eth0
  net/net_dev_xmit skbaddr=A rc=0 name=eth0
}

packets
1: tx A (nested) tcp ? x1 sent: net_dev_xmit rc 0 @1000..1050
  way eth0
  calls __tcp_transmit_skb (nested)
  frames A
