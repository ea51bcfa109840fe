Dropped before ESP was made of it.

machine
protocols all
tracing stopped

trace
cpu 0 pid 7
udp_sendmsg {
  xfrm_output_resume {
    p:xfrm_output_resume skb=A
    skb/kfree_skb skbaddr=A location=&xfrm_output_resume
  }
}
has p:skb_release_head_state skb

packets
1: tx A (nested) gen 0 udp ? x0 dropped: no reason recorded at xfrm_output_resume+0x0/0x100 @1000..1050
  calls udp_sendmsg (nested)
  kfree_skb at xfrm_output_resume
  dropped - unknown: the kernel gave no reason; xfrm_output_resume freed it
