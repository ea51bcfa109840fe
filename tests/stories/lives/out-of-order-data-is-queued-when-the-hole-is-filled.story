tcp_ofo_queue() moves an skb that does not fit into the one before it to the receive queue: what is read behind it
says that it was read.

trace
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=B len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=B tcp=1001>2002,PA,110,7,10
    tcp_data_queue {
    }
  }
}
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10
    tcp_data_queue {
      tcp_queue_rcv;
    }
  }
}
netif_receive_skb {
  net/netif_receive_skb skbaddr=C len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=C tcp=1001>2002,PA,120,7,10
    tcp_data_queue {
      tcp_queue_rcv;
    }
  }
}
cpu 0 pid 100
skb/skb_copy_datagram_iovec skbaddr=A len=10
skb/skb_copy_datagram_iovec skbaddr=C len=10

packets
1: rx B (exact) tcp 1001>2002 P. 110+10 ack 7 (exact, event) x0 delivered: bytes behind it were read @1000..1070
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
2: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 delivered: skb_copy_datagram_iovec len 10 @1080..1280
  calls netif_receive_skb (exact), event (exact)
  events net/netif_receive_skb, skb/skb_copy_datagram_iovec
3: rx C (exact) tcp 1001>2002 P. 120+10 ack 7 (exact, event) x0 delivered: skb_copy_datagram_iovec len 10 @1180..1290
  calls netif_receive_skb (exact), event (exact)
  events net/netif_receive_skb, skb/skb_copy_datagram_iovec
