The free of an original is not in the trace (overwritten on another CPU): what is sent from its address is another
connection's, by its socket, or its sequence numbers, whatever TCP says of retransmitting.

== another socket's
trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
p:__copy_skb_header new=A+ old=A
net/net_dev_queue skbaddr=A+ len=64
net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800
net/net_dev_xmit skbaddr=A+ rc=0
p:skb_release_head_state skb=A+
cpu 1 pid 200
p:__tcp_transmit_skb sk=0x6000 skb=A clone_it=1 cb_seq=105 cb_end_seq=115 cb_flags=0x18
p:__copy_skb_header new=A+ old=A
net/net_dev_queue skbaddr=A+ len=64
net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800
net/net_dev_xmit skbaddr=A+ rc=0
p:skb_release_head_state skb=A+

packets
1: tx A+ (exact) gen -2 tcp ? P. 100+10 x1 sent: net_dev_xmit rc 0 @1000..1040
  socket 0x5000
  original A
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A+
  edges fclone A (exact)
2: tx A+ (exact) gen -1 tcp ? P. 105+10 x1 sent: net_dev_xmit rc 0 @1060..1100
  socket 0x6000
  original A
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A+
  edges fclone A (exact)

== later data of the same socket
trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
p:__copy_skb_header new=A+ old=A
net/net_dev_queue skbaddr=A+ len=64
net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800
net/net_dev_xmit skbaddr=A+ rc=0
p:skb_release_head_state skb=A+
cpu 1 softirq
__tcp_retransmit_skb {
  __tcp_transmit_skb {
    p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=110 cb_end_seq=120 cb_flags=0x18
    p:__copy_skb_header new=A+ old=A
    net/net_dev_queue skbaddr=A+ len=64
    net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800
    net/net_dev_xmit skbaddr=A+ rc=0
    p:skb_release_head_state skb=A+
  }
}

packets
1: tx A+ (exact) gen -2 tcp ? P. 100+10 x1 sent: net_dev_xmit rc 0 @1000..1040
  socket 0x5000
  original A
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A+
  edges fclone A (exact)
2: tx A+ (exact) gen -1 tcp ? P. 110+10 x1 retransmit sent: net_dev_xmit rc 0 @1070..1140
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact) in __tcp_retransmit_skb
  frames A+
  edges fclone A (exact)
  again - unknown: the trace, which begins later or was filtered, has no transmission before it
