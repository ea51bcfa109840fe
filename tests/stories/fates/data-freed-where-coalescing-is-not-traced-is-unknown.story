Where that function is not traced, its bytes may have gone into another skb.

trace
has p:skb_release_head_state skb
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=C len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=C tcp=1001>2002,PA,110,7,10
    tcp_data_queue {
      __kfree_skb {
        p:skb_release_head_state skb=C
      }
    }
  }
}

packets
1: rx C (exact) gen -1 tcp 1001>2002 P. 110+10 ack 7 (exact, event) x0 unknown: freed with no reader and no drop recorded: its bytes went into another skb, or the socket was closed unread @1000..1100
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
