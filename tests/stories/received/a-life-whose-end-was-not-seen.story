Its free was not recorded: the next beginning at the address ends it.

trace
has p:skb_release_head_state skb
cpu 0 softirq
net/napi_gro_receive_entry skbaddr=A len=50
p:tcp4_gro_receive skb=A tcp=1001>2002,PA,100,7,10
net/netif_receive_skb skbaddr=A len=50
net/napi_gro_receive_entry skbaddr=A len=50
p:tcp4_gro_receive skb=A tcp=3003>2002,PA,200,7,10
net/netif_receive_skb skbaddr=A len=50

packets
1: rx A (exact) gen -1 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 unknown: no reader, queue or free of it was recorded @1000..1020
  calls event (exact)
  events net/napi_gro_receive_entry, tcp4_gro_receive, net/netif_receive_skb
  frames A:100+10
2: rx A (exact) gen 0 tcp 3003>2002 P. 200+10 ack 7 (exact, event) x1 unknown: no reader, queue or free of it was recorded @1030..1050
  calls event (exact)
  events net/napi_gro_receive_entry, tcp4_gro_receive, net/netif_receive_skb
  frames A:200+10
