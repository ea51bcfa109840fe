The same, but the events were lost on the other CPU.

trace
has p:skb_release_head_state skb
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10
cpu 1 pid 100
lost 7
tcp_recvmsg;
cpu 0 softirq
    tcp/tcp_send_reset skbaddr=B
    skb/kfree_skb skbaddr=A location=&tcp_drop
  }
}

packets
1: rx A (exact) gen 0 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 dropped: no reason recorded at tcp_drop+0x0/0x100, answered with RST @1000..1090
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  kfree_skb at tcp_drop
  dropped - evidence: refused: it was answered with RST
lost: 7 of 10 events until 1090, complete since 1040
