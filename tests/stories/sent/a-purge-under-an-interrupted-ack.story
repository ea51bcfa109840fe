tcp_ack is another packet's: a reset comes in under it and purges; that is no acknowledgement.

trace
has p:skb_release_head_state skb
cpu 0 pid 100
__tcp_transmit_skb {
  p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
  p:__copy_skb_header new=A+ old=A
  net/net_dev_queue skbaddr=A+ len=64
  net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800
  net/net_dev_xmit skbaddr=A+ rc=0
}
netif_receive_skb {
  net/netif_receive_skb skbaddr=B len=40
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=B tcp=3003>2002,A,7,110,0
    tcp_ack {
cpu 0 pid 100 softirq
      netif_receive_skb {
        net/netif_receive_skb skbaddr=C len=40
        tcp_v4_rcv {
          p:tcp_v4_rcv skb=C tcp=1001>2002,R,7,0,0
          tcp_write_queue_purge {
            p:skb_release_head_state skb=A
          }
        }
      }
cpu 0 pid 100
    }
  }
}

packets
1: tx A+ (exact) gen 0 tcp ? P. 100+10 x1 unacked: reset or closed before its ACK: purged @1000..1060
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact)
  frames A+
  edges fclone A (exact)
2: rx B (exact) gen 0 tcp 3003>2002 . 7+0 ack 110 (exact, event) x0 consumed: pure ACK @1070..1230
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
3: rx C (exact) gen 0 tcp 1001>2002 R 7+0 (exact, event) x0 consumed: reset @1120..1200
  calls netif_receive_skb (exact) in tcp_ack
  events net/netif_receive_skb
