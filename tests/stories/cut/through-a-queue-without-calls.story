Without calls nothing tells what was cut: the whole has no end, and was not dropped.

trace
has p:skb_release_head_state skb
cpu 0 softirq
net/netif_receive_skb skbaddr=A len=70 name=eth0
e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,30
skb/kfree_skb skbaddr=A location=&nfqnl_enqueue_packet reason=2
p:skb_release_head_state skb=A
tcp_v4_rcv {
  p:tcp_v4_rcv skb=B tcp=1001>2002,A,100,7,20
}

packets
1: rx A (exact) gen -1 tcp 1001>2002 P. 100+30 ack 7 (exact, event) x0 unknown: cut for a queue to user space: its segments are packets of their own @1000..1030
  way eth0
  calls event (exact)
  events net/netif_receive_skb, skb/kfree_skb, skb_release_head_state
  kfree_skb at nfqnl_enqueue_packet reason 2 
2: rx B (exact) gen 0 tcp 1001>2002 . 100+20 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1040..1060
  calls tcp_v4_rcv (exact)
  events tcp_v4_rcv
