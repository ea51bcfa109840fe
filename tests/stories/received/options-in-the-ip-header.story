ihl is not 5: the words lie elsewhere, so nobody knows whose packet it is.

trace
cpu 0 softirq
netif_receive_skb {
  e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,10 ip_vhl=0x46
  net/netif_receive_skb skbaddr=A len=50
  tcp_v4_rcv;
}

packets
1: rx A (exact) tcp ? x0 unknown: whether it carried data was not recorded @1000..1050
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
