Acknowledged in part: its front was cut off; what follows may have been joined to it.

trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
p:__copy_skb_header new=A+ old=A
net/net_dev_queue skbaddr=A+ len=64
net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800
net/net_dev_xmit skbaddr=A+ rc=0
p:skb_release_head_state skb=A+
cpu 1 pid 200
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=104 cb_end_seq=140 cb_flags=0x18
p:__copy_skb_header new=A+ old=A
net/net_dev_queue skbaddr=A+ len=64
net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800
net/net_dev_xmit skbaddr=A+ rc=0
p:skb_release_head_state skb=A+

packets
1: tx A+ (exact) gen -2 tcp ? P. 100+10 x1 sent: net_dev_xmit rc 0 @1000..1040
  socket 0x5000
  original A
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A+
  edges fclone A (exact)
2: tx A+ (exact) gen -1 tcp ? P. 104+36 x1 retransmit sent: net_dev_xmit rc 0 @1060..1100
  socket 0x5000
  original A
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A+
  edges retransmit-of A (exact) 1, fclone A (exact)
  again - unknown: the trace has no headers of what came in between it and the one before it (#ID, 0.0 ms earlier) 1
