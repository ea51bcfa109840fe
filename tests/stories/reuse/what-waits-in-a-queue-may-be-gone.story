What waits in a device's queue while events are lost: whether it is what the driver gets at its address, only a header
says.

== its header at the driver
trace
has p:skb_release_head_state skb
cpu 0 pid 100
p:ip_finish_output2 skb=A tcp=1001>2002,PA,100,7,10
net/net_dev_queue skbaddr=A len=64 name=eth0
cpu 1 pid 200
lost 7
ip_rcv;
cpu 0 softirq
e:net/net_dev_start_xmit skb=A tcp=1001>2002,PA,100,7,10 name=eth0
net/net_dev_xmit skbaddr=A rc=0 name=eth0

packets
1: tx A (exact) gen 0 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1000..1050
  way eth0
  calls event (exact), event (exact)
  events ip_finish_output2, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A:100+10
lost: 7 of 6 events until 1050, complete since 1020

== no header at the driver
trace
has p:skb_release_head_state skb
cpu 0 pid 100
p:ip_finish_output2 skb=A tcp=1001>2002,PA,100,7,10
net/net_dev_queue skbaddr=A len=64 name=eth0
cpu 1 pid 200
lost 7
ip_rcv;
cpu 0 softirq
net/net_dev_start_xmit skbaddr=A len=64 name=eth0
net/net_dev_xmit skbaddr=A rc=0 name=eth0

packets
1: tx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 lossy unknown: given to a device's queue; what came then may be among events that were lost @1000..1010
  way eth0, not complete
  calls event (exact)
  events ip_finish_output2, net/net_dev_queue
lost: 7 of 6 events until 1050, complete since 1020

== another header at the driver
trace
has p:skb_release_head_state skb
cpu 0 pid 100
p:ip_finish_output2 skb=A tcp=1001>2002,PA,100,7,10
net/net_dev_queue skbaddr=A len=64 name=eth0
cpu 1 pid 200
lost 7
ip_rcv;
cpu 0 softirq
e:net/net_dev_start_xmit skb=A tcp=1001>2003,PA,100,7,10 name=eth0
net/net_dev_xmit skbaddr=A rc=0 name=eth0

packets
1: tx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 lossy unknown: given to a device's queue; what came then may be among events that were lost @1000..1010
  way eth0, not complete
  calls event (exact)
  events ip_finish_output2, net/net_dev_queue
2: tx A (exact) gen 0 tcp 1001>2003 P. 100+10 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1040..1050
  way eth0
  calls event (exact)
  events net/net_dev_start_xmit, net/net_dev_xmit
  frames A:100+10
lost: 7 of 6 events until 1050, complete since 1020
