A task went to a CPU that loses events, and came back: the call may have ended there.

== events were lost there
trace
cpu 0 pid 100
tcp_recvmsg {
cpu 1 softirq
lost 7
ip_rcv;
cpu 0 pid 100 softirq
  net_rx_action@0 {
    netif_receive_skb {
      net/netif_receive_skb skbaddr=A len=50
      tcp_v4_rcv {
        p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10
      }
    }
  }

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1040..1090
  calls netif_receive_skb (exact) in net_rx_action
  events net/netif_receive_skb
lost: 7 of 11 events until 1100, complete since 1010

== before the loss nothing tells that the task was not there already
trace
cpu 0 pid 100
tcp_recvmsg {
  at 500000
  others silent
cpu 0 pid 100 softirq
  net_rx_action@0 {
    netif_receive_skb {
      net/netif_receive_skb skbaddr=A len=50
      tcp_v4_rcv {
        p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10
      }
    }
  }

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @500010..500060
  calls netif_receive_skb (exact) in net_rx_action
  events net/netif_receive_skb

== another task ran here
trace
cpu 0 pid 100
tcp_recvmsg {
cpu 0 pid 101
ip_rcv;
others silent
cpu 0 pid 100 softirq
  net_rx_action@0 {
    netif_receive_skb {
      net/netif_receive_skb skbaddr=A len=50
      tcp_v4_rcv {
        p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10
      }
    }
  }

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1040..1090
  calls netif_receive_skb (exact) in net_rx_action
  events net/netif_receive_skb

== a moment is too short for that
trace
cpu 0 pid 100
tcp_recvmsg {
  others silent
cpu 0 pid 100 softirq
  net_rx_action@0 {
    netif_receive_skb {
      net/netif_receive_skb skbaddr=A len=50
      tcp_v4_rcv {
        p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10
      }
    }
  }

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1020..1070
  calls netif_receive_skb (exact) in net_rx_action in tcp_recvmsg
  events net/netif_receive_skb
