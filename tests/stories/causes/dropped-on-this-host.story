The timer sent it again because a hook of this host had dropped it.

trace
has p:skb_release_head_state skb
every 1000000
cpu 0 pid 100
__tcp_transmit_skb {
  p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
  p:__copy_skb_header new=A+ old=A
  net/net_dev_queue skbaddr=A+ len=64 name=eth0
  skb/kfree_skb skbaddr=A+ location=&nf_hook_slow reason=0
  p:skb_release_head_state skb=A+
}
cpu 1 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=B len=40
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=B tcp=1001>2002,A,7,100,0
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
1: tx A+ (exact) gen -2 tcp 2002>1001 P. 100+10 (derived, edge) x0 dropped: no reason recorded at nf_hook_slow+0x0/0x100 @1000..6001000
  way eth0
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact)
  edges fclone A (exact)
  kfree_skb at nf_hook_slow reason 0 
  dropped - place: a netfilter hook dropped it (nf_hook_slow)
2: rx B (exact) gen 0 tcp 1001>2002 . 7+0 ack 100 (exact, event) x0 consumed: pure ACK @7001000..12001000
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
3: tx A+ (exact) gen -1 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 retransmit sent: net_dev_xmit rc 0 @16001000..24001000
  way eth0
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact) in __tcp_retransmit_skb in tcp_retransmit_timer in tcp_write_timer_handler
  frames A+:100+10
  edges retransmit-of A (exact) 1, fclone A (exact)
  again rto dropped-here: retransmission timeout; the one before it (#ID, 16.0 ms earlier) was dropped on this host: a netfilter hook dropped it (nf_hook_slow) 1
