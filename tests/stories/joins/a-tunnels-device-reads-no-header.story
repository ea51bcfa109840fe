Older kernels' events read headers where IP sends, and in some drivers; of a tunnel's device they tell the skb alone. Its driver still has
that skb when the device below gets it: what goes on is another packet, with the header that IP reads there (here of TCP), or with none.

== the carrier's header is read by IP
machine
protocols all
device vxlan0 kind vxlan

trace
has p:skb_release_head_state skb
cpu 0 pid 7
net/net_dev_xmit skbaddr=Z len=50 rc=0 name=eth0
p:ip_finish_output2 skb=A tcp=1001>2002,PA,100,7,10
net/net_dev_queue skbaddr=A len=74 name=vxlan0
net/net_dev_start_xmit skbaddr=A len=74 protocol=2048 name=vxlan0
p:ip_finish_output2 skb=A tcp=3003>4004,PA,900,8,64
net/net_dev_queue skbaddr=A len=124 name=veth0
net/net_dev_start_xmit skbaddr=A len=124 protocol=2048 name=veth0
net/net_dev_xmit skbaddr=A len=124 rc=0 name=veth0
net/net_dev_xmit skbaddr=A len=74 rc=0 name=vxlan0

packets
1: tx A (exact) gen 0 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1010..1080
  way vxlan0
  calls event (exact)
  events ip_finish_output2, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A
  edges encapsulated-in A (exact) 2
2: tx A (exact) gen 0 tcp 3003>4004 P. 900+64 ack 8 (exact, event) x1 sent: net_dev_xmit rc 0 @1040..1070
  way veth0
  calls event (exact)
  events ip_finish_output2, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A
  edges carries A (exact) 1

== nobody reads it
machine
protocols all
device ipip0 kind ipip

trace
has p:skb_release_head_state skb
cpu 0 pid 7
net/net_dev_xmit skbaddr=Z len=50 rc=0 name=eth0
p:ip_finish_output2 skb=A tcp=1001>2002,PA,100,7,10
net/net_dev_queue skbaddr=A len=64 name=ipip0
net/net_dev_start_xmit skbaddr=A len=64 protocol=2048 name=ipip0
net/net_dev_queue skbaddr=A len=84 name=veth0
net/net_dev_start_xmit skbaddr=A len=84 protocol=2048 name=veth0
net/net_dev_xmit skbaddr=A len=84 rc=0 name=veth0
net/net_dev_xmit skbaddr=A len=64 rc=0 name=ipip0

packets
1: tx A (exact) gen 0 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1010..1070
  way ipip0 veth0
  device ipip0
  calls event (exact)
  events ip_finish_output2, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A
  edges encapsulated-in A (exact)
others: 1

== what it wrapped waits for a neighbour
machine
protocols all
device gre0 kind gre

trace
has p:skb_release_head_state skb
cpu 0 pid 7
net/net_dev_xmit skbaddr=Z len=50 rc=0 name=eth0
p:ip_finish_output2 skb=A tcp=1001>2002,PA,100,7,10
net/net_dev_queue skbaddr=A len=64 name=gre0
net/net_dev_start_xmit skbaddr=A len=64 protocol=2048 name=gre0
net/net_dev_xmit skbaddr=A len=64 rc=0 name=gre0
net/net_dev_queue skbaddr=A len=88 name=veth0
net/net_dev_start_xmit skbaddr=A len=88 protocol=2048 name=veth0
net/net_dev_xmit skbaddr=A len=88 rc=0 name=veth0

packets
1: tx A (exact) gen 0 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1010..1040
  way gre0 veth0
  device gre0
  calls event (exact)
  events ip_finish_output2, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A
  edges encapsulated-in A (exact)
others: 1

== segments of what carries it
machine
protocols all
device gre0 kind gre
device sit0 kind sit

trace
has p:skb_release_head_state skb
cpu 0 pid 7
net/net_dev_xmit skbaddr=Z len=50 rc=0 name=eth0
p:ip_finish_output2 skb=A tcp=1001>2002,PA,100,7,20
net/net_dev_queue skbaddr=A len=74 name=gre0
net/net_dev_start_xmit skbaddr=A len=74 protocol=2048 name=gre0
net/net_dev_queue skbaddr=A len=98 name=sit0
p:__copy_skb_header new=B old=A
p:__copy_skb_header new=C old=A
net/net_dev_start_xmit skbaddr=B len=88 protocol=2048 name=sit0
net/net_dev_queue skbaddr=B len=108 name=veth0
net/net_dev_start_xmit skbaddr=B len=108 protocol=2048 name=veth0
net/net_dev_xmit skbaddr=B len=108 rc=0 name=veth0
net/net_dev_xmit skbaddr=B len=88 rc=0 name=sit0
net/net_dev_start_xmit skbaddr=C len=88 protocol=2048 name=sit0
net/net_dev_queue skbaddr=C len=108 name=veth0
net/net_dev_start_xmit skbaddr=C len=108 protocol=2048 name=veth0
net/net_dev_xmit skbaddr=C len=108 rc=0 name=veth0
net/net_dev_xmit skbaddr=C len=88 rc=0 name=sit0
net/net_dev_xmit skbaddr=A len=74 rc=0 name=gre0

packets
1: tx A (exact) gen 0 tcp 1001>2002 P. 100+20 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1010..1170
  way gre0 sit0 veth0
  device gre0
  calls event (exact)
  events ip_finish_output2, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A
  edges encapsulated-in A (exact)
others: 3
