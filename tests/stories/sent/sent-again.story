A retransmission is a packet of its own that knows the first.

trace
has p:skb_release_head_state skb
cpu 0 pid 100
__tcp_transmit_skb {
  p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
  p:__copy_skb_header new=A+ old=A
  net/net_dev_queue skbaddr=A+ len=64
  net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800
  net/net_dev_xmit skbaddr=A+ rc=0
  p:skb_release_head_state skb=A+
}
cpu 0 softirq
__tcp_retransmit_skb {
  __tcp_transmit_skb {
    p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
    p:__copy_skb_header new=A+ old=A
    net/net_dev_queue skbaddr=A+ len=64
    net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800
    net/net_dev_xmit skbaddr=A+ rc=0
  }
  tcp/tcp_retransmit_skb skbaddr=A skaddr=0x5000 sport=2002 dport=1001 saddr=2 daddr=1
}

packets
1: tx A+ (exact) gen -1 tcp 2002>1001 P. 100+10 (derived, edge) x1 sent: net_dev_xmit rc 0 @1000..1070
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact)
  frames A+
  edges fclone A (exact)
2: tx A+ (exact) gen 0 tcp 2002>1001 P. 100+10 (exact, event) x1 retransmit sent: net_dev_xmit rc 0 @1090..1150
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact) in __tcp_retransmit_skb
  frames A+
  edges retransmit-of A (exact) 1, fclone A (exact)
  again - unknown: the trace has no headers of what came in between it and the one before it (#ID, 0.0 ms earlier) 1
