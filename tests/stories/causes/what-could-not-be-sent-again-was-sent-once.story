Newer kernels tell of the attempt, with its error.

== an error
trace
cpu 0 pid 100
__tcp_transmit_skb {
  p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
  p:__copy_skb_header new=A+ old=A
  net/net_dev_queue skbaddr=A+ len=64 name=eth0
  net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800 name=eth0
  e:net/net_dev_start_xmit skb=A+ tcp=2002>1001,PA,100,7,10
  net/net_dev_xmit skbaddr=A+ rc=0 name=eth0
  p:skb_release_head_state skb=A+
}
tcp_retransmit_timer {
  tcp/tcp_retransmit_skb skbaddr=A skaddr=0x5000 sport=2002 dport=1001 saddr=2 daddr=1 err=-11
}

packets
1: tx A+ (exact) gen -1 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1000..1080
  way eth0
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact)
  frames A+:100+10
  edges fclone A (exact)

== no error
trace
cpu 0 pid 100
__tcp_transmit_skb {
  p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
  p:__copy_skb_header new=A+ old=A
  net/net_dev_queue skbaddr=A+ len=64 name=eth0
  net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800 name=eth0
  e:net/net_dev_start_xmit skb=A+ tcp=2002>1001,PA,100,7,10
  net/net_dev_xmit skbaddr=A+ rc=0 name=eth0
  p:skb_release_head_state skb=A+
}
tcp_retransmit_timer {
  tcp/tcp_retransmit_skb skbaddr=A skaddr=0x5000 sport=2002 dport=1001 saddr=2 daddr=1 err=0
}

packets
1: tx A+ (exact) gen -1 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 retransmit sent: net_dev_xmit rc 0 @1000..1080
  way eth0
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact)
  frames A+:100+10
  edges fclone A (exact)
  again - unknown: the trace, which begins later or was filtered, has no transmission before it
