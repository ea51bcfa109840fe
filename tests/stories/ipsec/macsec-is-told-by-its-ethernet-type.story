A frame of MACsec's Ethernet type carries what was given to the device above.

== in the same skb; a bond below passes the frame on
machine
protocols all
tracing stopped

trace
cpu 0 pid 7
udp_sendmsg {
  net/net_dev_queue skbaddr=A len=90 name=macsec0
  net/net_dev_start_xmit skbaddr=A len=90 protocol=0x800 name=macsec0
  net/net_dev_queue skbaddr=A len=90 name=bond0
  net/net_dev_start_xmit skbaddr=A len=90 protocol=0x88e5 name=bond0
  net/net_dev_queue skbaddr=A len=90 name=eth0
  net/net_dev_start_xmit skbaddr=A len=90 protocol=0x88e5 name=eth0
  net/net_dev_xmit skbaddr=A len=90 rc=0 name=eth0
  net/net_dev_xmit skbaddr=A len=90 rc=0 name=bond0
  net/net_dev_xmit skbaddr=A len=90 rc=0 name=macsec0
}
has p:skb_release_head_state skb

packets
1: tx A (nested) gen 0 udp ? x1 sent: net_dev_xmit rc 0 @1000..1100
  way macsec0
  calls udp_sendmsg (nested)
  frames A
  edges encapsulated-in A (exact) 2
2: tx A (exact) gen 0 macsec ? x1 sent: net_dev_xmit rc 0 @1040..1080
  way bond0 eth0
  calls event (exact)
  events net/net_dev_start_xmit, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A
  edges carries A (exact) 1

== in a copy, for lack of room
machine
protocols all
tracing stopped

trace
cpu 0 pid 7
udp_sendmsg {
  net/net_dev_queue skbaddr=A len=90 name=macsec0
  net/net_dev_start_xmit skbaddr=A len=90 protocol=0x800 name=macsec0
  p:__copy_skb_header new=B old=A
  p:skb_release_head_state skb=A
  net/net_dev_queue skbaddr=B len=90 name=eth0
  net/net_dev_start_xmit skbaddr=B len=90 protocol=0x88e5 name=eth0
  net/net_dev_xmit skbaddr=B len=90 rc=0 name=eth0
  net/net_dev_xmit skbaddr=A len=90 rc=0 name=macsec0
}
has p:skb_release_head_state skb

packets
1: tx A (nested) gen -1 udp ? x1 sent: net_dev_xmit rc 0 @1000..1090
  way macsec0
  calls udp_sendmsg (nested)
  frames A
  edges encapsulated-in B (exact) 2
2: tx B (exact) gen 0 macsec ? x1 sent: net_dev_xmit rc 0 @1060..1070
  way eth0
  calls event (exact)
  events net/net_dev_start_xmit, net/net_dev_xmit
  frames B
  edges carries A (exact) 1

== as it was: it protects nothing
machine
protocols all
tracing stopped

trace
cpu 0 pid 7
udp_sendmsg {
  net/net_dev_queue skbaddr=A len=90 name=macsec0
  net/net_dev_start_xmit skbaddr=A len=90 protocol=0x800 name=macsec0
  net/net_dev_queue skbaddr=A len=90 name=eth0
  net/net_dev_start_xmit skbaddr=A len=90 protocol=0x800 name=eth0
  net/net_dev_xmit skbaddr=A len=90 rc=0 name=eth0
  net/net_dev_xmit skbaddr=A len=90 rc=0 name=macsec0
}
has p:skb_release_head_state skb

packets
1: tx A (nested) gen 0 udp ? x1 sent: net_dev_xmit rc 0 @1000..1070
  way macsec0 eth0
  calls udp_sendmsg (nested)
  frames A

== no event tells of the device above
machine
protocols all
tracing stopped

trace
cpu 0 pid 7
udp_sendmsg {
  net/net_dev_queue skbaddr=A len=90 name=eth0
  net/net_dev_start_xmit skbaddr=A len=122 protocol=0x88e5 name=eth0
  net/net_dev_xmit skbaddr=A len=90 rc=0 name=eth0
}
has p:skb_release_head_state skb

packets
1: tx A (nested) gen 0 udp ? x0 sent: went on inside another packet @1000..1040
  way eth0
  calls udp_sendmsg (nested)
2: tx A (exact) gen 0 macsec ? x1 sent: net_dev_xmit rc 0 @1020..1030
  way eth0
  calls event (exact)
  events net/net_dev_start_xmit, net/net_dev_xmit
  frames A

== a program's own frame is of nothing
machine
protocols all
tracing stopped

trace
cpu 0 pid 7
net/net_dev_queue skbaddr=A len=90 name=eth0
net/net_dev_start_xmit skbaddr=A len=90 protocol=0x88e5 name=eth0
net/net_dev_xmit skbaddr=A len=90 rc=0 name=eth0
has p:skb_release_head_state skb

packets
1: tx A (exact) gen 0 macsec ? x1 sent: net_dev_xmit rc 0 @1000..1020
  way eth0
  calls event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A
