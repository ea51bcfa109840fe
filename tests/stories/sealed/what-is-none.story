What stands in the queue below a MACsec device is not always its frame.

== in memory it is IP's
machine
protocols all
skb A macsec=7 type=0x800 in qdisc

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
1: tx A (nested) gen 0 udp ? x0 qdisc-queued: stands in qdisc fq_codel at ffffffff8200c800 @1000..1050
  way macsec0 eth0
  mark 7
  calls udp_sendmsg (nested)

== nobody asks for MACsec: it is a device on the way
machine
skb A macsec=7 in qdisc

trace
has p:skb_release_head_state skb
cpu 0 pid 7
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=A len=90 name=macsec0
  net/net_dev_start_xmit skbaddr=A len=90 protocol=0x800 name=macsec0
  net/net_dev_queue skbaddr=A len=122 name=eth0
  net/net_dev_xmit skbaddr=A len=90 rc=0 name=macsec0
}

packets
1: tx A (nested) gen 0 tcp ? x0 qdisc-queued: stands in qdisc fq_codel at ffffffff8200c800 @1000..1050
  way macsec0 eth0
  mark 7
  calls __tcp_transmit_skb (nested)

== it was freed: what memory has at its address is another's
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
p:skb_release_head_state skb=A

packets
1: tx A (nested) gen -1 udp ? x0 qdisc-queued: queued, no driver took it @1000..1050
  way macsec0 eth0
  calls udp_sendmsg (nested)
