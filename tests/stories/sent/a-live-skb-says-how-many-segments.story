Its skb still lies there: the buffer's shared info says it.

== size and number
machine
skb A 1001>2002 seq=100 len=1500 gso_size=600 gso_segs=3

trace
has p:skb_release_head_state skb
cpu 0 pid 100
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=A len=66
  e:net/net_dev_start_xmit skb=A tcp=1001>2002,PA,100,7,1500
  net/net_dev_xmit skbaddr=A rc=0
}

packets
1: tx A (nested) gen 0 tcp 1001>2002 P. 100+1500 ack 7 (exact, event) x1 of 3 sent: net_dev_xmit rc 0 @1000..1040
  mark 7
  calls __tcp_transmit_skb (nested)
  frames A:100+1500

== size alone
machine
skb A 1001>2002 seq=100 len=1500 gso_size=600 gso_segs=0

packets
1: tx A (nested) gen 0 tcp 1001>2002 P. 100+1500 ack 7 (exact, event) x1 of 3 sent: net_dev_xmit rc 0 @1000..1040
  mark 7
  calls __tcp_transmit_skb (nested)
  frames A:100+1500

== neither: one
machine
skb A 1001>2002 seq=100 len=1500 gso_size=0 gso_segs=0

packets
1: tx A (nested) gen 0 tcp 1001>2002 P. 100+1500 ack 7 (exact, event) x1 of 1 sent: net_dev_xmit rc 0 @1000..1040
  mark 7
  calls __tcp_transmit_skb (nested)
  frames A:100+1500

== number alone
machine
skb A 1001>2002 seq=100 len=1500 gso_size=0 gso_segs=1

packets
1: tx A (nested) gen 0 tcp 1001>2002 P. 100+1500 ack 7 (exact, event) x1 of 1 sent: net_dev_xmit rc 0 @1000..1040
  mark 7
  calls __tcp_transmit_skb (nested)
  frames A:100+1500
