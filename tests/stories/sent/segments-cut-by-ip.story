A new MTU: ip_finish_output_gso() cuts what is larger, and each piece goes its way.

trace
has p:skb_release_head_state skb
cpu 0 pid 100
tcp_write_xmit {
  __tcp_transmit_skb {
    p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=130 cb_flags=0x18
    p:__copy_skb_header new=A+ old=A
    p:__copy_skb_header new=B old=A+
    p:__copy_skb_header new=C old=A+
    p:skb_release_head_state skb=A+
    net/net_dev_queue skbaddr=B len=74
    net/net_dev_start_xmit skbaddr=B len=74 protocol=0x800
    net/net_dev_xmit skbaddr=B rc=0
    net/net_dev_queue skbaddr=C len=64
    net/net_dev_start_xmit skbaddr=C len=64 protocol=0x800
    net/net_dev_xmit skbaddr=C rc=0
  }
}

packets
1: tx A+ (exact) gen -1 tcp ? P. 100+30 x2 sent: net_dev_xmit rc 0 @1010..1130
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact) in tcp_write_xmit
  frames B, C
  edges fclone A (exact), gso-segment B (exact), gso-segment C (exact)
