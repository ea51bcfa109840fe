Its ACK was dropped before TCP saw it: nothing was sent for nothing.

== by a hook, on its way in
trace
has p:skb_release_head_state skb
every 1000000
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
cpu 1 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=B len=40
  e:net/netif_receive_skb skb=B tcp=1001>2002,A,7,110,0
  ip_rcv {
    skb/kfree_skb skbaddr=B location=&nf_hook_slow reason=0
    p:skb_release_head_state skb=B
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
      }
    }
  }
}

packets
1: tx A+ (exact) gen -1 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 acked: acknowledged by ack 110 @1000..8001000
  way eth0
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact)
  frames A+:100+10
  edges fclone A (exact), acked-by B (derived) 2
2: rx B (exact) gen -1 tcp 1001>2002 . 7+0 ack 110 (exact, event) x0 dropped: no reason recorded at nf_hook_slow+0x0/0x100 @9001000..16001000
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  kfree_skb at nf_hook_slow reason 0 
  dropped - place: a netfilter hook dropped it (nf_hook_slow)
3: tx A+ (exact) gen 0 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 retransmit sent: net_dev_xmit rc 0 @20001000..27001000
  way eth0
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact) in __tcp_retransmit_skb in tcp_retransmit_timer in tcp_write_timer_handler
  frames A+:100+10
  edges retransmit-of A (exact) 1, fclone A (exact)
  again rto ack-dropped: retransmission timeout; the one before it (#ID, 20.0 ms earlier) arrived; its ACK was dropped on this host: a netfilter hook dropped it (nf_hook_slow) 2

== by a device, where the peer on this host sent it
trace
has p:skb_release_head_state skb
every 1000000
cpu 0 pid 100
__tcp_transmit_skb {
  p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
  p:__copy_skb_header new=A+ old=A
  net/net_dev_queue skbaddr=A+ len=64 name=lo
  net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800 name=lo
  e:net/net_dev_start_xmit skb=A+ tcp=2002>1001,PA,100,7,10
  net/net_dev_xmit skbaddr=A+ rc=0 name=lo
}
cpu 1 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A+ len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=A+ tcp=2002>1001,PA,100,7,10
    __tcp_transmit_skb {
      p:__tcp_transmit_skb sk=0x6000 skb=B clone_it=0 cb_seq=7 cb_end_seq=7 cb_flags=0x10
      net/net_dev_queue skbaddr=B len=40 name=lo
      net/net_dev_start_xmit skbaddr=B len=40 protocol=0x800 name=lo
      e:net/net_dev_start_xmit skb=B tcp=1001>2002,A,7,110,0
      net/net_dev_xmit skbaddr=B rc=1 name=lo
    }
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
  way lo
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact)
  frames A+:100+10
  edges fclone A (exact), loopback-same A+ (exact) 2
2: rx A+ (exact) gen -1 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x0 delivered: skb_copy_datagram_iovec len 10 @8001000..22001000
  calls netif_receive_skb (exact), event (exact)
  events net/netif_receive_skb, skb/skb_copy_datagram_iovec, skb_release_head_state
  edges loopback-same A+ (exact) 1
3: tx B (exact) gen 0 tcp 1001>2002 . 7+0 ack 110 (exact, event) x1 of 1 dropped: net_dev_xmit: the driver dropped it @12001000..18001000
  way lo
  socket 0x6000
  original B
  calls __tcp_transmit_skb (exact)
  frames B?:7+0
  dropped - evidence: net_dev_xmit: the driver dropped it
4: tx C (exact) gen 0 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 retransmit sent: net_dev_xmit rc 0 @26001000..33001000
  way lo
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact) in __tcp_retransmit_skb in tcp_retransmit_timer in tcp_write_timer_handler
  frames C:100+10
  edges retransmit-of A (exact) 1, clone A (exact)
  again rto ack-dropped: retransmission timeout; the one before it (#ID, 26.0 ms earlier) arrived; its ACK was dropped on this host: net_dev_xmit: the driver dropped it 3
