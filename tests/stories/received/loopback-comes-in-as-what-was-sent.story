One skb, two packets: each knows the other, and the header that only one half's probe read.

trace
cpu 0 pid 100
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=A len=66 name=lo
  net/net_dev_start_xmit skbaddr=A len=66 protocol=0x800 name=lo
  net/netif_rx skbaddr=A len=52
  net/net_dev_xmit skbaddr=A rc=0 name=lo
cpu 0 pid 100 softirq
  process_backlog {
    __netif_receive_skb {
      e:net/netif_receive_skb skb=A tcp=1001>1002,PA,100,7,10
      net/netif_receive_skb skbaddr=A len=52
      tcp_v4_rcv;
    }
  }
}

packets
1: tx A (nested) tcp 1001>1002 P. 100+10 ack 7 (derived, edge) x1 looped: the same skb came in again @1000..1130
  way lo
  calls __tcp_transmit_skb (nested)
  frames A
  edges loopback-same A (exact) 2
2: rx A (exact) tcp 1001>1002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1060..1110
  calls __netif_receive_skb (exact) in process_backlog
  events net/netif_receive_skb
  edges loopback-same A (exact) 1
