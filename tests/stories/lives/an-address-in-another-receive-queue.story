The free is not in the trace: its address lies in the receive queue of a connection now, as another one's, or as later
data of its own.

== its data stands there
machine
socket S 2002>1001 established
skb A seq=100 len=10 in S.receive

trace
has p:skb_release_head_state skb
cpu 0 softirq
net/netif_receive_skb skbaddr=A len=50
p:tcp_v4_rcv skb=A tcp=1001>2002,A,100,7,10

packets
1: rx A (exact) gen 0 tcp 1001>2002 . 100+10 ack 7 (exact, event) x0 queued: waits in the receive queue @1000..1010
  socket S
  namespace 4026531840
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv

== with what came before it
machine
socket S 2002>1001 established
skb A seq=95 len=10 in S.receive

packets
1: rx A (exact) gen 0 tcp 1001>2002 . 100+10 ack 7 (exact, event) x0 queued: waits in the receive queue @1000..1010
  socket S
  namespace 4026531840
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv

== later data
machine
socket S 2002>1001 established
skb A seq=110 len=10 in S.receive

packets
1: rx A (exact) gen 0 tcp 1001>2002 . 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1010
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv

== another connection's
machine
socket S 2002>1001 established
skb A seq=100 len=10 in S.receive

trace
has p:skb_release_head_state skb
cpu 0 softirq
net/netif_receive_skb skbaddr=A len=50
p:tcp_v4_rcv skb=A tcp=1005>2002,A,100,7,10

packets
1: rx A (exact) gen 0 tcp 1005>2002 . 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1010
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv

== it has no data
machine
socket S 2002>1001 established
skb A seq=100 len=10 in S.receive

trace
has p:skb_release_head_state skb
cpu 0 softirq
net/netif_receive_skb skbaddr=A len=50
p:tcp_v4_rcv skb=A tcp=1001>2002,A,100,7,0

packets
1: rx A (exact) gen 0 tcp 1001>2002 . 100+0 ack 7 (exact, event) x0 consumed: pure ACK @1000..1010
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv
