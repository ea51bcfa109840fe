Interrupted after the queue took it: what comes in, and the ACK that goes out for it, are other packets; the sender's
frame is its own again behind them.

trace
has p:skb_release_head_state skb
cpu 0 pid 100
__tcp_transmit_skb {
  p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
  p:__copy_skb_header new=A+ old=A
  net/net_dev_queue skbaddr=A+ len=64
cpu 0 pid 100 softirq
  net_rx_action {
    netif_receive_skb {
      net/netif_receive_skb skbaddr=B len=50
      tcp_v4_rcv {
        p:tcp_v4_rcv skb=B tcp=3003>2002,PA,500,7,10
        __tcp_transmit_skb {
          p:__tcp_transmit_skb sk=0x6000 skb=C clone_it=0 cb_seq=7 cb_end_seq=7 cb_flags=0x10
          net/net_dev_queue skbaddr=C len=54
          net/net_dev_start_xmit skbaddr=C len=54 protocol=0x800
          e:net/net_dev_start_xmit skb=C tcp=2002>3003,A,7,510,0
          net/net_dev_xmit skbaddr=C rc=0
        }
      }
    }
  }
cpu 0 pid 100
  net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800
  e:net/net_dev_start_xmit skb=A+ tcp=2002>1001,PA,100,7,10
  net/net_dev_xmit skbaddr=A+ rc=0
}

packets
1: tx A+ (exact) gen 0 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1000..1220
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact)
  frames A+:100+10
  edges fclone A (exact)
2: rx B (exact) gen 0 tcp 3003>2002 P. 500+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1050..1170
  calls netif_receive_skb (exact) in net_rx_action
  events net/netif_receive_skb
3: tx C (exact) gen 0 tcp 2002>3003 . 7+0 ack 510 (exact, event) x1 of 1 sent: net_dev_xmit rc 0 @1090..1150
  socket 0x6000
  original C
  calls __tcp_transmit_skb (exact)
  frames C:7+0
