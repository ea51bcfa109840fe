They may not be fragmented: all are dropped, and TCP sends it anew in its turn, which is no retransmit.

trace
has p:skb_release_head_state skb
cpu 0 pid 100
tcp_write_xmit {
  __tcp_transmit_skb {
    p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=130 cb_flags=0x18
    p:__copy_skb_header new=A+ old=A
    p:__copy_skb_header new=B old=A+
    p:__copy_skb_header new=C old=A+
    skb/consume_skb skbaddr=A+
    p:skb_release_head_state skb=A+
    skb/kfree_skb skbaddr=B location=&ip_fragment
    p:skb_release_head_state skb=B
    skb/kfree_skb skbaddr=C location=&ip_fragment
    p:skb_release_head_state skb=C
  }
  __tcp_transmit_skb {
    p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
    p:__copy_skb_header new=A+ old=A
    net/net_dev_queue skbaddr=A+ len=64
    net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800
    net/net_dev_xmit skbaddr=A+ rc=0
  }
}

packets
1: tx A+ (exact) gen -1 tcp ? P. 100+30 x0 dropped: no reason recorded at ip_fragment+0x0/0x100 @1010..1120
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact) in tcp_write_xmit
  edges fclone A (exact)
  kfree_skb at ip_fragment
  dropped - unknown: the kernel gave no reason; ip_fragment freed it
2: tx A+ (exact) gen 0 tcp ? P. 100+10 x1 sent: net_dev_xmit rc 0 @1130..1190
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact) in tcp_write_xmit
  frames A+
  edges fclone A (exact)
