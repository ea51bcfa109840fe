A stack trace behind each call (func_stack_trace): nothing has to be guessed from the filter on.

trace
cpu 0 softirq
f:ip_rcv <- netif_receive_skb
stack: ip_rcv netif_receive_skb napi_poll
net/netif_receive_skb skbaddr=A len=50
f:tcp_v4_rcv <- ip_protocol_deliver_rcu
stack: tcp_v4_rcv ip_protocol_deliver_rcu netif_receive_skb napi_poll
f:tcp_data_queue <- tcp_rcv_established
stack: tcp_data_queue tcp_rcv_established tcp_v4_do_rcv tcp_v4_rcv ip_protocol_deliver_rcu netif_receive_skb napi_poll
tcp/tcp_probe family=2 saddr=2 daddr=1 sport=2002 dport=1001 data_len=10

packets
1: rx A (exact) tcp 1001>2002+10 (nested, nested-event) x0 unknown: no reader, queue or free of it was recorded @1020..1050
  calls event (exact), tcp_v4_rcv (guess) in ip_protocol_deliver_rcu in netif_receive_skb
  events net/netif_receive_skb
