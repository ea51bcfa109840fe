Nor does it follow that an skb lives from frees that are not recorded.

== every free is recorded
trace
cpu 0 pid 100
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=A len=64
  net/net_dev_xmit skbaddr=A rc=0
}
has p:skb_release_head_state skb

packets
1: tx A (nested) gen 0 tcp ? x0 sent: net_dev_xmit rc 0 @1000..1030
  calls __tcp_transmit_skb (nested)

== some are
trace
cpu 0 pid 100
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=A len=64
  net/net_dev_xmit skbaddr=A rc=0
}
has p:skb_release_head_state skb
filtered p:skb_release_head_state

packets
1: tx A (nested) tcp ? x0 sent: net_dev_xmit rc 0 @1000..1030
  calls __tcp_transmit_skb (nested)
