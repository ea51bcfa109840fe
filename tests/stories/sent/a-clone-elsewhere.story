The original's neighbour was taken: the clone lies anywhere, and the probe on the copy says so.

trace
has p:skb_release_head_state skb
cpu 0 pid 100
__tcp_transmit_skb {
  p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
  p:__copy_skb_header new=C old=A
  net/net_dev_queue skbaddr=C len=64
  net/net_dev_start_xmit skbaddr=C len=64 protocol=0x800
  net/net_dev_xmit skbaddr=C rc=0
}

packets
1: tx C (exact) gen 0 tcp ? P. 100+10 x1 sent: net_dev_xmit rc 0 @1000..1060
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact)
  frames C
  edges clone A (exact)
