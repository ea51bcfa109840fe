Another protocol's skb at the address of a freed one has no birth that is traced, but is copied too.

trace
has p:skb_release_head_state skb
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10
    tcp_try_coalesce;
    kfree_skb_partial {
      p:skb_release_head_state skb=A
    }
  }
}
cpu 0 pid 20
skb/skb_copy_datagram_iovec skbaddr=A len=392

packets
1: rx A (exact) gen -1 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 merged: into the skb before it in the receive queue @1000..1100
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
