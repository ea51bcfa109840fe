The device above, a tunnel's, takes it whole, and the one below cuts it. Headers of 102 bytes, which no event tells.

trace
cpu 0 pid 100
net/net_dev_xmit skbaddr=Z rc=0 name=eth0
p:ip_finish_output2 skb=A tcp=1001>2002
net/net_dev_queue skbaddr=A len=4066 name=top0
net/net_dev_start_xmit skbaddr=A len=4066 protocol=0x800 name=top0
net/net_dev_queue skbaddr=A len=4102 name=tun0
skb/consume_skb skbaddr=A
net/net_dev_start_xmit skbaddr=B len=1410 protocol=0x800 name=tun0
net/net_dev_queue skbaddr=B len=1448 name=eth0
net/net_dev_start_xmit skbaddr=B len=1448 protocol=0x800 name=eth0
net/net_dev_xmit skbaddr=B rc=0 name=eth0
net/net_dev_xmit skbaddr=B rc=0 name=tun0
net/net_dev_start_xmit skbaddr=C len=1410 protocol=0x800 name=tun0
net/net_dev_queue skbaddr=C len=1448 name=eth0
net/net_dev_start_xmit skbaddr=C len=1448 protocol=0x800 name=eth0
net/net_dev_xmit skbaddr=C rc=0 name=eth0
net/net_dev_xmit skbaddr=C rc=0 name=tun0
net/net_dev_start_xmit skbaddr=D len=1410 protocol=0x800 name=tun0
net/net_dev_queue skbaddr=D len=1448 name=eth0
net/net_dev_start_xmit skbaddr=D len=1448 protocol=0x800 name=eth0
net/net_dev_xmit skbaddr=D rc=0 name=eth0
net/net_dev_xmit skbaddr=D rc=0 name=tun0
net/net_dev_start_xmit skbaddr=E len=178 protocol=0x800 name=tun0
net/net_dev_queue skbaddr=E len=216 name=eth0
net/net_dev_start_xmit skbaddr=E len=216 protocol=0x800 name=eth0
net/net_dev_xmit skbaddr=E rc=0 name=eth0
net/net_dev_xmit skbaddr=E rc=0 name=tun0
net/net_dev_xmit skbaddr=A rc=0 name=top0

packets
1: tx A (exact) tcp 1001>2002 none 0+0 (exact, event) x4 sent: net_dev_xmit rc 0 @1010..1260
  way top0 tun0 eth0
  calls event (exact)
  events ip_finish_output2, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit, net/net_dev_start_xmit, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit, net/net_dev_start_xmit, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit, net/net_dev_start_xmit, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames B, C, D, E
  edges gso-segment B (nested), gso-segment C (nested), gso-segment D (nested), gso-segment E (nested)
