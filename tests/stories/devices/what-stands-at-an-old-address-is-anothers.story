Freed behind the trace's end, its address may be another packet's that stands in a queue: by the header.

== its header
machine
skb A 1001>2002 seq=100 len=10 in qdisc

trace
has p:skb_release_head_state skb
cpu 0 pid 100
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=A len=94 name=eth0
  e:net/net_dev_start_xmit skb=A tcp=1001>2002,PA,100,7,40
  net/net_dev_start_xmit skbaddr=A len=94 protocol=0x800 name=eth0
  net/net_dev_xmit skbaddr=A rc=0 name=eth0
}

packets
1: tx A (nested) gen 0 tcp 1001>2002 P. 100+40 ack 7 (exact, event) x1 of 1 qdisc-queued: stands in qdisc fq_codel at ffffffff8200c800 @1000..1050
  way eth0
  mark 7
  calls __tcp_transmit_skb (nested)
  frames A:100+40

== a part of it that is left
machine
skb A 1001>2002 seq=110 len=10 in qdisc

packets
1: tx A (nested) gen 0 tcp 1001>2002 P. 100+40 ack 7 (exact, event) x1 of 1 qdisc-queued: stands in qdisc fq_codel at ffffffff8200c800 @1000..1050
  way eth0
  mark 7
  calls __tcp_transmit_skb (nested)
  frames A:100+40

== what follows it
machine
skb A 1001>2002 seq=140 len=10 in qdisc

packets
1: tx A (nested) gen 0 tcp 1001>2002 P. 100+40 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1000..1050
  way eth0
  calls __tcp_transmit_skb (nested)
  frames A:100+40

== what was before it
machine
skb A 1001>2002 seq=90 len=10 in qdisc

packets
1: tx A (nested) gen 0 tcp 1001>2002 P. 100+40 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1000..1050
  way eth0
  calls __tcp_transmit_skb (nested)
  frames A:100+40
