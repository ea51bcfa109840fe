The queued original and its clone, one struct sk_buff behind; a data packet that is acknowledged.

trace
has p:skb_release_head_state skb
cpu 0 pid 100
tcp_sendmsg {
  __tcp_transmit_skb {
    p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
    skb_clone {
      p:__copy_skb_header new=A+ old=A
    }
    net/net_dev_queue skbaddr=A+ len=64 name=eth0
    net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800 name=eth0
    e:net/net_dev_start_xmit skb=A+ tcp=2002>1001,PA,100,7,10
    net/net_dev_xmit skbaddr=A+ rc=0 name=eth0
  }
}
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=B len=40
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=B tcp=1001>2002,A,7,110,0
    tcp_ack {
      p:skb_release_head_state skb=A
    }
  }
}

packets
1: tx A+ (exact) gen 0 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 acked: acknowledged by ack 110 @1010..1100
  way eth0
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact) in tcp_sendmsg
  frames A+:100+10
  edges fclone A (exact), acked-by B (derived) 2
2: rx B (exact) gen 0 tcp 1001>2002 . 7+0 ack 110 (exact, event) x0 consumed: pure ACK @1120..1200
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
