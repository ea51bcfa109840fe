What tcp_validate_incoming frees without a word does not fit; but a reset that was taken ended well.

trace
has p:skb_release_head_state skb
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,900,7,10
    tcp_validate_incoming {
      __kfree_skb {
        p:skb_release_head_state skb=A
      }
    }
  }
}
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=B len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=B tcp=1001>2002,R,100,7,0
    tcp_validate_incoming {
      tcp_reset;
      __kfree_skb {
        p:skb_release_head_state skb=B
      }
    }
  }
}

packets
1: rx A (exact) gen -1 tcp 1001>2002 P. 900+10 ack 7 (exact, event) x0 dropped: not acceptable: freed by tcp_validate_incoming @1000..1100
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  dropped - evidence: not acceptable: freed by tcp_validate_incoming
2: rx B (exact) gen -1 tcp 1001>2002 R 100+0 ack 7 (exact, event) x0 consumed: reset @1110..1230
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
