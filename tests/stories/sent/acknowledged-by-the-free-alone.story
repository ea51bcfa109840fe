No header of the ACK is known: that tcp_ack freed the original is enough.

trace
has p:skb_release_head_state skb
cpu 0 pid 100
__tcp_transmit_skb {
  p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
  p:__copy_skb_header new=A+ old=A
  net/net_dev_queue skbaddr=A+ len=64
  net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800
  net/net_dev_xmit skbaddr=A+ rc=0
}
cpu 0 softirq
tcp_v4_rcv {
  tcp_ack {
    p:skb_release_head_state skb=A
  }
}

packets
1: tx A+ (exact) gen 0 tcp ? P. 100+10 x1 acked: its original was freed by tcp_ack @1000..1060
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact)
  frames A+
  edges fclone A (exact)
