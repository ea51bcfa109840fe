Nobody recorded whether the driver took it: it gives back what it has sent as well as what it cannot send.

== a hook
trace
has p:skb_release_head_state skb
cpu 0 pid 100
__tcp_transmit_skb {
  p:ip_finish_output2 skb=A tcp=1001>2002,PA,100,7,10
}
cpu 0 softirq
skb/kfree_skb skbaddr=A location=&nf_hook_slow
p:skb_release_head_state skb=A

packets
1: tx A (nested) gen -1 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 dropped: no reason recorded at nf_hook_slow+0x0/0x100 @1000..1030
  calls __tcp_transmit_skb (nested)
  events skb/kfree_skb
  kfree_skb at nf_hook_slow
  dropped - place: a netfilter hook dropped it (nf_hook_slow)

== the softirq of transmission
trace
has p:skb_release_head_state skb
cpu 0 pid 100
__tcp_transmit_skb {
  p:ip_finish_output2 skb=A tcp=1001>2002,PA,100,7,10
}
cpu 0 softirq
skb/kfree_skb skbaddr=A location=&net_tx_action
p:skb_release_head_state skb=A

packets
1: tx A (nested) gen -1 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no event of a device's queue or driver was recorded @1000..1020
  calls __tcp_transmit_skb (nested)
