A VLAN's driver has given the packet to the queue of the card below, which is stopped: the VLAN has answered.

== the card has not taken it
trace
cpu 0 pid 100
p:skb_release_head_state skb=Z
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
p:__copy_skb_header new=A+ old=A
net/net_dev_queue skbaddr=A+ len=64 name=vlan
net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800 name=vlan
e:net/net_dev_start_xmit skb=A+ tcp=2002>1001,PA,100,7,10
net/net_dev_queue skbaddr=A+ len=64 name=eth0
net/net_dev_xmit skbaddr=A+ rc=0 name=vlan

packets
1: tx A+ (exact) gen 0 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x0 qdisc-queued: queued, no driver took it @1010..1070
  way vlan eth0
  socket 0x5000
  original A
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_queue, net/net_dev_xmit
  edges fclone A (exact)

== another CPU runs the card's queue, later than TCP would take to repeat it
trace
cpu 0 pid 100
p:skb_release_head_state skb=Z
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
p:__copy_skb_header new=A+ old=A
net/net_dev_queue skbaddr=A+ len=64 name=vlan
net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800 name=vlan
e:net/net_dev_start_xmit skb=A+ tcp=2002>1001,PA,100,7,10
net/net_dev_queue skbaddr=A+ len=64 name=eth0
net/net_dev_xmit skbaddr=A+ rc=0 name=vlan
at 300000000
cpu 1 softirq
net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800 name=eth0
e:net/net_dev_start_xmit skb=A+ tcp=2002>1001,PA,100,7,10
net/net_dev_xmit skbaddr=A+ rc=0 name=eth0

packets
1: tx A+ (exact) gen 0 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1010..300000020
  way vlan eth0
  socket 0x5000
  original A
  calls event (exact), event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_queue, net/net_dev_xmit, net/net_dev_start_xmit, net/net_dev_xmit
  frames A+:100+10
  edges fclone A (exact)
