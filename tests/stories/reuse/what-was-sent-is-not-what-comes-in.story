What the card sent is not what it brings.

trace
cpu 0 pid 100
e:net/net_dev_start_xmit skb=A name=eth0 tcp=1001>2002,PA,100,7,10
cpu 0 softirq
e:net/netif_receive_skb skb=A name=eth0 tcp=2002>1001,A,7,110,0

packets
1: tx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 acked: acknowledged by ack 110 @1000..1000
  way eth0
  calls event (exact)
  events net/net_dev_start_xmit
  frames A?:100+10
  edges acked-by A (derived) 2
2: rx A (exact) tcp 2002>1001 . 7+0 ack 110 (exact, event) x0 consumed: pure ACK @1010..1010
  way eth0
  calls event (exact)
  events net/netif_receive_skb
