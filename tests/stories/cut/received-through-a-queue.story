Its segments' ends are its own.

trace
has p:skb_release_head_state skb
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=70 name=eth0
  e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,30
  nf_hook_slow {
    __skb_gso_segment {
      p:__copy_skb_header new=B old=A
      p:__copy_skb_header new=C old=A
    }
    skb/kfree_skb skbaddr=A location=&nf_hook_slow reason=2
    p:skb_release_head_state skb=A
  }
}
cpu 1 pid 200
tcp_v4_rcv {
  p:tcp_v4_rcv skb=B tcp=1001>2002,A,100,7,20
}
tcp_v4_rcv {
  p:tcp_v4_rcv skb=C tcp=1001>2002,PA,120,7,10
}
cpu 1 pid 300
skb/skb_copy_datagram_iovec skbaddr=B len=20
skb/skb_copy_datagram_iovec skbaddr=C len=10

packets
1: rx A (exact) gen -1 tcp 1001>2002 P. 100+30 ack 7 (exact, event) x0 delivered: cut into 2 segments: 2 delivered @1000..1190
  way eth0
  calls netif_receive_skb (exact), tcp_v4_rcv (exact), tcp_v4_rcv (exact), event (exact), event (exact)
  events net/netif_receive_skb, tcp_v4_rcv, tcp_v4_rcv, skb/skb_copy_datagram_iovec, skb/skb_copy_datagram_iovec
  edges gso-segment B (exact), gso-segment C (exact)
  copies gso-segment B delivered, gso-segment C delivered
