On a kernel whose drops have reasons: no frames, freed in the softirq that brought it.

machine
enum skb_drop_reason SKB_DROP_REASON_NOT_SPECIFIED 2
enum skb_drop_reason SKB_DROP_REASON_TCP_OLD_SEQUENCE 30
enum skb_drop_reason SKB_DROP_REASON_MAX 99
enum sk_rst_reason SK_RST_REASON_TCP_ABORT_ON_CLOSE 7
enum sk_rst_reason SK_RST_REASON_TCP_ABORT_ON_LINGER 8

trace
has p:skb_release_head_state skb
cpu 0 softirq
net/netif_receive_skb skbaddr=A len=50
p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10
net/netif_receive_skb skbaddr=B len=50
p:tcp_v4_rcv skb=B tcp=1001>2002,PA,110,7,10
p:skb_release_head_state skb=B

packets
1: rx A (exact) gen 0 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1010
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv
2: rx B (exact) gen -1 tcp 1001>2002 P. 110+10 ack 7 (exact, event) x0 merged: into the skb before it in the receive queue @1020..1040
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv, skb_release_head_state
  edges coalesced-into A (derived) 1
