The same kfree_skb of what was not cut is a drop, and so is that of a segment.

== whole
trace
has p:skb_release_head_state skb
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=70 name=eth0
  e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,30
  nf_hook_slow {
    skb/kfree_skb skbaddr=A location=&nf_hook_slow reason=2
    p:skb_release_head_state skb=A
  }
}

packets
1: rx A (exact) gen -1 tcp 1001>2002 P. 100+30 ack 7 (exact, event) x0 dropped: no reason recorded at nf_hook_slow+0x0/0x100 @1000..1070
  way eth0
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  kfree_skb at nf_hook_slow reason 2 
  dropped - place: a netfilter hook dropped it (nf_hook_slow)

== as segments
trace
has p:skb_release_head_state skb
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=70 name=eth0
  e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,30
  nf_hook_slow {
    __skb_gso_segment {
      p:__copy_skb_header new=B old=A
      p:__copy_skb_header new=C old=A
    }
    skb/kfree_skb skbaddr=B location=&nf_hook_slow reason=9
    p:skb_release_head_state skb=B
    skb/kfree_skb skbaddr=C location=&nf_hook_slow reason=9
    p:skb_release_head_state skb=C
    skb/kfree_skb skbaddr=A location=&nf_hook_slow reason=2
    p:skb_release_head_state skb=A
  }
}

packets
1: rx A (exact) gen -1 tcp 1001>2002 P. 100+30 ack 7 (exact, event) x0 dropped: cut into 2 segments: 2 dropped @1000..1150
  way eth0
  calls netif_receive_skb (exact)
  events net/netif_receive_skb, skb/kfree_skb, skb_release_head_state, skb/kfree_skb, skb_release_head_state
  edges gso-segment B (exact), gso-segment C (exact)
  copies gso-segment B dropped at nf_hook_slow, gso-segment C dropped at nf_hook_slow
  kfree_skb at nf_hook_slow reason 9 
  hook __skb_gso_segment in netif_receive_skb
  dropped - place: a netfilter hook dropped it (nf_hook_slow)
