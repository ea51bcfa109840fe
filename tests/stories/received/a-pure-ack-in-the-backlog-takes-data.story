Backlog coalescing: the pure ACK's skb holds the data behind it, and is what is read.

trace
has p:skb_release_head_state skb
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=40
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=A tcp=1001>2002,A,100,7,0
    tcp_add_backlog;
  }
}
netif_receive_skb {
  net/netif_receive_skb skbaddr=B len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=B tcp=1001>2002,PA,100,7,10
    tcp_add_backlog {
      kfree_skb_partial {
        p:skb_release_head_state skb=B
      }
    }
  }
}
cpu 1 pid 100
__release_sock {
  tcp_v4_do_rcv {
    p:tcp_v4_do_rcv sk=0x5000 skb=A
  }
}
skb_copy_datagram_iter {
  skb/skb_copy_datagram_iovec skbaddr=A len=10
}
p:skb_release_head_state skb=A

packets
1: rx A (exact) gen -1 tcp 1001>2002 . 100+0 ack 7 (exact, event) x0 consumed: pure ACK @1000..1270
  socket 0x5000
  calls netif_receive_skb (exact), tcp_v4_do_rcv (exact) in __release_sock, skb_copy_datagram_iter (exact)
  events net/netif_receive_skb, tcp_v4_do_rcv, skb/skb_copy_datagram_iovec, skb_release_head_state
2: rx B (exact) gen -1 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 delivered: through the skb that it was coalesced into @1080..1180
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  edges coalesced-into A (derived) 1
