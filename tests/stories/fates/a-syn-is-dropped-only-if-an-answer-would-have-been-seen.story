Answered, or where it is not seen what goes out, or while TCP still has it.

== answered
trace
has p:skb_release_head_state skb
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
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=B len=66 name=eth0
  e:net/net_dev_start_xmit skb=B tcp=2002>1001,SA,7,101,0
  net/net_dev_start_xmit skbaddr=B len=66 protocol=0x800 name=eth0
  net/net_dev_xmit skbaddr=B rc=0 name=eth0
}

packets
1: tx Z (nested) gen 0 tcp 3003>1001 . 1+0 ack 1 (exact, event) x1 of 1 sent: net_dev_xmit rc 0 @1000..1050
  way eth0
  calls __tcp_transmit_skb (nested)
  frames Z:1+0
2: rx A (exact) gen -1 tcp 1001>2002 S 100+0 (exact, event) x0 consumed: handshake @1060..1140
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
3: tx B (nested) gen 0 tcp 2002>1001 S. 7+0 ack 101 (exact, event) x1 of 1 sent: net_dev_xmit rc 0 @1150..1200
  way eth0
  calls __tcp_transmit_skb (nested)
  frames B:7+0

== no driver's event is in the trace
trace
has p:skb_release_head_state skb
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
1: rx A (exact) gen -1 tcp 1001>2002 S 100+0 (exact, event) x0 consumed: handshake @1000..1080
  calls netif_receive_skb (exact)
  events net/netif_receive_skb

== not freed yet
trace
has p:skb_release_head_state skb
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
  }
}

packets
1: tx Z (nested) gen 0 tcp 3003>1001 . 1+0 ack 1 (exact, event) x1 of 1 sent: net_dev_xmit rc 0 @1000..1050
  way eth0
  calls __tcp_transmit_skb (nested)
  frames Z:1+0
2: rx A (exact) gen 0 tcp 1001>2002 S 100+0 (exact, event) x0 consumed: handshake @1060..1130
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
