What another device gets of the segments, longer, is no measure of what the first has got.

trace
cpu 0 pid 100
net/net_dev_xmit skbaddr=Z rc=0 name=eth0
p:ip_finish_output2 skb=A tcp=1001>2002
net/net_dev_queue skbaddr=A len=2082 name=tun0
skb/consume_skb skbaddr=A
net/net_dev_start_xmit skbaddr=B len=1082 protocol=0x800 name=tun0
net/net_dev_queue skbaddr=B len=2148 name=eth0
net/net_dev_start_xmit skbaddr=B len=2148 protocol=0x800 name=eth0
net/net_dev_xmit skbaddr=B rc=0 name=eth0
net/net_dev_xmit skbaddr=B rc=0 name=tun0
net/net_dev_start_xmit skbaddr=C len=1082 protocol=0x800 name=tun0
net/net_dev_queue skbaddr=C len=2148 name=eth0
net/net_dev_start_xmit skbaddr=C len=2148 protocol=0x800 name=eth0
net/net_dev_xmit skbaddr=C rc=0 name=eth0
net/net_dev_xmit skbaddr=C rc=0 name=tun0

packets
1: tx A (exact) tcp 1001>2002 none 0+0 (exact, event) x2 sent: net_dev_xmit rc 0 @1010..1130
  way tun0 eth0
  calls event (exact)
  events ip_finish_output2, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit, net/net_dev_start_xmit, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames B, C
  edges gso-segment B (derived), gso-segment C (derived)
