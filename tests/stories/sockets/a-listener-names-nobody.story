A listener takes what many peers send: what came between two of one peer's may be anybody's.

trace
cpu 0 softirq
sock/inet_sock_set_state skaddr=0x5000 sport=0 dport=0 saddr=0 daddr=0 oldstate=7 newstate=10
p:tcp_v4_do_rcv sk=0x5000 skb=A tcp=1001>2002,S,100,0,0
p:tcp_v4_do_rcv sk=0x5000 skb=B
p:tcp_v4_do_rcv sk=0x5000 skb=C tcp=1001>2002,S,100,0,0

packets
1: rx A (exact) tcp 1001>2002 S 100+0 (exact, event) x0 consumed: handshake @1010..1010
  socket 0x5000
  calls event (exact)
  events tcp_v4_do_rcv
2: rx B (exact) tcp ? x0 unknown: whether it carried data was not recorded @1020..1020
  socket 0x5000
  calls event (exact)
  events tcp_v4_do_rcv
3: rx C (exact) tcp 1001>2002 S 100+0 (exact, event) x0 consumed: handshake @1030..1030
  socket 0x5000
  calls event (exact)
  events tcp_v4_do_rcv
