The answer for what was sent at this address before may be lost: whose the next one is, nobody knows.

trace
has p:skb_release_head_state skb
cpu 0 pid 100
p:ip_finish_output2 skb=A tcp=1001>2002,PA,100,7,10
cpu 1 pid 200
lost 7
ip_rcv;
cpu 0 pid 300
p:ip_finish_output2 skb=A tcp=2002>1001,SA,500,101,0
net/net_dev_queue skbaddr=A len=42 name=veth0
net/net_dev_xmit skbaddr=A rc=0 name=veth0
net/net_dev_xmit skbaddr=A rc=0 name=tun0

packets
1: tx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 lossy unknown: another CPU's trace begins later @1000..1000
  way , not complete
  calls event (exact)
  events ip_finish_output2
2: tx A (exact) gen 0 tcp 2002>1001 S. 500+0 ack 101 (exact, event) x0 sent: net_dev_xmit rc 0 @1030..1050
  way veth0
  calls event (exact)
  events ip_finish_output2, net/net_dev_queue, net/net_dev_xmit
lost: 7 of 7 events until 1060, complete since 1010
