A packet that comes in under another one's frame: the reset is its answer, not the outer one's.

trace
has p:skb_release_head_state skb
cpu 0 pid 100
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10
cpu 0 pid 100 softirq
    netif_receive_skb {
      net/netif_receive_skb skbaddr=B len=50
      tcp_v4_rcv {
        p:tcp_v4_rcv skb=B tcp=3003>2002,S,200,0,0
        tcp/tcp_send_reset skbaddr=B
        skb/kfree_skb skbaddr=B location=&tcp_v4_rcv
      }
    }
cpu 0 pid 100
    skb/kfree_skb skbaddr=A location=&tcp_drop
  }
}

packets
1: rx A (exact) gen 0 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 dropped: no reason recorded at tcp_drop+0x0/0x100 @1000..1140
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  kfree_skb at tcp_drop
  dropped - unknown: the kernel gave no reason; tcp_drop freed it
2: rx B (exact) gen 0 tcp 3003>2002 S 200+0 (exact, event) x0 dropped: no reason recorded at tcp_v4_rcv+0x0/0x100, answered with RST @1040..1110
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  kfree_skb at tcp_v4_rcv
  dropped - evidence: refused: it was answered with RST
