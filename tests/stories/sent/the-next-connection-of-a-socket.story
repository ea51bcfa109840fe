SYNs that reached no driver are not those of the next connection that has the socket's address.

== another SYN
trace
has p:skb_release_head_state skb
cpu 0 pid 100
__tcp_transmit_skb {
  p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=100 cb_flags=0x2
  p:__copy_skb_header new=A+ old=A
  p:skb_release_head_state skb=A+
}
__tcp_transmit_skb {
  p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=100 cb_flags=0x2
  p:__copy_skb_header new=A+ old=A
  p:skb_release_head_state skb=A+
}
p:skb_release_head_state skb=A
__tcp_transmit_skb {
  p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=7000 cb_end_seq=7000 cb_flags=0x2
  p:__copy_skb_header new=A+ old=A
  net/net_dev_queue skbaddr=A+ len=60
  net/net_dev_start_xmit skbaddr=A+ len=60 protocol=0x800
  e:net/net_dev_start_xmit skb=A+ tcp=2003>1001,S,7000,0,0
  net/net_dev_xmit skbaddr=A+ rc=0
  p:skb_release_head_state skb=A+
}

packets
1: tx A+ (exact) gen -3 tcp ? S 100+0 x0 unknown: freed before it came to a device's queue @1000..1040
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact)
  edges fclone A (exact)
2: tx A+ (exact) gen -2 tcp ? S 100+0 x0 retransmit unknown: freed before it came to a device's queue @1050..1090
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact)
  edges retransmit-of A (exact) 1, fclone A (exact)
  again - unknown: what became of the one before it (#ID, 0.0 ms earlier) is not known 1
3: tx A+ (exact) gen -1 tcp 2003>1001 S 7000+0 (exact, event) x1 of 1 sent: net_dev_xmit rc 0 @1110..1190
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact)
  frames A+:7000+0
  edges fclone A (exact)

== the same SYN once more is the same connection's
trace
has p:skb_release_head_state skb
cpu 0 pid 100
__tcp_transmit_skb {
  p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=100 cb_flags=0x2
  p:__copy_skb_header new=A+ old=A
  p:skb_release_head_state skb=A+
}
__tcp_transmit_skb {
  p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=100 cb_flags=0x2
  p:__copy_skb_header new=A+ old=A
  net/net_dev_queue skbaddr=A+ len=60
  net/net_dev_start_xmit skbaddr=A+ len=60 protocol=0x800
  e:net/net_dev_start_xmit skb=A+ tcp=2003>1001,S,100,0,0
  net/net_dev_xmit skbaddr=A+ rc=0
  p:skb_release_head_state skb=A+
}

packets
1: tx A+ (exact) gen -2 tcp 2003>1001 S 100+0 (derived, edge) x0 unknown: freed before it came to a device's queue @1000..1040
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact)
  edges fclone A (exact)
2: tx A+ (exact) gen -1 tcp 2003>1001 S 100+0 (exact, event) x1 of 1 retransmit sent: net_dev_xmit rc 0 @1050..1130
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact)
  frames A+:100+0
  edges retransmit-of A (exact) 1, fclone A (exact)
  again - unknown: what became of the one before it (#ID, 0.0 ms earlier) is not known 1
