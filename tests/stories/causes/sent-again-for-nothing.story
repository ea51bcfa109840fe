It comes to its reader before the other leaves, or after.

== it arrived before the other left
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
cpu 1 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A+ len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=A+ tcp=2002>1001,PA,100,7,10
  }
}
cpu 1 pid 200
skb/skb_copy_datagram_iovec skbaddr=A+ len=10
p:skb_release_head_state skb=A+
cpu 0 softirq
tcp_write_timer_handler {
  tcp_retransmit_timer {
    __tcp_retransmit_skb {
      __tcp_transmit_skb {
        p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
        p:__copy_skb_header new=C old=A
        net/net_dev_queue skbaddr=C len=64 name=lo
        net/net_dev_start_xmit skbaddr=C len=64 protocol=0x800 name=lo
        e:net/net_dev_start_xmit skb=C tcp=2002>1001,PA,100,7,10
        net/net_dev_xmit skbaddr=C rc=0 name=lo
      }
    }
  }
}

packets
1: tx A+ (exact) gen -1 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 looped: the same skb came in again @1000..7001000
  way eth0 lo
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact)
  frames A+:100+10
  edges fclone A (exact), loopback-same A+ (exact) 2
2: rx A+ (exact) gen -1 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x0 delivered: skb_copy_datagram_iovec len 10 @8001000..15001000
  calls netif_receive_skb (exact), event (exact)
  events net/netif_receive_skb, skb/skb_copy_datagram_iovec, skb_release_head_state
  edges loopback-same A+ (exact) 1
3: tx C (exact) gen 0 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 retransmit sent: net_dev_xmit rc 0 @19001000..26001000
  way lo
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact) in __tcp_retransmit_skb in tcp_retransmit_timer in tcp_write_timer_handler
  frames C:100+10
  edges retransmit-of A (exact) 1, clone A (exact)
  again rto spurious: retransmission timeout; the one before it (#ID, 19.0 ms earlier) had arrived 11.0 ms before this, and no ACK of it had come in 1

== it arrived after the other had left
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
tcp_write_timer_handler {
  tcp_retransmit_timer {
    __tcp_retransmit_skb {
      __tcp_transmit_skb {
        p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
        p:__copy_skb_header new=C old=A
        net/net_dev_queue skbaddr=C len=64 name=lo
        net/net_dev_start_xmit skbaddr=C len=64 protocol=0x800 name=lo
        e:net/net_dev_start_xmit skb=C tcp=2002>1001,PA,100,7,10
        net/net_dev_xmit skbaddr=C rc=0 name=lo
      }
    }
  }
}
cpu 1 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A+ len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=A+ tcp=2002>1001,PA,100,7,10
  }
}
cpu 1 pid 200
skb/skb_copy_datagram_iovec skbaddr=A+ len=10
p:skb_release_head_state skb=A+

packets
1: tx A+ (exact) gen -1 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 looped: the same skb came in again @1000..7001000
  way eth0 lo
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact)
  frames A+:100+10
  edges fclone A (exact), loopback-same A+ (exact) 3
2: tx C (exact) gen 0 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 retransmit sent: net_dev_xmit rc 0 @11001000..18001000
  way lo
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact) in __tcp_retransmit_skb in tcp_retransmit_timer in tcp_write_timer_handler
  frames C:100+10
  edges retransmit-of A (exact) 1, clone A (exact)
  again rto spurious: retransmission timeout; the one before it (#ID, 11.0 ms earlier) was still under way: it arrived 11.0 ms after this 1
3: rx A+ (exact) gen -1 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x0 delivered: skb_copy_datagram_iovec len 10 @22001000..29001000
  calls netif_receive_skb (exact), event (exact)
  events net/netif_receive_skb, skb/skb_copy_datagram_iovec, skb_release_head_state
  edges loopback-same A+ (exact) 1
