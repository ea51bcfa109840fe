5.10's tcp_drop() is silent. What goes behind queued data is freed by kfree_skb_partial(), which this trace shows.

trace
has p:skb_release_head_state skb
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10
    tcp_queue_rcv;
  }
}
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=B len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=B tcp=1001>2002,PA,110,7,10
    kfree_skb_partial {
      p:skb_release_head_state skb=B
    }
  }
}
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
1: rx A (exact) gen 0 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: entered the receive queue; no reader of it was recorded @1000..1070
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
2: rx B (exact) gen -1 tcp 1001>2002 P. 110+10 ack 7 (exact, event) x0 merged: into the skb before it in the receive queue @1080..1160
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  edges coalesced-into A (derived) 1
3: rx C (exact) gen -1 tcp 1001>2002 P. 110+10 ack 7 (exact, event) x0 dropped: nothing of it was kept: freed by tcp_data_queue @1170..1270
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  dropped - evidence: nothing of it was kept: freed by tcp_data_queue
