Later the driver got the frame, and that event says what it is: not the packet that was given to the device above.

== in the same skb
machine
protocols all
skb A macsec=7 in qdisc

trace
has p:skb_release_head_state skb
cpu 0 pid 7
udp_sendmsg {
  net/net_dev_queue skbaddr=A len=90 name=macsec0
  net/net_dev_start_xmit skbaddr=A len=90 protocol=0x800 name=macsec0
  net/net_dev_queue skbaddr=A len=122 name=eth0
  net/net_dev_xmit skbaddr=A len=90 rc=0 name=macsec0
}
cpu 1 softirq
net/net_dev_start_xmit skbaddr=A len=122 protocol=0x88e5 name=eth0
net/net_dev_xmit skbaddr=A len=122 rc=0 name=eth0
p:skb_release_head_state skb=A

packets
1: tx A (nested) gen -1 udp ? x1 sent: net_dev_xmit rc 0 @1000..1050
  way macsec0
  calls udp_sendmsg (nested)
  frames A
  edges encapsulated-in A (exact) 2
2: tx A (exact) gen -1 macsec ? x1 sent: net_dev_xmit rc 0 @1060..1070
  way eth0
  calls event (exact)
  events net/net_dev_start_xmit, net/net_dev_xmit
  frames A
  edges carries A (exact) 1

== in a copy
machine
protocols all
skb A macsec=7 in qdisc
skb B macsec=8

trace
has p:skb_release_head_state skb
cpu 0 pid 7
udp_sendmsg {
  net/net_dev_queue skbaddr=A len=90 name=macsec0
  net/net_dev_start_xmit skbaddr=A len=90 protocol=0x800 name=macsec0
  p:__copy_skb_header new=B old=A
  p:skb_release_head_state skb=A
  net/net_dev_queue skbaddr=B len=122 name=eth0
  net/net_dev_xmit skbaddr=A len=90 rc=0 name=macsec0
}
cpu 1 softirq
net/net_dev_start_xmit skbaddr=B len=122 protocol=0x88e5 name=eth0
net/net_dev_xmit skbaddr=B len=122 rc=0 name=eth0
p:skb_release_head_state skb=B

packets
1: tx A (nested) gen -1 udp ? x1 sent: net_dev_xmit rc 0 @1000..1070
  way macsec0
  calls udp_sendmsg (nested)
  frames A
  edges encapsulated-in B (exact) 2
2: tx B (exact) gen -1 macsec ? x1 sent: net_dev_xmit rc 0 @1080..1090
  way eth0
  calls event (exact)
  events net/net_dev_start_xmit, net/net_dev_xmit
  frames B
  edges carries A (exact) 1
