A listener without room drops SYNs and last ACKs, and no event tells: its socket in memory does.

== a SYN
machine
socket L 2002>0 listen backlog=1/0
socket M 2003>0 listen backlog=0/0

trace
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=40
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=A tcp=1001>2002,S,100,0,0
  }
}

packets
1: rx A (exact) tcp 1001>2002 S 100+0 (exact, event) x0 dropped: never answered: the accept queue of listener ffff888000004000 is full (1, 0 may wait) @1000..1050
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  dropped - evidence: never answered: the accept queue of listener ffff888000004000 is full (1, 0 may wait)

== answered: there was room then
machine
socket L 2002>0 listen backlog=1/0
socket M 2003>0 listen backlog=0/0

trace
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=40
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=A tcp=1001>2002,S,100,0,0
  }
}
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=B len=64
  net/net_dev_start_xmit skbaddr=B len=64 protocol=0x800
  e:net/net_dev_start_xmit skb=B tcp=2002>1001,SA,7,101,0
  net/net_dev_xmit skbaddr=B rc=0
}

packets
1: rx A (exact) tcp 1001>2002 S 100+0 (exact, event) x0 consumed: handshake @1000..1050
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
2: tx B (nested) tcp 2002>1001 S. 7+0 ack 101 (exact, event) x1 of 1 sent: net_dev_xmit rc 0 @1060..1110
  calls __tcp_transmit_skb (nested)
  frames B:7+0

== another listener's
machine
socket L 2002>0 listen backlog=1/0
socket M 2003>0 listen backlog=0/0

trace
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=40
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=A tcp=1001>2003,S,100,0,0
  }
}

packets
1: rx A (exact) tcp 1001>2003 S 100+0 (exact, event) x0 consumed: handshake @1000..1050
  calls netif_receive_skb (exact)
  events net/netif_receive_skb

== an ACK of a connection that stands
machine
socket L 2002>0 listen backlog=1/0
socket M 2003>0 listen backlog=0/0

trace
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=40
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=A tcp=1001>2002,A,100,8,0
  }
}

packets
1: rx A (exact) tcp 1001>2002 . 100+0 ack 8 (exact, event) x0 consumed: pure ACK @1000..1050
  calls netif_receive_skb (exact)
  events net/netif_receive_skb

== an ACK of a connection that is still a request
machine
socket L 2002>0 listen backlog=1/0
socket M 2003>0 listen backlog=0/0
socket R 2002>1001 request

packets
1: rx A (exact) tcp 1001>2002 . 100+0 ack 8 (exact, event) x0 dropped: its connection stays a request: the accept queue of listener ffff888000004000 is full (1, 0 may wait) @1000..1050
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  dropped - evidence: its connection stays a request: the accept queue of listener ffff888000004000 is full (1, 0 may wait)

== a reset of such a connection
machine
socket L 2002>0 listen backlog=1/0
socket M 2003>0 listen backlog=0/0
socket R 2002>1001 request

trace
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=40
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=A tcp=1001>2002,R,100,8,0
  }
}

packets
1: rx A (exact) tcp 1001>2002 R 100+0 ack 8 (exact, event) x0 consumed: reset @1000..1050
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
