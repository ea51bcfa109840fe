Frees are traced, but this one's CPU lost it, or has yet to be heard of.

== counted losses
trace
has p:skb_release_head_state skb
cpu 0 pid 100
net/net_dev_queue skbaddr=A len=64 name=eth0
e:net/net_dev_start_xmit skb=A name=eth0 tcp=1001>2002,PA,100,7,10
net/net_dev_xmit skbaddr=A rc=0 name=eth0
cpu 1
lost 7
ip_rcv;
cpu 0 pid 101
net/net_dev_queue skbaddr=A len=42 name=veth0
net/net_dev_start_xmit skbaddr=A len=42 protocol=0x806

packets
1: tx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 lossy sent: net_dev_xmit rc 0 @1000..1020
  way eth0, not complete
  calls event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A:100+10
others: 1
lost: 7 of 7 events until 1060, complete since 1030

== the other CPU is silent
trace
has p:skb_release_head_state skb
cpu 0 pid 100
net/net_dev_queue skbaddr=A len=64 name=eth0
e:net/net_dev_start_xmit skb=A name=eth0 tcp=1001>2002,PA,100,7,10
net/net_dev_xmit skbaddr=A rc=0 name=eth0
others silent
cpu 0 pid 101
net/net_dev_queue skbaddr=A len=42 name=veth0
net/net_dev_start_xmit skbaddr=A len=42 protocol=0x806

packets
1: tx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 lossy sent: net_dev_xmit rc 0 @1000..1020
  way eth0, not complete
  calls event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A:100+10
others: 1
