The second went into the first in the receive queue; the first was read.

trace
has p:skb_release_head_state skb
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10
  }
}
netif_receive_skb {
  net/netif_receive_skb skbaddr=B len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=B tcp=1001>2002,PA,110,7,10
    tcp_try_coalesce;
    kfree_skb_partial {
      p:skb_release_head_state skb=B
    }
  }
}
netif_receive_skb {
  net/netif_receive_skb skbaddr=C len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=C tcp=3003>2002,PA,500,7,10
  }
}
cpu 1 pid 100
skb_copy_datagram_iter {
  skb/skb_copy_datagram_iovec skbaddr=A len=20
}
p:skb_release_head_state skb=A

packets
1: rx A (exact) gen -1 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 delivered: skb_copy_datagram_iovec len 20 @1000..1260
  calls netif_receive_skb (exact), skb_copy_datagram_iter (exact)
  events net/netif_receive_skb, skb/skb_copy_datagram_iovec, skb_release_head_state
2: rx B (exact) gen -1 tcp 1001>2002 P. 110+10 ack 7 (exact, event) x0 delivered: through the skb that it was coalesced into @1060..1160
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  edges coalesced-into A (derived) 1
3: rx C (exact) gen 0 tcp 3003>2002 P. 500+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1170..1220
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
