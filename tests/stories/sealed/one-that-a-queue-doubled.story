netem's copy on the device above: it was queued there once, and its length below is another's.

machine
protocols all
skb A macsec=7 in qdisc
skb B macsec=8

trace
has p:skb_release_head_state skb
cpu 0 pid 7
udp_sendmsg {
  net/net_dev_queue skbaddr=A len=90 name=macsec0
  p:__copy_skb_header new=B old=A
  net/net_dev_start_xmit skbaddr=A len=90 protocol=0x800 name=macsec0
  net/net_dev_queue skbaddr=A len=122 name=eth0
  net/net_dev_start_xmit skbaddr=A len=122 protocol=0x88e5 name=eth0
  net/net_dev_xmit skbaddr=A len=122 rc=0 name=eth0
  net/net_dev_xmit skbaddr=A len=90 rc=0 name=macsec0
  net/net_dev_start_xmit skbaddr=B len=90 protocol=0x800 name=macsec0
  net/net_dev_queue skbaddr=B len=122 name=eth0
  net/net_dev_start_xmit skbaddr=B len=122 protocol=0x88e5 name=eth0
  net/net_dev_xmit skbaddr=B len=122 rc=0 name=eth0
  net/net_dev_xmit skbaddr=B len=90 rc=0 name=macsec0
}

packets
1: tx A (nested) gen 0 udp ? x1 sent: net_dev_xmit rc 0 @1000..1130
  way macsec0
  calls udp_sendmsg (nested)
  frames A
  edges encapsulated-in A (exact) 2
2: tx A (exact) gen 0 macsec ? pn 7 x1 qdisc-queued: stands in qdisc fq_codel at ffffffff8200c800 @1050..1060
  way eth0
  mark 7
  calls event (exact)
  events net/net_dev_start_xmit, net/net_dev_xmit
  frames A
  edges carries A (exact) 1
3: tx B (exact) gen 0 ? x1 sent: net_dev_xmit rc 0 @1080..1120
  way macsec0
  calls event (exact)
  events net/net_dev_start_xmit, net/net_dev_queue, net/net_dev_xmit
  frames B
  edges copy A (derived) 1, encapsulated-in B (exact) 4
4: tx B (exact) gen 0 macsec ? pn 8 x1 sent: net_dev_xmit rc 0 @1100..1110
  way eth0
  mark 7
  calls event (exact)
  events net/net_dev_start_xmit, net/net_dev_xmit
  frames B
  edges carries B (exact) 3
