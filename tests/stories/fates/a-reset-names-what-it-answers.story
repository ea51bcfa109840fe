Without frames the event says which packet it answers; a reset of the machine's own accord answers none.

== data in TIME_WAIT
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
p:tcp_timewait_state_process tw=0x5000 skb=A
tcp/tcp_send_reset skbaddr=A family=2 saddr=2 daddr=1 sport=2002 dport=1001 reason=1
skb/kfree_skb skbaddr=A location=&tcp_v4_rcv reason=2
p:skb_release_head_state skb=A

packets
1: rx A (exact) gen -1 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 dropped: NOT_SPECIFIED at tcp_v4_rcv+0x0/0x100, answered with RST @1000..1050
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv, tcp_timewait_state_process, skb/kfree_skb, skb_release_head_state
  kfree_skb at tcp_v4_rcv reason 2 NOT_SPECIFIED
  dropped - evidence: refused: it was answered with RST

== another packet, which the event does not name
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
p:tcp_v4_rcv skb=A tcp=1001>2002,A,100,7,0
p:tcp_timewait_state_process tw=0x5000 skb=A
tcp/tcp_send_reset skbaddr=0 family=2 saddr=2 daddr=1 sport=2002 dport=1001 reason=1
skb/kfree_skb skbaddr=A location=&tcp_v4_rcv reason=2
p:skb_release_head_state skb=A

packets
1: rx A (exact) gen -1 tcp 1001>2002 . 100+0 ack 7 (exact, event) x0 consumed: taken by TIME_WAIT @1000..1050
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv, tcp_timewait_state_process, skb/kfree_skb, skb_release_head_state
  kfree_skb at tcp_v4_rcv reason 2 NOT_SPECIFIED
