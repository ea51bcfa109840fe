What is merged has no skb to take others in; what took it in was before the trace.

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
1: rx A (exact) gen -1 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 merged: into the skb before it in the receive queue @1000..1100
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
2: rx B (exact) gen -1 tcp 1001>2002 P. 110+10 ack 7 (exact, event) x0 merged: into the skb before it in the receive queue @1110..1210
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
