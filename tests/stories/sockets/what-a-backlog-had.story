Where a backlog has it, its control block may be of several: where that ends, its acknowledgement begins.

trace
cpu 0 softirq
net/netif_receive_skb skbaddr=C len=60 name=eth0
tcp_v4_rcv {
  tcp_add_backlog;
}
cpu 0 pid 100
p:tcp_v4_do_rcv sk=0x5000 skb=C cb_seq=700 cb_end_seq=720 cb_flags=0x18
p:__tcp_transmit_skb sk=0x5000 skb=B clone_it=0 cb_seq=500 cb_end_seq=510 cb_flags=0x18
net/net_dev_queue skbaddr=B len=64 name=eth0
e:net/net_dev_start_xmit skb=B name=eth0 tcp=2003>1001,PA,500,720,10

packets
1: rx C (exact) tcp 1001>2003 (derived, edge) x0 unknown: went to the backlog; what came then was not recorded @1000..1050
  way eth0
  socket 0x5000
  calls event (exact), tcp_v4_rcv (nested), event (exact)
  events net/netif_receive_skb, tcp_v4_do_rcv
2: tx B (exact) tcp 2003>1001 P. 500+10 ack 720 (exact, event) x1 sent: handed to the driver @1060..1080
  way eth0
  socket 0x5000
  original B
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit
  frames B?:500+10
