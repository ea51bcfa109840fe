The event of TCP's own says that it was sent again; of the one before there is nothing.

== the trace has nothing of it
trace
cpu 0 softirq
tcp_retransmit_timer {
  __tcp_retransmit_skb {
    __tcp_transmit_skb {
      p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
      p:__copy_skb_header new=A+ old=A
      net/net_dev_queue skbaddr=A+ len=64 name=eth0
      net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800 name=eth0
      e:net/net_dev_start_xmit skb=A+ tcp=2002>1001,PA,100,7,10
      net/net_dev_xmit skbaddr=A+ rc=0 name=eth0
      p:skb_release_head_state skb=A+
    }
    tcp/tcp_retransmit_skb skbaddr=A skaddr=0x5000 sport=2002 dport=1001 saddr=2 daddr=1
  }
}

packets
1: tx A+ (exact) gen -1 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 retransmit sent: net_dev_xmit rc 0 @1020..1100
  way eth0
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact) in __tcp_retransmit_skb in tcp_retransmit_timer
  frames A+:100+10
  edges fclone A (exact)
  again rto unknown: retransmission timeout; the trace, which begins later or was filtered, has no transmission before it

== events were lost
trace
cpu 1 pid 7
ip_rcv;
lost 7
ip_rcv;
cpu 0 softirq
tcp_retransmit_timer {
  __tcp_retransmit_skb {
    __tcp_transmit_skb {
      p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
      p:__copy_skb_header new=A+ old=A
      net/net_dev_queue skbaddr=A+ len=64 name=eth0
      net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800 name=eth0
      e:net/net_dev_start_xmit skb=A+ tcp=2002>1001,PA,100,7,10
      net/net_dev_xmit skbaddr=A+ rc=0 name=eth0
      p:skb_release_head_state skb=A+
    }
    tcp/tcp_retransmit_skb skbaddr=A skaddr=0x5000 sport=2002 dport=1001 saddr=2 daddr=1
  }
}

packets
1: tx A+ (exact) gen -1 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 retransmit sent: net_dev_xmit rc 0 @1060..1140
  way eth0
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact) in __tcp_retransmit_skb in tcp_retransmit_timer
  frames A+:100+10
  edges fclone A (exact)
  again rto unknown: retransmission timeout; events were lost, that of the one before it may be among them
lost: 7 of 18 events until 1170, complete since 1020
