MACsec and tunnels queue what they have unwrapped for the CPU that they did so on (gro_cells): there it comes in again on the device
above, by when another CPU's events were lost. Another skb at its address would have come in below first.

== it is the same packet
machine
device eth0
device macsec0 kind macsec
tracing stopped

trace
has p:skb_release_head_state skb
cpu 0 softirq
net/napi_gro_receive_entry skbaddr=X len=50 name=eth1
net/netif_receive_skb skbaddr=A len=92 name=eth0
cpu 1 pid 8
lost 7
net/net_dev_xmit skbaddr=Z len=50 rc=0 name=eth0
cpu 0 pid 9 softirq
net/netif_receive_skb skbaddr=Y len=50 name=eth0
net/napi_gro_receive_entry skbaddr=A len=60 name=macsec0
net/netif_receive_skb skbaddr=A len=60 name=macsec0
p:tcp_v4_rcv skb=A tcp=2002>1001,PA,7,100,10

packets
1: rx A (exact) gen 0 tcp 2002>1001 P. 7+10 ack 100 (exact, event) x1 unknown: no reader, queue or free of it was recorded @1010..1060
  way eth0 macsec0
  calls event (exact), event (exact)
  events net/netif_receive_skb, net/napi_gro_receive_entry, net/netif_receive_skb, tcp_v4_rcv
  frames A
lost: 7 of 7 events until 1060, complete since 1020

== events of its CPU were lost, too
machine
device eth0
device macsec0 kind macsec
tracing stopped

trace
has p:skb_release_head_state skb
cpu 0 softirq
net/napi_gro_receive_entry skbaddr=X len=50 name=eth1
net/netif_receive_skb skbaddr=A len=92 name=eth0
cpu 1 pid 8
lost 7
net/net_dev_xmit skbaddr=Z len=50 rc=0 name=eth0
cpu 0 softirq
lost 7
cpu 0 pid 9 softirq
net/netif_receive_skb skbaddr=Y len=50 name=eth0
net/napi_gro_receive_entry skbaddr=A len=60 name=macsec0
net/netif_receive_skb skbaddr=A len=60 name=macsec0
p:tcp_v4_rcv skb=A tcp=2002>1001,PA,7,100,10

packets
1: rx A (exact) gen 0 tcp 2002>1001 P. 7+10 ack 100 (exact, event) x1 unknown: no reader, queue or free of it was recorded @1040..1060
  way macsec0
  calls event (exact)
  events net/napi_gro_receive_entry, net/netif_receive_skb, tcp_v4_rcv
  frames A
lost: 14 of 7 events until 1060, complete since 1030

== another device's may be another packet
machine
device eth0
device bridge0 kind bridge
tracing stopped

trace
has p:skb_release_head_state skb
cpu 0 softirq
net/napi_gro_receive_entry skbaddr=X len=50 name=eth1
net/netif_receive_skb skbaddr=A len=92 name=eth0
cpu 1 pid 8
lost 7
net/net_dev_xmit skbaddr=Z len=50 rc=0 name=eth0
cpu 0 pid 9 softirq
net/netif_receive_skb skbaddr=Y len=50 name=eth0
net/napi_gro_receive_entry skbaddr=A len=60 name=bridge0
net/netif_receive_skb skbaddr=A len=60 name=bridge0
p:tcp_v4_rcv skb=A tcp=2002>1001,PA,7,100,10

packets
1: rx A (exact) gen 0 tcp 2002>1001 P. 7+10 ack 100 (exact, event) x1 unknown: no reader, queue or free of it was recorded @1040..1060
  way bridge0
  calls event (exact)
  events net/napi_gro_receive_entry, net/netif_receive_skb, tcp_v4_rcv
  frames A
lost: 7 of 7 events until 1060, complete since 1020
