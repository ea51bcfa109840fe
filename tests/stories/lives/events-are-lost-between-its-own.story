Events are lost between a packet's own: on whatever CPU, but not before them, and not on another CPU.

== on its own CPU
trace
has p:skb_release_head_state skb
cpu 0 softirq
p:udp_rcv skb=Z udp=3001>4002
net/netif_receive_skb skbaddr=A len=50
e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,10
cpu 0 softirq
lost 3
p:udp_rcv skb=Y udp=5001>6002
cpu 0 softirq
p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10

packets
1: rx A (exact) gen 0 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 lossy unknown: no reader, queue or free of it was recorded @1010..1040
  way , not complete
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv
lost: 3 of 5 events until 1040, complete since 1030

== on the other CPU, where it is
trace
has p:skb_release_head_state skb
cpu 1 softirq
p:udp_rcv skb=Z udp=3001>4002
net/netif_receive_skb skbaddr=A len=50
e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,10
cpu 1 softirq
lost 3
p:udp_rcv skb=Y udp=5001>6002
cpu 1 softirq
p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10

packets
1: rx A (exact) gen 0 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 lossy unknown: no reader, queue or free of it was recorded @1010..1040
  way , not complete
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv
lost: 3 of 5 events until 1040, complete since 1030

== before it
trace
has p:skb_release_head_state skb
cpu 0 softirq
lost 3
p:udp_rcv skb=Z udp=3001>4002
net/netif_receive_skb skbaddr=A len=50
e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,10
cpu 0 softirq
p:udp_rcv skb=Y udp=5001>6002
cpu 0 softirq
p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10

packets
1: rx A (exact) gen 0 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1010..1040
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv
lost: 3 of 5 events until 1040, complete since 1000

== before it, on the other CPU
trace
has p:skb_release_head_state skb
cpu 1 softirq
lost 3
p:udp_rcv skb=Z udp=3001>4002
net/netif_receive_skb skbaddr=A len=50
e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,10
cpu 1 softirq
p:udp_rcv skb=Y udp=5001>6002
cpu 1 softirq
p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10

packets
1: rx A (exact) gen 0 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1010..1040
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv
lost: 3 of 5 events until 1040, complete since 1000

== on a CPU that it is not on
trace
has p:skb_release_head_state skb
cpu 0 softirq
p:udp_rcv skb=Z udp=3001>4002
net/netif_receive_skb skbaddr=A len=50
e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,10
cpu 1 softirq
lost 3
p:udp_rcv skb=Y udp=5001>6002
cpu 0 softirq
p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10

packets
1: rx A (exact) gen 0 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1010..1040
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv
lost: 3 of 5 events until 1040, complete since 1030

== on the first CPU, which it is not on
trace
has p:skb_release_head_state skb
cpu 1 softirq
p:udp_rcv skb=Z udp=3001>4002
net/netif_receive_skb skbaddr=A len=50
e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,10
cpu 0 softirq
lost ?
p:udp_rcv skb=Y udp=5001>6002
cpu 1 softirq
p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10

packets
1: rx A (exact) gen 0 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1010..1040
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv
lost: 0 and more of 5 events until 1040, complete since 1030
