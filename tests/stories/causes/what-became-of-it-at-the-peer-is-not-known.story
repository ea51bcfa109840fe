Its peer is on this host, and the trace has no end of it there: it may have been dropped, or not.

trace
has p:skb_release_head_state skb
every 1000000
cpu 0 pid 100
__tcp_transmit_skb {
  p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
  p:__copy_skb_header new=A+ old=A
  net/net_dev_queue skbaddr=A+ len=64 name=eth0
  net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800 name=lo
  e:net/net_dev_start_xmit skb=A+ tcp=2002>1001,PA,100,7,10
  net/net_dev_xmit skbaddr=A+ rc=0 name=lo
}
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A+ len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=A+ tcp=2002>1001,PA,100,7,10
  }
}
cpu 0 softirq
tcp_write_timer_handler {
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
    }
  }
}

packets
1: tx A+ (exact) gen -2 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 looped: the same skb came in again @1000..7001000
  way eth0 lo
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact)
  frames A+:100+10
  edges fclone A (exact), loopback-same A+ (exact) 2
2: rx A+ (exact) gen -2 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @8001000..13001000
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  edges loopback-same A+ (exact) 1
3: tx A+ (exact) gen -1 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 retransmit sent: net_dev_xmit rc 0 @17001000..25001000
  way eth0
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact) in __tcp_retransmit_skb in tcp_retransmit_timer in tcp_write_timer_handler
  frames A+:100+10
  edges retransmit-of A (exact) 1, fclone A (exact)
  again rto unknown: retransmission timeout; the one before it (#ID, 17.0 ms earlier) came to the peer; what became of it there was not recorded 1
