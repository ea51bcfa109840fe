The worker that writes what a sockmap redirected to another socket frees it as if it were dropped.

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
cpu 1 pid 100
skb/kfree_skb skbaddr=A location=&sk_psock_backlog reason=2
p:skb_release_head_state skb=A
skb/kfree_skb skbaddr=B location=&sk_psock_destroy reason=2
p:skb_release_head_state skb=B

packets
1: rx A (exact) gen -1 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 delivered: taken off the queue by a reader in the kernel @1000..1170
  calls netif_receive_skb (exact)
  events net/netif_receive_skb, skb/kfree_skb, skb_release_head_state
  kfree_skb at sk_psock_backlog reason 2 NOT_SPECIFIED
2: rx B (exact) gen -1 tcp 1001>2002 P. 110+10 ack 7 (exact, event) x0 dropped: NOT_SPECIFIED at sk_psock_destroy+0x0/0x100 @1080..1190
  calls netif_receive_skb (exact)
  events net/netif_receive_skb, skb/kfree_skb, skb_release_head_state
  kfree_skb at sk_psock_destroy reason 2 NOT_SPECIFIED
  dropped - unknown: the kernel gave no reason; sk_psock_destroy freed it
