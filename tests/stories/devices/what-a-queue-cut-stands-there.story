cake cuts what is large itself, and keeps the segments: the packet stands where they do.

== its segments stand there
machine
skb B in qdisc
skb C in qdisc

trace
has p:skb_release_head_state skb
cpu 0 pid 100
net/net_dev_start_xmit skbaddr=Z len=42 protocol=0x806
__tcp_transmit_skb {
  p:ip_finish_output2 skb=A tcp=1001>2002,PA,100,7,30
  net/net_dev_queue skbaddr=A len=96 name=eth0
  p:__copy_skb_header new=B old=A
  p:__copy_skb_header new=C old=A
  p:skb_release_head_state skb=A
}

packets
1: tx A (nested) gen -1 tcp 1001>2002 P. 100+30 ack 7 (exact, event) x0 qdisc-queued: stands in qdisc fq_codel at ffffffff8200c800, cut into 2 segments @1010..1070
  way eth0
  calls __tcp_transmit_skb (nested)

== another skb stands there
machine
skb D in qdisc

packets
1: tx A (nested) gen -1 tcp 1001>2002 P. 100+30 ack 7 (exact, event) x0 qdisc-queued: queued, no driver took it @1010..1070
  way eth0
  calls __tcp_transmit_skb (nested)

== its segments stand there, and memory has another's skb, too
machine
socket S 2004>1003 established
skb E 1003>2004 seq=5 len=10 in S.receive
skb B in qdisc
skb C in qdisc

packets
1: tx A (nested) gen -1 tcp 1001>2002 P. 100+30 ack 7 (exact, event) x0 qdisc-queued: stands in qdisc fq_codel at ffffffff8200c800, cut into 2 segments @1010..1070
  way eth0
  calls __tcp_transmit_skb (nested)
