Nothing tells of what another task, or the same one later, sends from the address of what was freed.

== to another task
trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
p:__copy_skb_header new=A+ old=A
net/net_dev_xmit skbaddr=A+ rc=0 name=veth0
p:skb_release_head_state skb=A+
cpu 0 pid 200
net/net_dev_xmit skbaddr=A+ rc=0 name=eth0

packets
1: tx A+ (exact) gen -1 tcp ? P. 100+10 x0 unknown: no event of a device's queue or driver was recorded @1000..1020
  way veth0
  socket 0x5000
  original A
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_xmit
  edges fclone A (exact)

== another free came between
trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
p:__copy_skb_header new=A+ old=A
net/net_dev_xmit skbaddr=A+ rc=0 name=veth0
p:skb_release_head_state skb=A+
p:skb_release_head_state skb=D
net/net_dev_xmit skbaddr=A+ rc=0 name=eth0

packets
1: tx A+ (exact) gen -1 tcp ? P. 100+10 x0 unknown: no event of a device's queue or driver was recorded @1000..1020
  way veth0
  socket 0x5000
  original A
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_xmit
  edges fclone A (exact)

== the first answer was the packet's
trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
p:__copy_skb_header new=A+ old=A
p:skb_release_head_state skb=A+
net/net_dev_xmit skbaddr=A+ rc=0 name=veth0
net/net_dev_xmit skbaddr=A+ rc=0 name=eth0

packets
1: tx A+ (exact) gen -1 tcp ? P. 100+10 x0 unknown: no event of a device's queue or driver was recorded @1000..1030
  way veth0
  socket 0x5000
  original A
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_xmit
  edges fclone A (exact)
