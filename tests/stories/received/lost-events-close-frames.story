After a gap nothing that was open still is: the reset is not known to be this packet's answer, what is freed may be
another one, and the packet says that it lacks something.

trace
has p:skb_release_head_state skb
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10
    lost 7
    tcp/tcp_send_reset skbaddr=B
    skb/kfree_skb skbaddr=A location=&tcp_drop
  }
}

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 lossy unknown: no reader, queue or free of it was recorded @1000..1040
  way , not complete
  calls netif_receive_skb! (exact)
  events net/netif_receive_skb
lost: 7 of 8 events until 1070, complete since 1040
