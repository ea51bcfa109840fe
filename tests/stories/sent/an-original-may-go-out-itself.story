No argument says that a clone was sent, and none was: the original itself is queued.

trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A cb_seq=100 cb_end_seq=110 cb_flags=0x18
net/net_dev_queue skbaddr=A len=66 name=eth0
e:net/net_dev_start_xmit skb=A tcp=1001>2002,PA,100,7,10
net/net_dev_start_xmit skbaddr=A len=66 protocol=0x800 name=eth0
net/net_dev_xmit skbaddr=A rc=0 name=eth0

packets
1: tx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1000..1040
  way eth0
  socket 0x5000
  original A
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A:100+10
