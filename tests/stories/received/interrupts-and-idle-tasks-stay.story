No task is taken off its CPU in an interrupt, and an idle one never.

== a softirq
trace
cpu 0 pid 100 softirq
net_rx_action {
cpu 1 softirq
lost 7
ip_rcv;
cpu 0 pid 100 softirq
  netif_receive_skb {
    net/netif_receive_skb skbaddr=A len=50
    tcp_v4_rcv {
      p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10
    }
  }
}

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1030..1080
  calls netif_receive_skb (exact) in net_rx_action
  events net/netif_receive_skb
lost: 7 of 10 events until 1090, complete since 1010

== the idle task
trace
cpu 0
net_rx_action {
cpu 1 softirq
lost 7
ip_rcv;
cpu 0
  netif_receive_skb {
    net/netif_receive_skb skbaddr=A len=50
    tcp_v4_rcv {
      p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10
    }
  }
}

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1030..1080
  calls netif_receive_skb (exact) in net_rx_action
  events net/netif_receive_skb
lost: 7 of 10 events until 1090, complete since 1010
