The device above sent it in a frame of MACsec, in the same sk_buff, which still stands in the queue below: memory says
what it is.

machine
protocols all
times
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

packets
1: tx A (nested) gen 0 udp ? x1 sent: net_dev_xmit rc 0 @1000..1050
  way macsec0
  calls udp_sendmsg (nested) 1000..1050
  frames A
  edges encapsulated-in A (exact) 2
2: tx A (exact) gen 0 macsec ? pn 7 x0 qdisc-queued: stands in qdisc fq_codel at ffffffff8200c800 @1030..1030
  way eth0
  mark 7
  calls event (exact) 1030..1030
  events net/net_dev_queue
  edges carries A (exact) 1
