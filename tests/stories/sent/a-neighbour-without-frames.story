No call is recorded: the original's neighbour is its clone, by their addresses.

trace
has p:skb_release_head_state skb
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
p:__tcp_transmit_skb sk=0x5000 skb=B clone_it=1 cb_seq=110 cb_end_seq=120 cb_flags=0x18
net/net_dev_queue skbaddr=B+ len=64
net/net_dev_start_xmit skbaddr=B+ len=64 protocol=0x800
net/net_dev_xmit skbaddr=B+ rc=0
net/net_dev_queue skbaddr=A+ len=64
net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800
net/net_dev_xmit skbaddr=A+ rc=0

packets
1: tx A+ (derived) gen 0 tcp ? P. 100+10 x1 sent: net_dev_xmit rc 0 @1000..1070
  socket 0x5000
  original A
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A+
  edges fclone A (derived)
2: tx B+ (derived) gen 0 tcp ? P. 110+10 x1 sent: net_dev_xmit rc 0 @1010..1040
  socket 0x5000
  original B
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames B+
  edges fclone B (derived)
