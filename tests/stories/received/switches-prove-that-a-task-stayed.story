A task that was not seen to leave its CPU is still there, if all switches are recorded.

== counted losses: it stayed
trace
every switch of sched/sched_switch
cpu 0
sched/sched_switch next_pid=100
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
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1050..1100
  calls netif_receive_skb (exact) in net_rx_action in tcp_recvmsg
  events net/netif_receive_skb
lost: 7 of 12 events until 1110, complete since 1020

== counted losses: it left
trace
every switch of sched/sched_switch
cpu 0 pid 100
tcp_recvmsg {
  schedule {
    sched/sched_switch next_pid=0
    switch_mm_irqs_off;
cpu 1 softirq
lost 7
ip_rcv;
cpu 0
sched/sched_switch next_pid=100
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
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1090..1140
  calls netif_receive_skb (exact) in net_rx_action
  events net/netif_receive_skb
lost: 7 of 16 events until 1150, complete since 1050

== others silent: it stayed
trace
every switch of sched/sched_switch
cpu 0
sched/sched_switch next_pid=100
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
  calls netif_receive_skb (exact) in net_rx_action in tcp_recvmsg
  events net/netif_receive_skb

== others silent: it left
trace
every switch of sched/sched_switch
cpu 0 pid 100
tcp_recvmsg {
  schedule {
    sched/sched_switch next_pid=0
    switch_mm_irqs_off;
    at 500000
    others silent
cpu 0
sched/sched_switch next_pid=100
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
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @500020..500070
  calls netif_receive_skb (exact) in net_rx_action
  events net/netif_receive_skb
