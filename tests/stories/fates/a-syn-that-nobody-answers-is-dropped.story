A SYN that is freed and not answered, where an answer would have been seen.

trace
has p:skb_release_head_state skb
has e:net/net_dev_start_xmit skb tcp=3003>1001,A,1,1,0
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=Z len=66 name=eth0
  e:net/net_dev_start_xmit skb=Z tcp=3003>1001,A,1,1,0
  net/net_dev_start_xmit skbaddr=Z len=66 protocol=0x800 name=eth0
  net/net_dev_xmit skbaddr=Z rc=0 name=eth0
}
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=A tcp=1001>2002,S,100,0,0
    tcp_conn_request;
    p:skb_release_head_state skb=A
  }
}

packets
1: tx Z (nested) gen 0 tcp 3003>1001 . 1+0 ack 1 (exact, event) x1 of 1 sent: net_dev_xmit rc 0 @1000..1050
  way eth0
  calls __tcp_transmit_skb (nested)
  frames Z:1+0
2: rx A (exact) gen -1 tcp 1001>2002 S 100+0 (exact, event) x0 dropped: never answered: its listener did not take it @1060..1140
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  dropped - evidence: never answered: its listener did not take it
