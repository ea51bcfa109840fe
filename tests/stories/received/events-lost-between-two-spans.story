The frame was over when events were lost, and the reader came after: the packet may lack something.

trace
has p:skb_release_head_state skb
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10
  }
}
lost ?
ip_rcv;
cpu 0 pid 100
skb_copy_datagram_iter {
  skb/skb_copy_datagram_iovec skbaddr=A len=10
}

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 lossy unknown: no reader, queue or free of it was recorded @1000..1050
  way , not complete
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
lost: 0 and more of 11 events until 1100, complete since 1060
