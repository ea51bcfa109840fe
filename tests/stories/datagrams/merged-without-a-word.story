One frame that is shorter than the whole: GRO put others behind it, and no event told of them.

trace
cpu 0 softirq
net/napi_gro_receive_entry skbaddr=A len=50 name=eth0 gso_size=0
net/netif_receive_skb skbaddr=A len=100 name=eth0
e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,60
tcp_v4_rcv;
net/napi_gro_receive_entry skbaddr=B len=100 name=eth0 gso_size=0
net/netif_receive_skb skbaddr=B len=100 name=eth0
e:net/netif_receive_skb skb=B tcp=1001>2002,PA,160,7,60
tcp_v4_rcv;

packets
1: rx A (exact) tcp 1001>2002 P. 100+60 ack 7 (exact, event) x1 unknown: no reader, queue or free of it was recorded @1000..1040
  way eth0
  calls event (exact), tcp_v4_rcv (nested)
  events net/napi_gro_receive_entry, net/netif_receive_skb
  frames A
2: rx B (exact) tcp 1001>2002 P. 160+60 ack 7 (exact, event) x1 of 1 unknown: no reader, queue or free of it was recorded @1050..1090
  way eth0
  calls event (exact), tcp_v4_rcv (nested)
  events net/napi_gro_receive_entry, net/netif_receive_skb
  frames B
