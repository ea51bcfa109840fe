The limit of errors a second was reached: the call sent nothing.

machine
protocols all
tracing stopped

trace
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=50 name=eth0
  udp_rcv {
    __icmp_send {
    }
  }
}

packets
1: rx A (exact) udp ? x0 unknown: no reader, queue or free of it was recorded @1000..1060
  way eth0
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
