A frame of MACsec of nobody that was given to a device above.

machine
protocols macsec
skb A macsec=7 in qdisc

trace
has p:skb_release_head_state skb
cpu 0 pid 7
net/net_dev_queue skbaddr=A len=122 name=eth0

packets
1: tx A (exact) gen 0 macsec ? pn 7 x0 qdisc-queued: stands in qdisc fq_codel at ffffffff8200c800 @1000..1000
  way eth0
  mark 7
  calls event (exact)
  events net/net_dev_queue
