The next life came in: it has nothing to do with what a driver says.

trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
p:__copy_skb_header new=A+ old=A
net/net_dev_queue skbaddr=A+ len=64 name=eth0
net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800 name=eth0
e:net/net_dev_start_xmit skb=A+ tcp=2002>1001,PA,100,7,10
cpu 1 softirq
skb/consume_skb skbaddr=A+
p:skb_release_head_state skb=A+
net/netif_receive_skb skbaddr=A+ len=40 name=eth1
p:tcp_v4_rcv skb=A+ tcp=1001>2002,A,7,110,0
cpu 0 pid 100
net/net_dev_xmit skbaddr=A+ rc=0 name=eth0

packets
1: tx A+ (exact) gen -1 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 acked: acknowledged by ack 110 @1000..1090
  way eth0
  socket 0x5000
  original A
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A+:100+10
  edges fclone A (exact), acked-by A+ (derived) 2
2: rx A+ (exact) gen 0 tcp 1001>2002 . 7+0 ack 110 (exact, event) x0 consumed: pure ACK @1070..1080
  way eth1
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv
