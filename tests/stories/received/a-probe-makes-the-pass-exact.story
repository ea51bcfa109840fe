The probe overrules the order: the skbs reach TCP as C, A, B.

trace
cpu 0 softirq
__netif_receive_skb_list_core {
  __netif_receive_skb_core {
    net/netif_receive_skb skbaddr=A len=50
  }
  __netif_receive_skb_core {
    net/netif_receive_skb skbaddr=B len=60
  }
  __netif_receive_skb_core {
    net/netif_receive_skb skbaddr=C len=70
  }
  ip_list_rcv {
    ip_local_deliver {
      tcp_v4_rcv {
        p:tcp_v4_rcv skb=C tcp=4004>2002,PA,300,1,30
      }
    }
    ip_local_deliver {
      tcp_v4_rcv {
        p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,1,10
      }
    }
    ip_local_deliver {
      tcp_v4_rcv {
        p:tcp_v4_rcv skb=B tcp=3003>2002,PA,200,1,20
      }
    }
  }
}

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 1 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1010..1200
  calls __netif_receive_skb_core (exact) in __netif_receive_skb_list_core, ip_local_deliver (exact) in ip_list_rcv in __netif_receive_skb_list_core
  events net/netif_receive_skb, tcp_v4_rcv
2: rx B (exact) tcp 3003>2002 P. 200+20 ack 1 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1040..1250
  calls __netif_receive_skb_core (exact) in __netif_receive_skb_list_core, ip_local_deliver (exact) in ip_list_rcv in __netif_receive_skb_list_core
  events net/netif_receive_skb, tcp_v4_rcv
3: rx C (exact) tcp 4004>2002 P. 300+30 ack 1 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1070..1150
  calls __netif_receive_skb_core (exact) in __netif_receive_skb_list_core, ip_local_deliver (exact) in ip_list_rcv in __netif_receive_skb_list_core
  events net/netif_receive_skb, tcp_v4_rcv
