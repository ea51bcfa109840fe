A tunnel's driver may only take what it is given: a worker of its own wraps and sends it later (WireGuard). Large ones it cuts first.

== the same skb
machine
protocols all
device wg0 kind wireguard
tracing stopped

trace
has p:skb_release_head_state skb
cpu 0 pid 7
net/net_dev_xmit skbaddr=Z len=50 rc=0 name=eth0
p:__tcp_transmit_skb sk=&S skb=A clone_it=0 cb_seq=100 cb_end_seq=110 cb_flags=0x18
net/net_dev_queue skbaddr=A len=50 name=wg0
net/net_dev_start_xmit skbaddr=A len=50 protocol=2048 name=wg0
e:net/net_dev_start_xmit skb=A tcp=1001>2002,PA,100,7,10
net/net_dev_xmit skbaddr=A len=50 rc=0 name=wg0
cpu 1 pid 8
net/net_dev_queue skbaddr=A len=122 name=veth0
net/net_dev_start_xmit skbaddr=A len=122 protocol=2048 name=veth0
e:net/net_dev_start_xmit skb=A udp=1001>2002
net/net_dev_xmit skbaddr=A len=122 rc=0 name=veth0

packets
1: tx A (exact) gen 0 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1010..1050
  way wg0 veth0
  device wg0
  socket S
  original A
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A:100+10
  edges encapsulated-in A (exact)
others: 1

== what it was cut into
machine
protocols all
device wg0 kind wireguard
tracing stopped

trace
cpu 0 pid 7
net/net_dev_xmit skbaddr=Z len=50 rc=0 name=eth0
p:__tcp_transmit_skb sk=&S skb=A clone_it=0 cb_seq=100 cb_end_seq=120 cb_flags=0x18
net/net_dev_queue skbaddr=A len=60 name=wg0
net/net_dev_start_xmit skbaddr=A len=60 protocol=2048 name=wg0
e:net/net_dev_start_xmit skb=A tcp=1001>2002,PA,100,7,20
p:__copy_skb_header new=B old=A
p:__copy_skb_header new=C old=A
skb/consume_skb skbaddr=A
p:skb_release_head_state skb=A
net/net_dev_xmit skbaddr=A len=60 rc=0 name=wg0
cpu 1 pid 8
net/net_dev_queue skbaddr=B len=122 name=veth0
net/net_dev_start_xmit skbaddr=B len=122 protocol=2048 name=veth0
e:net/net_dev_start_xmit skb=B udp=1001>2002
net/net_dev_xmit skbaddr=B len=122 rc=0 name=veth0
net/net_dev_queue skbaddr=C len=122 name=veth0
net/net_dev_start_xmit skbaddr=C len=122 protocol=2048 name=veth0
e:net/net_dev_start_xmit skb=C udp=1001>2002
net/net_dev_xmit skbaddr=C len=122 rc=0 name=veth0

packets
1: tx A (exact) gen -1 tcp 1001>2002 P. 100+20 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1010..1090
  way wg0 veth0
  device wg0
  socket S
  original A
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A:100+20
  edges encapsulated-in B (exact), encapsulated-in C (exact)
others: 2

== cut for a device above the tunnel's: its segments are its own there, and only below the tunnel's device each is in another packet
machine
protocols all
device vxlan0 kind vxlan
tracing stopped

trace
cpu 0 pid 7
net/net_dev_xmit skbaddr=Z len=50 rc=0 name=eth0
p:__tcp_transmit_skb sk=&S skb=A clone_it=0 cb_seq=100 cb_end_seq=120 cb_flags=0x18
net/net_dev_queue skbaddr=A len=60 name=vlan0
p:__copy_skb_header new=B old=A
p:__copy_skb_header new=C old=A
skb/consume_skb skbaddr=A
p:skb_release_head_state skb=A
net/net_dev_start_xmit skbaddr=B len=50 protocol=2048 name=vlan0
net/net_dev_queue skbaddr=B len=50 name=vxlan0
net/net_dev_start_xmit skbaddr=B len=50 protocol=2048 name=vxlan0
net/net_dev_queue skbaddr=B len=122 name=veth0
net/net_dev_start_xmit skbaddr=B len=122 protocol=2048 name=veth0
net/net_dev_xmit skbaddr=B len=122 rc=0 name=veth0
net/net_dev_xmit skbaddr=B len=50 rc=0 name=vxlan0
net/net_dev_xmit skbaddr=B len=50 rc=0 name=vlan0
net/net_dev_start_xmit skbaddr=C len=50 protocol=2048 name=vlan0
net/net_dev_queue skbaddr=C len=50 name=vxlan0
net/net_dev_start_xmit skbaddr=C len=50 protocol=2048 name=vxlan0
net/net_dev_queue skbaddr=C len=122 name=veth0
net/net_dev_start_xmit skbaddr=C len=122 protocol=2048 name=veth0
net/net_dev_xmit skbaddr=C len=122 rc=0 name=veth0
net/net_dev_xmit skbaddr=C len=50 rc=0 name=vxlan0
net/net_dev_xmit skbaddr=C len=50 rc=0 name=vlan0

packets
1: tx A (exact) gen -1 tcp ? P. 100+20 x2 sent: net_dev_xmit rc 0 @1010..1220
  way vlan0 vxlan0 veth0
  device vxlan0
  socket S
  original A
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit, net/net_dev_start_xmit, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames B, C
  edges gso-segment B (exact), encapsulated-in B (exact), gso-segment C (exact), encapsulated-in C (exact)
others: 2

== the same, and the packet is a carrier itself, which the device above that made it is still at
machine
protocols all
device geneve0 kind geneve
device vxlan0 kind vxlan
tracing stopped

trace
cpu 0 pid 7
net/net_dev_xmit skbaddr=Z len=50 rc=0 name=eth0
p:__tcp_transmit_skb sk=&S skb=A clone_it=0 cb_seq=100 cb_end_seq=120 cb_flags=0x18
net/net_dev_queue skbaddr=A len=60 name=geneve0
net/net_dev_start_xmit skbaddr=A len=60 protocol=2048 name=geneve0
net/net_dev_queue skbaddr=A len=100 name=vlan0
p:__copy_skb_header new=B old=A
p:__copy_skb_header new=C old=A
skb/consume_skb skbaddr=A
p:skb_release_head_state skb=A
net/net_dev_start_xmit skbaddr=B len=90 protocol=2048 name=vlan0
e:net/net_dev_start_xmit skb=B udp=1001>2002
net/net_dev_queue skbaddr=B len=90 name=vxlan0
net/net_dev_start_xmit skbaddr=B len=90 protocol=2048 name=vxlan0
net/net_dev_queue skbaddr=B len=122 name=veth0
net/net_dev_start_xmit skbaddr=B len=122 protocol=2048 name=veth0
net/net_dev_xmit skbaddr=B len=122 rc=0 name=veth0
net/net_dev_xmit skbaddr=B len=90 rc=0 name=vxlan0
net/net_dev_xmit skbaddr=B len=90 rc=0 name=vlan0
net/net_dev_start_xmit skbaddr=C len=90 protocol=2048 name=vlan0
net/net_dev_queue skbaddr=C len=90 name=vxlan0
net/net_dev_start_xmit skbaddr=C len=90 protocol=2048 name=vxlan0
net/net_dev_queue skbaddr=C len=122 name=veth0
net/net_dev_start_xmit skbaddr=C len=122 protocol=2048 name=veth0
net/net_dev_xmit skbaddr=C len=122 rc=0 name=veth0
net/net_dev_xmit skbaddr=C len=90 rc=0 name=vxlan0
net/net_dev_xmit skbaddr=C len=90 rc=0 name=vlan0
net/net_dev_xmit skbaddr=A len=60 rc=0 name=geneve0

packets
1: tx A (exact) gen -1 tcp ? P. 100+20 x1 sent: net_dev_xmit rc 0 @1010..1260
  way geneve0 vlan0 vxlan0 veth0
  device geneve0
  socket S
  original A
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A
  edges encapsulated-in A (exact)
others: 3

== too large for the next device: IP sends fragments of it, each in an skb of its own, and is done with it then
machine
protocols all
device wg0 kind wireguard
tracing stopped

trace
has p:skb_release_head_state skb
cpu 0 pid 7
net/net_dev_xmit skbaddr=Z len=50 rc=0 name=eth0
p:__tcp_transmit_skb sk=&S skb=A clone_it=0 cb_seq=100 cb_end_seq=110 cb_flags=0x18
net/net_dev_queue skbaddr=A len=1400 name=wg0
net/net_dev_start_xmit skbaddr=A len=1400 protocol=2048 name=wg0
e:net/net_dev_start_xmit skb=A tcp=1001>2002,PA,100,7,10
net/net_dev_xmit skbaddr=A len=1400 rc=0 name=wg0
cpu 1 pid 8
net/net_dev_queue skbaddr=B len=620 name=veth0
net/net_dev_start_xmit skbaddr=B len=620 protocol=2048 name=veth0
e:net/net_dev_start_xmit skb=B len=620 data_len=0 frag=1001>2002,0,600,1
net/net_dev_xmit skbaddr=B len=620 rc=0 name=veth0
net/net_dev_queue skbaddr=C len=420 name=veth0
net/net_dev_start_xmit skbaddr=C len=420 protocol=2048 name=veth0
e:net/net_dev_start_xmit skb=C len=420 data_len=0 frag=1001>2002,600,400,0
net/net_dev_xmit skbaddr=C len=420 rc=0 name=veth0
skb/consume_skb skbaddr=A location=&ip_do_fragment
p:skb_release_head_state skb=A

packets
1: tx A (exact) gen -1 tcp ? P. 100+10 x1 sent: net_dev_xmit rc 0 @1010..1050
  way wg0
  socket S
  original A
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A
  edges encapsulated-in B (derived) 2
2: tx B (exact) gen 0 udp 1001>2002+992 (exact, event) x2 of 2 sent: net_dev_xmit rc 0 @1060..1130
  way veth0
  calls event (exact), event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames B:0+592, C:0+400
  edges carries A (derived) 1, fragment C (derived)

== something else was sent meanwhile
machine
protocols all
device wg0 kind wireguard
tracing stopped

trace
has p:skb_release_head_state skb
cpu 0 pid 7
net/net_dev_xmit skbaddr=Z len=50 rc=0 name=eth0
p:__tcp_transmit_skb sk=&S skb=A clone_it=0 cb_seq=100 cb_end_seq=110 cb_flags=0x18
net/net_dev_queue skbaddr=A len=1400 name=wg0
net/net_dev_start_xmit skbaddr=A len=1400 protocol=2048 name=wg0
e:net/net_dev_start_xmit skb=A tcp=1001>2002,PA,100,7,10
net/net_dev_xmit skbaddr=A len=1400 rc=0 name=wg0
cpu 1 pid 8
net/net_dev_queue skbaddr=B len=620 name=veth0
net/net_dev_start_xmit skbaddr=B len=620 protocol=2048 name=veth0
e:net/net_dev_start_xmit skb=B len=620 data_len=0 frag=1001>2002,0,600,1
net/net_dev_xmit skbaddr=B len=620 rc=0 name=veth0
net/net_dev_queue skbaddr=C len=420 name=veth0
net/net_dev_start_xmit skbaddr=C len=420 protocol=2048 name=veth0
e:net/net_dev_start_xmit skb=C len=420 data_len=0 frag=1001>2002,600,400,0
net/net_dev_xmit skbaddr=C len=420 rc=0 name=veth0
net/net_dev_queue skbaddr=D len=60 name=veth0
net/net_dev_start_xmit skbaddr=D len=60 protocol=2048 name=veth0
e:net/net_dev_start_xmit skb=D len=60 tcp=1001>2002,A,110,7,0
net/net_dev_xmit skbaddr=D len=60 rc=0 name=veth0
skb/consume_skb skbaddr=A location=&ip_do_fragment
p:skb_release_head_state skb=A

packets
1: tx A (exact) gen -1 tcp ? P. 100+10 x1 sent: net_dev_xmit rc 0 @1010..1050
  way wg0
  socket S
  original A
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A
2: tx B (exact) gen 0 udp 1001>2002+992 (exact, event) x2 of 2 sent: net_dev_xmit rc 0 @1060..1130
  way veth0
  calls event (exact), event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames B:0+592, C:0+400
  edges fragment C (derived)
