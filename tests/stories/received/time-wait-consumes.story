A FIN that TIME_WAIT takes is freed by kfree_skb too.

trace
has p:skb_release_head_state skb
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=40
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=A tcp=1001>2002,FA,100,7,0
    tcp_timewait_state_process {
      p:tcp_timewait_state_process tw=0x5000 skb=A
    }
    skb/kfree_skb skbaddr=A
  }
}

packets
1: rx A (exact) gen 0 tcp 1001>2002 F. 100+0 ack 7 (exact, event) x0 consumed: taken by TIME_WAIT @1000..1090
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  kfree_skb
