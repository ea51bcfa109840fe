The tag of a VLAN that a tunnel carries stands in the frame, where no probe reads a header behind it. What comes out of the tunnel, and
carries another packet in turn, is what went in at the tunnel's other end.

== what carries both is one packet
machine
protocols all
device vxlan0 kind vxlan
device vxlan1 kind vxlan
device wg1 kind wireguard
tracing stopped

trace
has p:skb_release_head_state skb
cpu 0 pid 7
net/net_dev_xmit skbaddr=Z len=50 rc=0 name=eth0
net/net_dev_queue skbaddr=A len=90 name=vxlan0
net/net_dev_start_xmit skbaddr=A len=90 protocol=2048 name=vxlan0
e:net/net_dev_start_xmit skb=A frag=3003>4004,0,80,0
net/net_dev_queue skbaddr=A len=140 name=veth0
net/net_dev_start_xmit skbaddr=A len=140 protocol=2048 name=veth0
e:net/net_dev_start_xmit skb=A frag=1001>2002,0,120,0
net/netif_rx skbaddr=A len=126 name=veth1
net/net_dev_xmit skbaddr=A len=140 rc=0 name=veth0
net/net_dev_xmit skbaddr=A len=90 rc=0 name=vxlan0
cpu 0 softirq
net/netif_receive_skb skbaddr=A len=126 name=veth1
e:net/netif_receive_skb skb=A frag=1001>2002,0,120,0
net/napi_gro_receive_entry skbaddr=A len=80 name=vxlan1
net/netif_receive_skb skbaddr=A len=80 name=vxlan1
cpu 0 pid 9
net/napi_gro_receive_entry skbaddr=A len=50 name=wg1
net/netif_receive_skb skbaddr=A len=50 name=wg1
e:net/netif_receive_skb skb=A frag=5005>6006,0,50,0

packets
1: tx A (exact) gen 0 udp 3003>4004+992 (exact, event) x1 sent: net_dev_xmit rc 0 @1010..1090
  way vxlan0
  calls event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A:0+992
  edges encapsulated-in A (exact) 2
2: tx A (exact) gen 0 udp 1001>2002+992 (exact, event) x1 looped: the same skb came in again @1040..1080
  way veth0
  calls event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/netif_rx, net/net_dev_xmit
  frames A:0+992
  edges carries A (exact) 1, loopback-same A (exact) 3
3: rx A (exact) gen 0 udp 1001>2002+992 (exact, event) x0 consumed: what it carried came out of the tunnel @1100..1110
  way veth1
  calls event (exact)
  events net/netif_receive_skb
  edges loopback-same A (exact) 2, carries A (exact) 4
4: rx A (exact) gen 0 udp 3003>4004+992 (derived, edge) x1 consumed: what it carried came out of the tunnel @1120..1130
  way vxlan1
  calls event (exact)
  events net/napi_gro_receive_entry, net/netif_receive_skb
  frames A
  edges encapsulated-in A (exact) 3, carries A (exact) 5
5: rx A (exact) gen 0 udp 5005>6006+992 (exact, event) x1 unknown: no reader, queue or free of it was recorded @1140..1160
  way wg1
  calls event (exact)
  events net/napi_gro_receive_entry, net/netif_receive_skb
  frames A
  edges encapsulated-in A (exact) 4

== it came in fragments
machine
protocols all
device vxlan0 kind vxlan
device vxlan1 kind vxlan
tracing stopped

trace
has p:skb_release_head_state skb
cpu 0 pid 7
net/net_dev_xmit skbaddr=Z len=50 rc=0 name=eth0
net/net_dev_queue skbaddr=A len=90 name=vxlan0
net/net_dev_start_xmit skbaddr=A len=90 protocol=2048 name=vxlan0
e:net/net_dev_start_xmit skb=A frag=3003>4004,0,80,0
net/net_dev_queue skbaddr=A len=94 name=veth0
net/net_dev_start_xmit skbaddr=A len=94 protocol=2048 name=veth0
e:net/net_dev_start_xmit skb=A frag=1001>2002,0,80,1
net/netif_rx skbaddr=A len=80 name=veth1
net/net_dev_xmit skbaddr=A len=94 rc=0 name=veth0
net/net_dev_queue skbaddr=B len=74 name=veth0
net/net_dev_start_xmit skbaddr=B len=74 protocol=2048 name=veth0
e:net/net_dev_start_xmit skb=B frag=1001>2002,80,40,0
net/netif_rx skbaddr=B len=60 name=veth1
net/net_dev_xmit skbaddr=B len=74 rc=0 name=veth0
net/net_dev_xmit skbaddr=A len=90 rc=0 name=vxlan0
cpu 0 softirq
net/netif_receive_skb skbaddr=A len=80 name=veth1
e:net/netif_receive_skb skb=A frag=1001>2002,0,80,1
net/netif_receive_skb skbaddr=B len=60 name=veth1
e:net/netif_receive_skb skb=B frag=1001>2002,80,40,0
net/napi_gro_receive_entry skbaddr=B len=80 name=vxlan1
net/netif_receive_skb skbaddr=B len=80 name=vxlan1

packets
1: tx A (exact) gen 0 udp 3003>4004+992 (exact, event) x1 sent: net_dev_xmit rc 0 @1010..1140
  way vxlan0
  calls event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A:0+992
  edges encapsulated-in A (exact) 2
2: tx A (exact) gen 0 udp 1001>2002+112 (exact, event) x2 of 2 looped: the same skb came in again @1040..1130
  way veth0
  calls event (exact), event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/netif_rx, net/net_dev_xmit, net/net_dev_queue, net/net_dev_start_xmit, net/netif_rx, net/net_dev_xmit
  frames A:0+72, B:0+40
  edges carries A (exact) 1, loopback-same A (exact) 3, loopback-same B (exact) 3, fragment B (derived)
3: rx B (exact) gen 0 udp 1001>2002+112 (exact, event) x2 of 2 consumed: what it carried came out of the tunnel @1150..1180
  way veth1
  calls event (exact), event (exact)
  events net/netif_receive_skb, net/netif_receive_skb
  frames A:0+72, B:0+40
  edges loopback-same B (exact) 2, carries B (exact) 4, loopback-same A (exact) 2, fragment A (derived)
4: rx B (exact) gen 0 udp 3003>4004+992 (derived, edge) x1 unknown: no reader, queue or free of it was recorded @1190..1200
  way vxlan1
  calls event (exact)
  events net/napi_gro_receive_entry, net/netif_receive_skb
  frames B
  edges encapsulated-in B (exact) 3
