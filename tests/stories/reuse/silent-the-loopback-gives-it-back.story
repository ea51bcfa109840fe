Numbers of data, and an ACK's header, prove that what was sent is what comes in.

trace
silent
cpu 0 pid 100 softirq
e:net/net_dev_start_xmit skb=A name=lo tcp=1001>2002,PA,100,7,10
e:net/netif_receive_skb skb=A name=lo tcp=1001>2002,PA,100,7,10
e:net/net_dev_start_xmit skb=B name=lo tcp=2002>1001,A,7,110,0
e:net/netif_receive_skb skb=B name=lo tcp=2002>1001,A,7,110,0

packets
1: tx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 acked: acknowledged by ack 110 @1000..1000
  way lo
  calls event (exact)
  events net/net_dev_start_xmit
  frames A?:100+10
  edges loopback-same A (exact) 2, acked-by B (derived) 4
2: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: what tells is not armed: skb_copy_datagram_iovec, consume_skb, pk_free @1010..1010
  way lo
  calls event (exact)
  events net/netif_receive_skb
  edges loopback-same A (exact) 1
3: tx B (exact) tcp 2002>1001 . 7+0 ack 110 (exact, event) x1 of 1 looped: the same skb came in again @1020..1020
  way lo
  calls event (exact)
  events net/net_dev_start_xmit
  frames B?:7+0
  edges loopback-same B (exact) 4
4: rx B (exact) tcp 2002>1001 . 7+0 ack 110 (exact, event) x0 of 1 consumed: pure ACK @1030..1030
  way lo
  calls event (exact)
  events net/netif_receive_skb
  edges loopback-same B (exact) 3
