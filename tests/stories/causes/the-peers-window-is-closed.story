The peer has closed its window.

== it is closed
machine
socket S 2002>1001 established una=100 nxt=110 wnd=0

trace
has p:skb_release_head_state skb
every 1000000
cpu 0 pid 100
__tcp_transmit_skb {
  p:__tcp_transmit_skb sk=&S skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
  p:__copy_skb_header new=A+ old=A
  net/net_dev_queue skbaddr=A+ len=64 name=eth0
  net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800 name=eth0
  e:net/net_dev_start_xmit skb=A+ tcp=2002>1001,PA,100,7,10
  net/net_dev_xmit skbaddr=A+ rc=0 name=eth0
  p:skb_release_head_state skb=A+
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
      __tcp_transmit_skb {
        p:__tcp_transmit_skb sk=&S skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
        p:__copy_skb_header new=A+ old=A
        net/net_dev_queue skbaddr=A+ len=64 name=eth0
        net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800 name=eth0
        e:net/net_dev_start_xmit skb=A+ tcp=2002>1001,PA,100,7,10
        net/net_dev_xmit skbaddr=A+ rc=0 name=eth0
        p:skb_release_head_state skb=A+
      }
    }
  }
}

packets
1: tx A+ (exact) gen -2 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 unacked: the socket's snd_una is before its end @1000..8001000
  way eth0
  socket S
  original A
  namespace 4026531840
  calls __tcp_transmit_skb (exact)
  frames A+:100+10
  edges fclone A (exact)
2: rx B (exact) gen 0 tcp 1001>2002 . 7+0 ack 100 (exact, event) x0 consumed: pure ACK @9001000..14001000
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
3: tx A+ (exact) gen -1 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 retransmit unacked: the socket's snd_una is before its end @18001000..26001000
  way eth0
  socket S
  original A
  namespace 4026531840
  calls __tcp_transmit_skb (exact) in __tcp_retransmit_skb in tcp_retransmit_timer in tcp_write_timer_handler
  frames A+:100+10
  edges retransmit-of A (exact) 1, fclone A (exact)
  again rto window-closed: retransmission timeout; the one before it (#ID, 18.0 ms earlier) got no ACK: the peer's window is closed 1

== it is open
machine
socket S 2002>1001 established una=100 nxt=110 wnd=9000

packets
1: tx A+ (exact) gen -2 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 unacked: the socket's snd_una is before its end @1000..8001000
  way eth0
  socket S
  original A
  namespace 4026531840
  calls __tcp_transmit_skb (exact)
  frames A+:100+10
  edges fclone A (exact)
2: rx B (exact) gen 0 tcp 1001>2002 . 7+0 ack 100 (exact, event) x0 consumed: pure ACK @9001000..14001000
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
3: tx A+ (exact) gen -1 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 retransmit unacked: the socket's snd_una is before its end @18001000..26001000
  way eth0
  socket S
  original A
  namespace 4026531840
  calls __tcp_transmit_skb (exact) in __tcp_retransmit_skb in tcp_retransmit_timer in tcp_write_timer_handler
  frames A+:100+10
  edges retransmit-of A (exact) 1, fclone A (exact)
  again rto no-ack: retransmission timeout; no ACK of the one before it (#ID, 18.0 ms earlier) came in, which left by eth0; 1 packet came from the peer meanwhile 1
