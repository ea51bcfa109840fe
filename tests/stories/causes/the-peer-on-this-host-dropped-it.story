The peer is on this host, and dropped it.

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
    skb/kfree_skb skbaddr=A+ location=&tcp_v4_rcv reason=0
  }
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

packets
1: tx A+ (exact) gen 0 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 looped: the same skb came in again @1000..7001000
  way lo
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact)
  frames A+:100+10
  edges fclone A (exact), loopback-same A+ (exact) 2
2: rx A+ (exact) gen 0 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x0 dropped: no reason recorded at tcp_v4_rcv+0x0/0x100 @8001000..14001000
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  edges loopback-same A+ (exact) 1
  kfree_skb at tcp_v4_rcv reason 0 
  dropped - unknown: the kernel gave no reason; tcp_v4_rcv freed it
3: tx C (exact) gen 0 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 retransmit sent: net_dev_xmit rc 0 @18001000..25001000
  way lo
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact) in __tcp_retransmit_skb in tcp_retransmit_timer in tcp_write_timer_handler
  frames C:100+10
  edges retransmit-of A (exact) 1, clone A (exact)
  again rto dropped-at-peer: retransmission timeout; the one before it (#ID, 18.0 ms earlier) came to the peer, which dropped it: the kernel gave no reason; tcp_v4_rcv freed it 1
