A late answer, with a probe on the way of the packet that has the address by then.

trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
p:__copy_skb_header new=A+ old=A
net/net_dev_queue skbaddr=A+ len=64 name=eth0
p:dev_hard_start_xmit skb=A+
cpu 1 softirq
skb/consume_skb skbaddr=A+
p:skb_release_head_state skb=A+
cpu 1 pid 200
p:__tcp_transmit_skb sk=0x6000 skb=B clone_it=1 cb_seq=500 cb_end_seq=520 cb_flags=0x18
p:__copy_skb_header new=A+ old=B
net/net_dev_queue skbaddr=A+ len=64 name=eth1
p:dev_hard_start_xmit skb=A+
cpu 0 pid 100
net/net_dev_xmit skbaddr=A+ rc=0 name=eth0

packets
1: tx A+ (exact) gen -1 tcp ? P. 100+10 x0 sent: net_dev_xmit rc 0 @1000..1100
  way eth0
  socket 0x5000
  original A
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_xmit
  edges fclone A (exact)
2: tx A+ (exact) gen 0 tcp ? P. 500+20 x0 driver-queued: the driver has not answered @1060..1080
  way eth1
  socket 0x6000
  original B
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue
  edges clone B (exact)
