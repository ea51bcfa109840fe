The driver has completed the sk_buff, and another packet has its address, before net_dev_xmit tells the answer.

trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
p:__copy_skb_header new=A+ old=A
net/net_dev_queue skbaddr=A+ len=64 name=eth0
net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800 name=eth0
e:net/net_dev_start_xmit skb=A+ tcp=2002>1001,PA,100,7,10
cpu 1 softirq
skb/consume_skb skbaddr=A+
p:skb_release_head_state skb=A+
cpu 1 pid 200
p:__tcp_transmit_skb sk=0x6000 skb=B clone_it=1 cb_seq=500 cb_end_seq=520 cb_flags=0x18
p:__copy_skb_header new=A+ old=B
net/net_dev_queue skbaddr=A+ len=74 name=eth1
net/net_dev_start_xmit skbaddr=A+ len=74 protocol=0x800 name=eth1
e:net/net_dev_start_xmit skb=A+ tcp=2003>1001,PA,500,7,20
cpu 0 pid 100
net/net_dev_xmit skbaddr=A+ rc=0 name=eth0

packets
1: tx A+ (exact) gen -1 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1000..1120
  way eth0
  socket 0x5000
  original A
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A+:100+10
  edges fclone A (exact)
2: tx A+ (exact) gen 0 tcp 2003>1001 P. 500+20 ack 7 (exact, event) x1 driver-queued: the driver has not answered @1070..1110
  way eth1
  socket 0x6000
  original B
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit
  frames A+?:500+20
  edges clone B (exact)
