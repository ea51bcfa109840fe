Nor is it where a reader in the kernel (a sockmap's, iSCSI's) reads in that softirq: what it would have gone into was
freed before it came, or there was none.

== what came before it was freed, too
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
p:skb_release_head_state skb=A
net/netif_receive_skb skbaddr=B len=50
p:tcp_v4_rcv skb=B tcp=1001>2002,PA,110,7,10
p:skb_release_head_state skb=B

packets
1: rx A (exact) gen -1 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: freed with no reader and no drop recorded: its bytes went into another skb, or the socket was closed unread @1000..1020
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv, skb_release_head_state
2: rx B (exact) gen -1 tcp 1001>2002 P. 110+10 ack 7 (exact, event) x0 unknown: freed with no reader and no drop recorded: its bytes went into another skb, or the socket was closed unread @1030..1050
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv, skb_release_head_state

== only a SYN came before it
machine
enum skb_drop_reason SKB_DROP_REASON_NOT_SPECIFIED 2
enum skb_drop_reason SKB_DROP_REASON_TCP_OLD_SEQUENCE 30
enum skb_drop_reason SKB_DROP_REASON_MAX 99
enum sk_rst_reason SK_RST_REASON_TCP_ABORT_ON_CLOSE 7
enum sk_rst_reason SK_RST_REASON_TCP_ABORT_ON_LINGER 8

trace
has p:skb_release_head_state skb
cpu 0 softirq
net/netif_receive_skb skbaddr=S len=50
p:tcp_v4_rcv skb=S tcp=1001>2002,S,99,0,0
p:skb_release_head_state skb=S
net/netif_receive_skb skbaddr=A len=50
p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10
p:skb_release_head_state skb=A

packets
1: rx S (exact) gen -1 tcp 1001>2002 S 99+0 (exact, event) x0 consumed: handshake @1000..1020
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv, skb_release_head_state
2: rx A (exact) gen -1 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: freed with no reader and no drop recorded: its bytes went into another skb, or the socket was closed unread @1030..1050
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv, skb_release_head_state
