Of it, or of the next one at its address: that is not known, not even of an ACK, which would otherwise be taken.

trace
silent
cpu 0 pid 100 softirq
e:net/netif_receive_skb skb=A name=lo tcp=1001>2002,A,100,7,0
skb/kfree_skb skbaddr=A location=&tcp_v4_rcv
e:net/netif_receive_skb skb=B name=lo tcp=1001>2002,A,100,8,0

packets
1: rx A (exact) tcp 1001>2002 . 100+0 ack 7 (exact, event) x0 unknown: what had its address then was dropped: this packet, or the next one there (consume_skb and pk_free are not armed) @1000..1000
  way lo
  calls event (exact)
  events net/netif_receive_skb
2: rx B (exact) tcp 1001>2002 . 100+0 ack 8 (exact, event) x0 consumed: pure ACK @1020..1020
  way lo
  calls event (exact)
  events net/netif_receive_skb
