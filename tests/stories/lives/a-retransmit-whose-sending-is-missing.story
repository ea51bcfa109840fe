The event tells of a sending that the trace lost, or of another socket's: what was sent before is no retransmit.

== its socket
trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
p:__copy_skb_header new=A+ old=A
net/net_dev_queue skbaddr=A+ len=64
net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800
net/net_dev_xmit skbaddr=A+ rc=0
p:skb_release_head_state skb=A+
lost 7
tcp/tcp_retransmit_skb skbaddr=A skaddr=0x5000 sport=1 dport=2 saddr=1 daddr=2

packets
1: tx A+ (exact) tcp ? P. 100+10 x1 lossy sent: net_dev_xmit rc 0 @1000..1040
  way , not complete
  socket 0x5000
  original A
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A+
  edges fclone A (exact)
lost: 7 of 7 events until 1060, complete since 1060

== another socket
trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
p:__copy_skb_header new=A+ old=A
net/net_dev_queue skbaddr=A+ len=64
net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800
net/net_dev_xmit skbaddr=A+ rc=0
p:skb_release_head_state skb=A+
tcp/tcp_retransmit_skb skbaddr=A skaddr=0x6000 sport=1 dport=2 saddr=1 daddr=2

packets
1: tx A+ (exact) gen -1 tcp ? P. 100+10 x1 sent: net_dev_xmit rc 0 @1000..1040
  socket 0x5000
  original A
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A+
  edges fclone A (exact)
