A stack trace behind a packet's event (the trigger stacktrace) is the path to it.

machine
tracing stopped

trace
cpu 0 softirq
net/netif_receive_skb skbaddr=A len=50
stack: __netif_receive_skb_core process_backlog
p:tcp_v4_rcv skb=A
cpu 0 pid 7
stack: vfs_read

packets
1: rx A (exact) tcp ? x0 unknown: whether it carried data was not recorded @1000..1020
  calls event (exact)
  events net/netif_receive_skb in __netif_receive_skb_core in process_backlog, tcp_v4_rcv
