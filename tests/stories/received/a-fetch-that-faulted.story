All words are zero.

trace
cpu 0 softirq
netif_receive_skb {
  e:net/netif_receive_skb skb=A tcp=0>0,,0,0,0 ip_vhl=0 ip_len=0 ip_p=0 ip_src=0 ip_dst=0 th_off_flags=0
  net/netif_receive_skb skbaddr=A len=50
  tcp_v4_rcv;
}

packets
1: rx A (exact) tcp ? x0 unknown: whether it carried data was not recorded @1000..1050
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
