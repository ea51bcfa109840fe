The same original is handed down twice: no tracepoint is needed to know.

trace
has p:skb_release_head_state skb
cpu 0 pid 100
__tcp_transmit_skb {
  p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
  net/net_dev_queue skbaddr=A+ len=64
  net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800
  net/net_dev_xmit skbaddr=A+ rc=0
  p:skb_release_head_state skb=A+
}
__tcp_transmit_skb {
  p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
  net/net_dev_queue skbaddr=A+ len=64
  net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800
  net/net_dev_xmit skbaddr=A+ rc=0
}

packets
1: tx A+ (nested) gen -1 tcp ? P. 100+10 x1 sent: net_dev_xmit rc 0 @1000..1060
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact)
  frames A+
  edges fclone A (nested)
2: tx A+ (nested) gen 0 tcp ? P. 100+10 x1 retransmit sent: net_dev_xmit rc 0 @1070..1120
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact)
  frames A+
  edges retransmit-of A (exact) 1, fclone A (nested)
  again - unknown: the trace has no headers of what came in between it and the one before it (#ID, 0.0 ms earlier) 1
