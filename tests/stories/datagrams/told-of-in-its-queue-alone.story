A probe tells that a datagram enters its socket's queue, and no other function of UDP is recorded: that UDP has it is known, so the reader's
free ends it, and what is sent at its address later is another packet.

machine
protocols all
tracing stopped

trace
has p:skb_release_head_state skb
cpu 0 softirq
net/netif_receive_skb skbaddr=A len=28 name=eth0
e:net/netif_receive_skb skb=A udp=2002>1001
p:__udp_enqueue_schedule_skb sk=&S skb=A
cpu 1 pid 8
skb/consume_skb skbaddr=A location=&udp_recvmsg
cpu 0 pid 7
net/net_dev_queue skbaddr=A len=54 name=eth0
net/net_dev_start_xmit skbaddr=A len=54 protocol=2048 name=eth0
e:net/net_dev_start_xmit skb=A tcp=1001>2002,SA,100,7,0
net/net_dev_xmit skbaddr=A len=54 rc=0 name=eth0

packets
1: rx A (exact) gen -1 udp ? x0 delivered: its reader gave it back @1000..1030
  way eth0
  socket S
  calls event (exact), event (exact)
  events net/netif_receive_skb, __udp_enqueue_schedule_skb, skb/consume_skb
2: tx A (exact) gen 0 tcp 1001>2002 S. 100+0 ack 7 (exact, event) x1 of 1 sent: net_dev_xmit rc 0 @1040..1070
  way eth0
  calls event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A:100+0
