TCP fast open queues a clone of the SYN for the reader.

trace
has p:skb_release_head_state skb
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=60
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=A tcp=1001>2002,S,100,0,10
    tcp_conn_request {
      p:__copy_skb_header new=B old=A
    }
    p:skb_release_head_state skb=A
  }
}
cpu 1 pid 100
skb/skb_copy_datagram_iovec skbaddr=B len=10

packets
1: rx A (exact) gen -1 tcp 1001>2002 S 100+10 (exact, event) x0 delivered: skb_copy_datagram_iovec len 10 @1000..1100
  calls netif_receive_skb (exact), event (exact)
  events net/netif_receive_skb, skb/skb_copy_datagram_iovec
  edges copy B (exact)
