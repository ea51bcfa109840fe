A task comes from another CPU. What it had open there may have ended in what this one lost; that its interrupt begins
at the same depth does not tell.

trace
cpu 1 pid 100
tcp_recvmsg {
cpu 0 softirq
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
