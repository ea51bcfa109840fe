The free of what was sent and acknowledged is not in the trace: its address lies in the write queue of a connection
now, as another one's, or as later data of its own.

== its data stands there
machine
socket S 2002>1001 established
skb B fclone seq=100 len=10 in S.write

trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=&S skb=B clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
p:__copy_skb_header new=A old=B
net/net_dev_queue skbaddr=A len=64
net/net_dev_start_xmit skbaddr=A len=64 protocol=0x800
e:net/net_dev_start_xmit skb=A tcp=2002>1001,PA,100,7,10
net/net_dev_xmit skbaddr=A rc=0
p:skb_release_head_state skb=A

packets
1: tx A (exact) gen -1 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 unsent: waits in the write queue @1000..1050
  socket S
  original B
  namespace 4026531840
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A:100+10
  edges clone B (exact)

== with what came before it
machine
socket S 2002>1001 established
skb B fclone seq=95 len=10 in S.write

packets
1: tx A (exact) gen -1 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 unsent: waits in the write queue @1000..1050
  socket S
  original B
  namespace 4026531840
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A:100+10
  edges clone B (exact)

== the next data
machine
socket S 2002>1001 established
skb B fclone seq=110 len=10 in S.write

packets
1: tx A (exact) gen -1 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1000..1050
  socket S
  original B
  namespace 4026531840
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A:100+10
  edges clone B (exact)

== later data
machine
socket S 2002>1001 established
skb B fclone seq=5000 len=10 in S.write

packets
1: tx A (exact) gen -1 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1000..1050
  socket S
  original B
  namespace 4026531840
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A:100+10
  edges clone B (exact)

== another connection's
machine
socket S 2002>1001 established
skb B fclone seq=100 len=10 in S.write

trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x7000 skb=B clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
p:__copy_skb_header new=A old=B
net/net_dev_queue skbaddr=A len=64
net/net_dev_start_xmit skbaddr=A len=64 protocol=0x800
e:net/net_dev_start_xmit skb=A tcp=2005>1001,PA,100,7,10
net/net_dev_xmit skbaddr=A rc=0
p:skb_release_head_state skb=A

packets
1: tx A (exact) gen -1 tcp 2005>1001 P. 100+10 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1000..1050
  socket 0x7000
  original B
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A:100+10
  edges clone B (exact)
