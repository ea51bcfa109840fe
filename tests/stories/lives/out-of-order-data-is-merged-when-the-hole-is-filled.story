B and C wait behind a hole, D comes too early for both; A fills the first hole: B goes into A's skb, C with it, D
stays an skb of its own, into which E is merged at once.

trace
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=B len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=B tcp=1001>2002,PA,110,7,10
    tcp_data_queue {
    }
  }
}
netif_receive_skb {
  net/netif_receive_skb skbaddr=C len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=C tcp=1001>2002,PA,120,7,10
    tcp_data_queue {
    }
  }
}
netif_receive_skb {
  net/netif_receive_skb skbaddr=D len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=D tcp=1001>2002,PA,140,7,10
    tcp_data_queue {
    }
  }
}
netif_receive_skb {
  net/netif_receive_skb skbaddr=E len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=E tcp=1001>2002,PA,150,7,10
    tcp_data_queue {
      kfree_skb_partial {
        p:skb_release_head_state skb=E
      }
    }
  }
}
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10
    tcp_data_queue {
      tcp_queue_rcv;
      kfree_skb_partial {
        p:skb_release_head_state skb=B
      }
      kfree_skb_partial {
        p:skb_release_head_state skb=C
      }
    }
  }
}
cpu 0 pid 100
skb/skb_copy_datagram_iovec skbaddr=A len=30
p:skb_release_head_state skb=A

packets
1: rx B (exact) gen -1 tcp 1001>2002 P. 110+10 ack 7 (exact, event) x0 delivered: through the skb that it was coalesced into @1000..1430
  calls netif_receive_skb (exact)
  events net/netif_receive_skb, skb_release_head_state
  edges coalesced-into A (derived) 5
2: rx C (exact) gen -1 tcp 1001>2002 P. 120+10 ack 7 (exact, event) x0 delivered: through the skb that it was coalesced into @1080..1460
  calls netif_receive_skb (exact)
  events net/netif_receive_skb, skb_release_head_state
  edges coalesced-into A (derived) 5
3: rx D (exact) gen 0 tcp 1001>2002 P. 140+10 ack 7 (exact, event) x0 unknown: TCP kept it in a queue; no reader of it was recorded @1160..1230
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
4: rx E (exact) gen -1 tcp 1001>2002 P. 150+10 ack 7 (exact, event) x0 merged: into the skb before it in the receive queue @1240..1340
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  edges coalesced-into D (derived) 3
5: rx A (exact) gen -1 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 delivered: skb_copy_datagram_iovec len 30 @1350..1520
  calls netif_receive_skb (exact), event (exact)
  events net/netif_receive_skb, skb/skb_copy_datagram_iovec, skb_release_head_state
