MACsec's device took it, and the frame that it is in was dropped below.

machine
protocols tcp,macsec
tracing stopped

trace
has p:skb_release_head_state skb
every 1000000
cpu 0 pid 100
__tcp_transmit_skb {
  p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
  p:__copy_skb_header new=A+ old=A
  net/net_dev_queue skbaddr=A+ len=64 name=eth0
  net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800 name=eth0
  e:net/net_dev_start_xmit skb=A+ tcp=2002>1001,PA,100,7,10
  net/net_dev_queue skbaddr=A+ len=96 name=eth1
  net/net_dev_start_xmit skbaddr=A+ len=96 protocol=0x88e5 name=eth1
  net/net_dev_xmit skbaddr=A+ rc=1 name=eth1
  net/net_dev_xmit skbaddr=A+ rc=0 name=eth0
}
cpu 1 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=B len=40
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=B tcp=1001>2002,A,7,100,0
  }
}
cpu 0 softirq
tcp_write_timer_handler {
  tcp_retransmit_timer {
    __tcp_retransmit_skb {
      p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
    }
  }
}

packets
1: tx A+ (exact) gen 0 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1000..10001000
  way eth0
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact)
  frames A+:100+10
  edges fclone A (exact), encapsulated-in A+ (exact) 2
2: tx A+ (exact) gen 0 macsec ? x1 dropped: net_dev_xmit: the driver dropped it @7001000..8001000
  way eth1
  calls event (exact)
  events net/net_dev_start_xmit, net/net_dev_xmit
  frames A+?
  edges carries A+ (exact) 1
  dropped - evidence: net_dev_xmit: the driver dropped it
3: rx B (exact) gen 0 tcp 1001>2002 . 7+0 ack 100 (exact, event) x0 consumed: pure ACK @11001000..16001000
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
4: tx - (exact) gen 0 tcp ? P. 100+10 x0 retransmit unknown: no device's queue saw it, and no neighbour's was recorded @20001000..20001000
  socket 0x5000
  original A
  events __tcp_transmit_skb
  edges retransmit-of A (exact) 1
  again - dropped-here: the one before it (#ID, 20.0 ms earlier), in #ID, was dropped on this host: net_dev_xmit: the driver dropped it 1
