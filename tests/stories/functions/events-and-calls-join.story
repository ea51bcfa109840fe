An event names the skb, the calls say that TCP had it, tcp_probe inside them whose it was.

trace
unfiltered
cpu 0 softirq
f:netif_receive_skb <- napi_poll
net/netif_receive_skb skbaddr=A len=50
f:tcp_v4_rcv <- netif_receive_skb
tcp/tcp_probe family=2 saddr=2 daddr=1 sport=2002 dport=1001 data_len=10
f:netif_receive_skb <- napi_poll
net/netif_receive_skb skbaddr=B len=50
f:udp_rcv <- netif_receive_skb

packets
1: rx A (exact) tcp 1001>2002+10 (nested, nested-event) x0 unknown: no reader, queue or free of it was recorded @1000..1020
  calls netif_receive_skb (exact) in napi_poll
  events net/netif_receive_skb
others: 1
