Its reader's event is the end of a copy: what is sent from its address afterwards is another packet.

machine
protocols udp
tracing stopped

trace
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=50 name=eth0
  ip_local_deliver {
    udp_rcv {
      p:__copy_skb_header new=B old=A
      udp_queue_rcv_skb;
      p:__copy_skb_header new=C old=A
      udp_queue_rcv_skb;
      udp_queue_rcv_skb;
    }
  }
}
cpu 1 pid 7
skb/consume_skb skbaddr=A
p:skb_release_head_state skb=A
skb/consume_skb skbaddr=B
skb/consume_skb skbaddr=C
udp_sendmsg {
  net/net_dev_queue skbaddr=B len=50 name=eth0
  net/net_dev_start_xmit skbaddr=B len=50 protocol=2048 name=eth0
  net/net_dev_xmit skbaddr=B len=50 rc=0 name=eth0
}

packets
1: rx A (exact) gen -1 udp ? x0 delivered: copied to 3 sockets: 3 delivered @1000..1180
  way eth0
  calls netif_receive_skb (exact), event (exact), event (exact), event (exact)
  events net/netif_receive_skb, skb/consume_skb, skb/consume_skb, skb/consume_skb
  edges clone B (exact), clone C (exact)
  copies clone B delivered, clone C delivered
2: tx B (nested) gen 0 udp ? x1 sent: net_dev_xmit rc 0 @1190..1230
  way eth0
  calls udp_sendmsg (nested)
  frames B
