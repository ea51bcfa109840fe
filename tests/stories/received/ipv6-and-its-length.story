The payload length of an IPv6 header does not count the header itself.

trace
cpu 0 softirq
netif_receive_skb {
  e:net/netif_receive_skb skb=A tcp6=1001>2002,PA,100,7,10
  net/netif_receive_skb skbaddr=A len=70
  tcp_v6_rcv;
}

packets
1: rx A (exact) tcp v6 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1050
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
