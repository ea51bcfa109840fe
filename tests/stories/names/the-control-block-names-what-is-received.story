A card whose frames are pages, and no GRO: TCP's header is read by nobody before TCP itself, whose control block tells
of all but the acknowledgement. In the backlog it may be of several.

trace
cpu 0 softirq
net/napi_gro_receive_entry skbaddr=A len=1500 name=eth0
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=1500 name=eth0
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=A
    p:tcp_v4_do_rcv sk=1 skb=A cb_seq=100 cb_end_seq=111 cb_flags=0x19
  }
}
net/napi_gro_receive_entry skbaddr=B len=1500 name=eth0
netif_receive_skb {
  net/netif_receive_skb skbaddr=B len=1500 name=eth0
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=B
  }
}
net/napi_gro_receive_entry skbaddr=C len=60 name=eth0
netif_receive_skb {
  net/netif_receive_skb skbaddr=C len=60 name=eth0
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=C
  }
}
cpu 0 pid 100
p:tcp_v4_do_rcv sk=1 skb=B len=1520 cb_seq=111 cb_end_seq=131 cb_flags=0x18
p:tcp_v4_do_rcv sk=1 skb=C len=40 cb_seq=131 cb_end_seq=151 cb_flags=0x18

packets
1: rx A (exact) tcp ? FP. 100+10 x1 unknown: no reader, queue or free of it was recorded @1000..1070
  way eth0
  socket 0x1
  calls event (exact), netif_receive_skb (exact)
  events net/napi_gro_receive_entry, net/netif_receive_skb
  frames A
2: rx B (exact) tcp ? x1 unknown: whether it carried data was not recorded @1080..1220
  way eth0
  socket 0x1
  calls event (exact), netif_receive_skb (exact), event (exact)
  events net/napi_gro_receive_entry, net/netif_receive_skb, tcp_v4_do_rcv
  frames B
3: rx C (exact) tcp ? P. 131+20 x1 unknown: no reader, queue or free of it was recorded @1150..1230
  way eth0
  socket 0x1
  calls event (exact), netif_receive_skb (exact), event (exact)
  events net/napi_gro_receive_entry, net/netif_receive_skb, tcp_v4_do_rcv
  frames C
