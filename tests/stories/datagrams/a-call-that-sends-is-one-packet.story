A call that sends makes one packet, though it calls another that does; one that corks makes none. An address that a
reader gave back is another packet's when it is sent.

machine
protocols udp
tracing stopped

trace
cpu 0 softirq
net/netif_receive_skb skbaddr=A len=50 name=eth0
udp_rcv;
cpu 0 pid 7
skb/consume_skb skbaddr=A
udp_sendmsg {
}
udp_sendmsg {
  udp_push_pending_frames {
    net/net_dev_queue skbaddr=A len=50 name=eth0
    net/net_dev_start_xmit skbaddr=A len=50 protocol=2048 name=eth0
    net/net_dev_xmit skbaddr=A len=50 rc=0 name=eth0
  }
}
p:skb_release_head_state skb=A

packets
1: rx A (exact) gen -2 udp ? x0 delivered: its reader gave it back @1000..1030
  way eth0
  calls event (exact), udp_rcv (nested), event (exact)
  events net/netif_receive_skb, skb/consume_skb
2: tx A (nested) gen -1 udp ? x1 sent: net_dev_xmit rc 0 @1060..1120
  way eth0
  calls udp_sendmsg (nested)
  frames A
