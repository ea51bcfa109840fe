What a MACsec device is given has a header that was read there; the frame below is of a protocol that is not asked for. The packet is one
of TCP's all the same, and what carries it is not, even if it was taken from the cache of skbs that TCP alone takes from.

== it was sent by no function that is recorded
machine
tracing stopped

trace
has p:skb_release_head_state skb
cpu 0 pid 7
net/net_dev_xmit skbaddr=Z len=50 rc=0 name=eth0
net/net_dev_queue skbaddr=A len=50 name=macsec0
net/net_dev_start_xmit skbaddr=A len=50 protocol=2048 name=macsec0
e:net/net_dev_start_xmit skb=A tcp=1001>2002,SA,100,7,0
net/net_dev_queue skbaddr=A len=82 name=eth0
net/net_dev_start_xmit skbaddr=A len=82 protocol=0x88e5 name=eth0
net/net_dev_xmit skbaddr=A len=82 rc=0 name=eth0
net/net_dev_xmit skbaddr=A len=50 rc=0 name=macsec0

packets
1: tx A (exact) gen 0 tcp 1001>2002 S. 100+0 ack 7 (exact, event) x1 of 1 sent: net_dev_xmit rc 0 @1010..1070
  way macsec0 eth0
  calls event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_queue, net/net_dev_xmit
  frames A:100+0

== it carries one of TCP's
machine
device vxlan0 kind vxlan
skb A 1001>2002 fclone
tracing stopped

trace
has p:skb_release_head_state skb
cpu 0 pid 7
net/net_dev_xmit skbaddr=Z len=50 rc=0 name=eth0
net/net_dev_queue skbaddr=A len=50 name=vxlan0
net/net_dev_start_xmit skbaddr=A len=50 protocol=2048 name=vxlan0
e:net/net_dev_start_xmit skb=A tcp=1001>2002,SA,100,7,0
net/net_dev_queue skbaddr=A len=100 name=macsec0
net/net_dev_start_xmit skbaddr=A len=100 protocol=2048 name=macsec0
net/net_dev_queue skbaddr=A len=132 name=eth0
net/net_dev_start_xmit skbaddr=A len=132 protocol=0x88e5 name=eth0
net/net_dev_xmit skbaddr=A len=132 rc=0 name=eth0
net/net_dev_xmit skbaddr=A len=100 rc=0 name=macsec0
net/net_dev_xmit skbaddr=A len=50 rc=0 name=vxlan0

packets
1: tx A (exact) gen 0 tcp 1001>2002 S. 100+0 ack 7 (exact, event) x1 of 1 sent: net_dev_xmit rc 0 @1010..1100
  way vxlan0 macsec0 eth0
  device vxlan0
  calls event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A:100+0
  edges encapsulated-in A (exact)
others: 1
