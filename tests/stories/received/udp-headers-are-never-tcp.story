An eprobe that is not filtered reads a datagram, with ports where TCP has them.

trace
cpu 0 softirq
netif_receive_skb {
  e:net/netif_receive_skb skb=A udp=1001>2002
  net/netif_receive_skb skbaddr=A len=50
  ip_local_deliver {
    udp_rcv;
  }
}
netif_receive_skb {
  e:net/netif_receive_skb skb=B tcp=1001>2002,PA,100,7,10
  net/netif_receive_skb skbaddr=B len=50
  ip_local_deliver {
    tcp_v4_rcv;
  }
}

packets
1: rx B (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1080..1150
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
others: 1
