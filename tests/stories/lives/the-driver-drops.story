What the driver itself throws away, it says.

== its free is told
trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
p:__copy_skb_header new=A+ old=A
net/net_dev_queue skbaddr=A+ len=64 name=eth0
net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800 name=eth0
e:net/net_dev_start_xmit skb=A+ tcp=2002>1001,PA,100,7,10
skb/kfree_skb skbaddr=A+ location=&veth_xmit reason=4
p:skb_release_head_state skb=A+
net/net_dev_xmit skbaddr=A+ rc=1 name=eth0

packets
1: tx A+ (exact) gen -1 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 dropped: no reason recorded at veth_xmit+0x0/0x100 @1000..1070
  way eth0
  socket 0x5000
  original A
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit, skb/kfree_skb, net/net_dev_xmit
  frames A+? dropped:100+10
  edges fclone A (exact)
  kfree_skb at veth_xmit reason 4 
  dropped - unknown: the kernel gave no reason; veth_xmit freed it

== its answer tells
trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
p:__copy_skb_header new=A+ old=A
net/net_dev_queue skbaddr=A+ len=64 name=eth0
net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800 name=eth0
e:net/net_dev_start_xmit skb=A+ tcp=2002>1001,PA,100,7,10
net/net_dev_xmit skbaddr=A+ rc=1 name=eth0

packets
1: tx A+ (exact) tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 dropped: net_dev_xmit: the driver dropped it @1000..1050
  way eth0
  socket 0x5000
  original A
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A+?:100+10
  edges fclone A (exact)
  dropped - evidence: net_dev_xmit: the driver dropped it
