The one before it still waits in a queue of this host.

machine
skb C 2002>1001 seq=100 len=10 in qdisc

trace
has p:skb_release_head_state skb
every 1000000
cpu 0 pid 100
__tcp_transmit_skb {
  p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
  p:__copy_skb_header new=C old=A
  net/net_dev_queue skbaddr=C len=64 name=eth0
  e:net/net_dev_queue skb=C tcp=2002>1001,PA,100,7,10
}
cpu 0 softirq
tcp_write_timer_handler {
  tcp_retransmit_timer {
    __tcp_retransmit_skb {
      __tcp_transmit_skb {
        p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
        p:__copy_skb_header new=D old=A
        net/net_dev_queue skbaddr=D len=64 name=eth0
        net/net_dev_start_xmit skbaddr=D len=64 protocol=0x800 name=eth0
        e:net/net_dev_start_xmit skb=D tcp=2002>1001,PA,100,7,10
        net/net_dev_xmit skbaddr=D rc=0 name=eth0
      }
    }
  }
}

packets
1: tx C (exact) gen 0 tcp 10.0.0.1:2002>10.0.0.2:1001 P. 100+10 (exact, skb) x0 of 1 qdisc-queued: stands in qdisc fq_codel at ffffffff8200c800 @1000..5001000
  way eth0
  socket 0x5000
  original A
  mark 7
  calls __tcp_transmit_skb (exact)
  edges clone A (exact)
2: tx D (exact) gen 0 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 retransmit sent: net_dev_xmit rc 0 @9001000..16001000
  way eth0
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact) in __tcp_retransmit_skb in tcp_retransmit_timer in tcp_write_timer_handler
  frames D:100+10
  edges retransmit-of A (exact) 1, clone A (exact)
  again rto waits-here: retransmission timeout; the one before it (#ID, 9.0 ms earlier) has not left this host: stands in qdisc fq_codel at ffffffff8200c800 1
