The frame is a copy, for lack of room; what was above is freed.

machine
protocols all
times
skb A macsec=7
skb B macsec=8 in qdisc

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

packets
1: tx A (nested) gen -1 udp ? x1 sent: net_dev_xmit rc 0 @1000..1070
  way macsec0
  calls udp_sendmsg (nested) 1000..1070
  frames A
  edges encapsulated-in B (exact) 2
2: tx B (exact) gen 0 macsec ? pn 8 x0 qdisc-queued: stands in qdisc fq_codel at ffffffff8200c800 @1050..1050
  way eth0
  mark 7
  calls event (exact) 1050..1050
  events net/net_dev_queue
  edges carries A (exact) 1
