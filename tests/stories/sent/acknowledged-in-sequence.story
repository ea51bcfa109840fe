No frees: an ACK that comes later says it, as far as it reaches.

trace
cpu 0 pid 100
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=A len=64
  net/net_dev_start_xmit skbaddr=A len=64 protocol=0x800
  e:net/net_dev_start_xmit skb=A tcp=2002>1001,PA,4294967280,7,10
  net/net_dev_xmit skbaddr=A rc=0
}
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=B len=64
  net/net_dev_start_xmit skbaddr=B len=64 protocol=0x800
  e:net/net_dev_start_xmit skb=B tcp=2002>1001,PA,4294967290,7,20
  net/net_dev_xmit skbaddr=B rc=0
}
cpu 0 softirq
netif_receive_skb {
  e:net/netif_receive_skb skb=C tcp=1001>2002,A,7,4,0
  net/netif_receive_skb skbaddr=C len=40
  tcp_v4_rcv;
}

packets
1: tx A (nested) tcp 2002>1001 P. 4294967280+10 ack 7 (exact, event) x1 acked: acknowledged by ack 4 @1000..1050
  calls __tcp_transmit_skb (nested)
  frames A:4294967280+10
  edges acked-by C (derived) 3
2: tx B (nested) tcp 2002>1001 P. 4294967290+20 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1060..1110
  calls __tcp_transmit_skb (nested)
  frames B:4294967290+20
3: rx C (exact) tcp 1001>2002 . 7+0 ack 4 (exact, event) x0 consumed: pure ACK @1120..1170
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
