A driver that was given it frees it: that is no drop, whatever the function is called, and an answer need not come.

trace
has net/net_dev_xmit skbaddr=A rc=0 name=eth0
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
p:__copy_skb_header new=A+ old=A
net/net_dev_queue skbaddr=A+ len=64 name=eth0
net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800 name=eth0
e:net/net_dev_start_xmit skb=A+ tcp=2002>1001,PA,100,7,10
cpu 1 softirq
skb/kfree_skb skbaddr=A+ location=&net_tx_action reason=2
p:skb_release_head_state skb=A+
cpu 1 pid 200
net/net_dev_xmit skbaddr=Z rc=0 name=eth0

packets
1: tx A+ (exact) gen -1 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 sent: freed after a driver was given it @1000..1040
  way eth0
  socket 0x5000
  original A
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit
  frames A+:100+10
  edges fclone A (exact)
