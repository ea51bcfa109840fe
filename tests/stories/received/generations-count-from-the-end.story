One address, three lives: what memory holds now is 0.

trace
cpu 0 softirq
net/napi_gro_receive_entry skbaddr=A len=50
p:tcp4_gro_receive skb=A tcp=1001>2002,PA,100,7,10
net/netif_receive_skb skbaddr=A len=50
cpu 1 pid 100
p:skb_release_head_state skb=A
cpu 0 softirq
net/napi_gro_receive_entry skbaddr=A len=50
p:tcp4_gro_receive skb=A tcp=3003>2002,PA,200,7,10
net/netif_receive_skb skbaddr=A len=50
cpu 1 pid 100
p:skb_release_head_state skb=A
cpu 0 softirq
net/napi_gro_receive_entry skbaddr=A len=50
p:tcp4_gro_receive skb=A tcp=1001>2002,PA,110,7,10
net/netif_receive_skb skbaddr=A len=50

packets
1: rx A (exact) gen -2 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 unknown: freed with no reader and no drop recorded: its bytes went into another skb, or the socket was closed unread @1000..1030
  calls event (exact)
  events net/napi_gro_receive_entry, tcp4_gro_receive, net/netif_receive_skb, skb_release_head_state
  frames A:100+10
2: rx A (exact) gen -1 tcp 3003>2002 P. 200+10 ack 7 (exact, event) x1 unknown: freed with no reader and no drop recorded: its bytes went into another skb, or the socket was closed unread @1040..1070
  calls event (exact)
  events net/napi_gro_receive_entry, tcp4_gro_receive, net/netif_receive_skb, skb_release_head_state
  frames A:200+10
3: rx A (exact) gen 0 tcp 1001>2002 P. 110+10 ack 7 (exact, event) x1 unknown: no reader, queue or free of it was recorded @1080..1100
  calls event (exact)
  events net/napi_gro_receive_entry, tcp4_gro_receive, net/netif_receive_skb
  frames A:110+10
