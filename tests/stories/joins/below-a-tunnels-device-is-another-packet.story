A graph has 50 calls in each other and no more: no call tells that the tunnel's driver makes another packet, whose header nobody reads.
The device's kind tells: a tunnel wraps all that it sends on, a VLAN does not.

== below a SIT device
machine
protocols all
device sit0 kind sit

trace
has p:skb_release_head_state skb
cpu 0 pid 7
net/net_dev_xmit skbaddr=Z len=50 rc=0 name=eth0
net/net_dev_queue skbaddr=A len=50 name=sit0
net/net_dev_start_xmit skbaddr=A len=50 protocol=2048 name=sit0
e:net/net_dev_start_xmit skb=A name=sit0 tcp=1001>2002,PA,100,7,10
net/net_dev_queue skbaddr=A len=84 name=veth0
net/net_dev_start_xmit skbaddr=A len=84 protocol=2048 name=veth0
net/net_dev_xmit skbaddr=A len=84 rc=0 name=veth0
net/net_dev_xmit skbaddr=A len=50 rc=0 name=sit0

packets
1: tx A (exact) gen 0 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1010..1070
  way sit0 veth0
  device sit0
  calls event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A:100+10
  edges encapsulated-in A (exact)
others: 1

== below a VLAN
machine
protocols all
device sit0 kind vlan

packets
1: tx A (exact) gen 0 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1010..1070
  way sit0 veth0
  calls event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A:100+10
