7.2 frees what was read, or thrown away, later and on another CPU's behalf: in a softirq that is not its own.

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
net_rx_action {
  p:skb_release_head_state skb=B
}

packets
1: rx A (exact) gen 0 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: entered the receive queue; no reader of it was recorded @1000..1070
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
2: rx B (exact) gen -1 tcp 1001>2002 P. 110+10 ack 7 (exact, event) x0 unknown: entered the receive queue; no reader of it was recorded @1080..1170
  calls netif_receive_skb (exact)
  events net/netif_receive_skb, skb_release_head_state
