No event tells the end of two packets; the numbers of the living socket do.

== read, and acknowledged
machine
socket S 2002>1001 established copied=110 received=110 una=17 nxt=17

trace
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10
  }
}
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=B len=64
  net/net_dev_start_xmit skbaddr=B len=64 protocol=0x800
  e:net/net_dev_start_xmit skb=B tcp=2002>1001,PA,7,110,10
  net/net_dev_xmit skbaddr=B rc=0
}

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 delivered: the socket's copied_seq has passed it @1000..1050
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
2: tx B (nested) tcp 2002>1001 P. 7+10 ack 110 (exact, event) x1 acked: the socket's snd_una has passed it @1060..1110
  calls __tcp_transmit_skb (nested)
  frames B:7+10

== one byte is missing
machine
socket S 2002>1001 established copied=109 received=110 una=16 nxt=17

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 queued: received, copied_seq is before its end @1000..1050
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
2: tx B (nested) tcp 2002>1001 P. 7+10 ack 110 (exact, event) x1 unacked: the socket's snd_una is before its end @1060..1110
  calls __tcp_transmit_skb (nested)
  frames B:7+10

== the socket has not got it, and nothing was acknowledged
machine
socket S 2002>1001 established copied=100 received=109 una=7 nxt=17

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1050
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
2: tx B (nested) tcp 2002>1001 P. 7+10 ack 110 (exact, event) x1 unacked: the socket's snd_una is before its end @1060..1110
  calls __tcp_transmit_skb (nested)
  frames B:7+10
