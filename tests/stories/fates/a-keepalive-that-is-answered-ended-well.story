One before the next byte: thrown away, and answered with the number that is wanted.

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
    p:tcp_v4_rcv skb=A tcp=1001>2002,A,99,7,0
    skb/kfree_skb skbaddr=A location=&tcp_drop reason=30
  }
}
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=B len=66 name=eth0
  e:net/net_dev_start_xmit skb=B tcp=2002>1001,A,7,100,0
  net/net_dev_start_xmit skbaddr=B len=66 protocol=0x800 name=eth0
  net/net_dev_xmit skbaddr=B rc=0 name=eth0
}

packets
1: rx A (exact) gen 0 tcp 1001>2002 . 99+0 ack 7 (exact, event) x0 consumed: a keepalive or window probe, answered by ack 100 @1000..1060
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  kfree_skb at tcp_drop reason 30 TCP_OLD_SEQUENCE
2: tx B (nested) gen 0 tcp 2002>1001 . 7+0 ack 100 (exact, event) x1 of 1 sent: net_dev_xmit rc 0 @1070..1120
  way eth0
  calls __tcp_transmit_skb (nested)
  frames B:7+0
