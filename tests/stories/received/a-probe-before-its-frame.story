5.10: the probe comes before its function's frame. An interrupt comes between, with a packet of its own.

trace
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=50
  ip_local_deliver {
    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10
cpu 0 hardirq
    handle_irq_event {
    }
cpu 0 softirq
    tcp_v4_rcv {
    }
  }
}
cpu 0 softirq
process_backlog {
  p:tcp_v4_rcv skb=B tcp=1001>2002,PA,110,7,10
cpu 0 hardirq
  handle_irq_event {
    p:tcp_v4_rcv skb=C tcp=3003>2002,PA,200,7,10
    tcp_v4_rcv {
    }
  }
cpu 0 softirq
  tcp_v4_rcv {
  }
}

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1090
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
2: rx B (exact) tcp 1001>2002 P. 110+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1110..1180
  calls event (exact), tcp_v4_rcv (exact) in process_backlog
  events tcp_v4_rcv
3: rx C (exact) tcp 3003>2002 P. 200+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1130..1150
  calls event (exact), tcp_v4_rcv (exact) in handle_irq_event in process_backlog
  events tcp_v4_rcv
