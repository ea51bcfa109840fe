Lost events may say that A's own bytes went into another skb.

trace
has p:skb_release_head_state skb
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10
    lost 7
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

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 lossy unknown: no reader, queue or free of it was recorded @1000..1040
  way , not complete
  calls netif_receive_skb! (exact)
  events net/netif_receive_skb
2: rx B (exact) gen -1 tcp 1001>2002 P. 110+10 ack 7 (exact, event) x0 merged: into the skb before it in the receive queue @1040..1140
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
lost: 7 of 15 events until 1140, complete since 1040
