What is dropped says whose it is: the first is, what the machine made at its address later is not.

trace
silent
cpu 0 pid 100 softirq
e:net/netif_receive_skb skb=A name=lo tcp=1001>2002,PA,100,7,10
e:skb/kfree_skb skb=A location=&tcp_v4_rcv tcp=1001>2002,PA,100,7,10
e:net/netif_receive_skb skb=B name=lo tcp=1001>2002,PA,110,7,10
e:skb/kfree_skb skb=B location=&nf_hook_slow tcp=2002>1001,A,7,120,0

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 dropped: no reason recorded at tcp_v4_rcv+0x0/0x100 @1000..1010
  way lo
  calls event (exact)
  events net/netif_receive_skb, skb/kfree_skb
  kfree_skb at tcp_v4_rcv
  dropped - unknown: the kernel gave no reason; tcp_v4_rcv freed it
2: rx B (exact) tcp 1001>2002 P. 110+10 ack 7 (exact, event) x0 unknown: what tells is not armed: skb_copy_datagram_iovec, consume_skb, pk_free @1020..1020
  way lo
  calls event (exact)
  events net/netif_receive_skb
