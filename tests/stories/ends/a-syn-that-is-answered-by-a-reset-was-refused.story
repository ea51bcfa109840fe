Its answer shows it where no event tells of the end: a reset that has no number of its own.

trace
cpu 0 softirq
e:net/netif_receive_skb skb=A tcp=1001>2002,S,99,0,0
p:tcp_v4_rcv skb=A tcp=1001>2002,S,99,0,0
e:net/net_dev_start_xmit skb=B name=eth0 tcp=2002>1001,RA,0,100,0
e:net/netif_receive_skb skb=C tcp=1003>2002,S,99,0,0
p:tcp_v4_rcv skb=C tcp=1003>2002,S,99,0,0
e:net/net_dev_start_xmit skb=D name=eth0 tcp=2002>1003,RA,7,100,0

packets
1: rx A (exact) tcp 1001>2002 S 99+0 (exact, event) x0 dropped: refused: answered with RST @1000..1010
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv
  dropped - evidence: refused: answered with RST
2: tx B (exact) tcp 2002>1001 R. 0+0 ack 100 (exact, event) x1 of 1 sent: handed to the driver @1020..1020
  way eth0
  calls event (exact)
  events net/net_dev_start_xmit
  frames B?:0+0
3: rx C (exact) tcp 1003>2002 S 99+0 (exact, event) x0 consumed: handshake @1030..1040
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv
4: tx D (exact) tcp 2002>1003 R. 7+0 ack 100 (exact, event) x1 of 1 sent: handed to the driver @1050..1050
  way eth0
  calls event (exact)
  events net/net_dev_start_xmit
  frames D?:7+0
