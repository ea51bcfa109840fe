Frames show that reader, and the other one, which a worker calls. What the first took in is read with it.

machine
enum skb_drop_reason SKB_DROP_REASON_NOT_SPECIFIED 2
enum skb_drop_reason SKB_DROP_REASON_TCP_OLD_SEQUENCE 30
enum skb_drop_reason SKB_DROP_REASON_MAX 99
enum sk_rst_reason SK_RST_REASON_TCP_ABORT_ON_CLOSE 7
enum sk_rst_reason SK_RST_REASON_TCP_ABORT_ON_LINGER 8

trace
has p:skb_release_head_state skb
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10
    tcp_queue_rcv;
    tcp_data_ready {
      tcp_read_sock {
        p:skb_release_head_state skb=A
      }
    }
  }
}
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=B len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=B tcp=1001>2002,PA,110,7,10
    tcp_queue_rcv;
  }
}
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=C len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=C tcp=1001>2002,PA,120,7,10
    kfree_skb_partial {
      p:skb_release_head_state skb=C
    }
  }
}
cpu 1 pid 100
tcp_read_sock {
  p:skb_release_head_state skb=B
}

packets
1: rx A (exact) gen -1 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 delivered: taken off the queue by a reader in the kernel @1000..1120
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
2: rx B (exact) gen -1 tcp 1001>2002 P. 110+10 ack 7 (exact, event) x0 delivered: taken off the queue by a reader in the kernel @1130..1310
  calls netif_receive_skb (exact)
  events net/netif_receive_skb, skb_release_head_state
3: rx C (exact) gen -1 tcp 1001>2002 P. 120+10 ack 7 (exact, event) x0 delivered: through the skb that it was coalesced into @1210..1290
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  edges coalesced-into B (derived) 2
