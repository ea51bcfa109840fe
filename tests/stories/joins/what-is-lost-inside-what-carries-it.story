A tunnel's device has taken the packet, and what carries it is dropped below: neither was sent, whatever acknowledges its data later.

== by a queue below
machine
protocols all
device gre0 kind gre

trace
has p:skb_release_head_state skb
cpu 0 pid 7
net/net_dev_xmit skbaddr=Z len=50 rc=0 name=eth0
p:__tcp_transmit_skb sk=&S skb=A clone_it=0 cb_seq=100 cb_end_seq=110 cb_flags=0x18
net/net_dev_queue skbaddr=A len=50 name=gre0
net/net_dev_start_xmit skbaddr=A len=50 protocol=2048 name=gre0
e:net/net_dev_start_xmit skb=A tcp=1001>2002,PA,100,7,10
net/net_dev_queue skbaddr=A len=74 name=veth0
skb/kfree_skb skbaddr=A location=&netem_enqueue
p:skb_release_head_state skb=A
net/net_dev_xmit skbaddr=A len=50 rc=0 name=gre0
cpu 0 softirq
e:net/netif_receive_skb skb=B tcp=2002>1001,A,7,110,0

packets
1: tx A (exact) gen -1 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 dropped: inside what carries it: no reason recorded at netem_enqueue+0x0/0x100 @1010..1080
  way gre0 veth0
  device gre0
  socket S
  original A
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A:100+10
  edges encapsulated-in A (exact), acked-by B (derived) 2
  kfree_skb at netem_enqueue
  dropped - unknown: the kernel gave no reason; netem_enqueue freed it
2: rx B (exact) gen 0 tcp 2002>1001 . 7+0 ack 110 (exact, event) x0 consumed: pure ACK @1090..1090
  calls event (exact)
  events net/netif_receive_skb
others: 1

== the carrier is not shown
machine
device gre0 kind gre

packets
1: tx A (exact) gen -1 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 dropped: inside what carries it: no reason recorded at netem_enqueue+0x0/0x100 @1010..1080
  way gre0 veth0
  device gre0
  socket S
  original A
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A:100+10
  edges encapsulated-in A (exact), acked-by B (derived) 2
  kfree_skb at netem_enqueue
  dropped - unknown: the kernel gave no reason; netem_enqueue freed it
2: rx B (exact) gen 0 tcp 2002>1001 . 7+0 ack 110 (exact, event) x0 consumed: pure ACK @1090..1090
  calls event (exact)
  events net/netif_receive_skb
others: 1

== in the tunnel's own call, which cuts it: segment by segment
machine
protocols all
device vxlan0 kind vxlan

trace
cpu 0 pid 7
net/net_dev_xmit skbaddr=Z len=50 rc=0 name=eth0
__tcp_transmit_skb {
  p:__tcp_transmit_skb sk=&S skb=A clone_it=0 cb_seq=100 cb_end_seq=120 cb_flags=0x18
  net/net_dev_queue skbaddr=A len=60 name=vxlan0
  net/net_dev_start_xmit skbaddr=A len=60 protocol=2048 name=vxlan0
  e:net/net_dev_start_xmit skb=A tcp=1001>2002,PA,100,7,20
  vxlan_xmit {
    iptunnel_xmit {
      __skb_gso_segment {
        p:__copy_skb_header new=B old=A
        p:__copy_skb_header new=C old=A
      }
      skb/consume_skb skbaddr=A
      p:skb_release_head_state skb=A
      skb/kfree_skb skbaddr=B location=&ip_fragment
      p:skb_release_head_state skb=B
      skb/kfree_skb skbaddr=C location=&ip_fragment
      p:skb_release_head_state skb=C
    }
  }
  net/net_dev_xmit skbaddr=A len=60 rc=0 name=vxlan0
}

packets
1: tx A (exact) gen -1 tcp 1001>2002 P. 100+20 ack 7 (exact, event) x1 dropped: inside what carries it: no reason recorded at ip_fragment+0x0/0x100 @1010..1210
  way vxlan0
  socket S
  original A
  calls __tcp_transmit_skb (exact)
  frames A:100+20
  edges encapsulated-in - (nested) 2
  kfree_skb at ip_fragment
  dropped - unknown: the kernel gave no reason; ip_fragment freed it
2: tx A (nested) gen -1 udp ? x0 dropped: no reason recorded at ip_fragment+0x0/0x100 @1070..1180
  calls iptunnel_xmit (nested) in vxlan_xmit
  edges carries A (nested) 1
  kfree_skb at ip_fragment
  dropped - unknown: the kernel gave no reason; ip_fragment freed it

== to TCP alone the tunnel is a device, whose driver has cut it
machine
device vxlan0 kind vxlan

packets
1: tx A (exact) gen -1 tcp 1001>2002 P. 100+20 ack 7 (exact, event) x1 dropped: no reason recorded at ip_fragment+0x0/0x100 @1010..1210
  way vxlan0
  socket S
  original A
  calls __tcp_transmit_skb (exact)
  frames A dropped:100+20
  kfree_skb at ip_fragment
  dropped - unknown: the kernel gave no reason; ip_fragment freed it

== no functions
machine
device vxlan0 kind vxlan

trace
cpu 0 pid 7
net/net_dev_xmit skbaddr=Z len=50 rc=0 name=eth0
p:__tcp_transmit_skb sk=&S skb=A clone_it=0 cb_seq=100 cb_end_seq=120 cb_flags=0x18
net/net_dev_queue skbaddr=A len=60 name=vxlan0
net/net_dev_start_xmit skbaddr=A len=60 protocol=2048 name=vxlan0
e:net/net_dev_start_xmit skb=A tcp=1001>2002,PA,100,7,20
skb/kfree_skb skbaddr=A location=&ip_fragment
p:skb_release_head_state skb=A
net/net_dev_xmit skbaddr=A len=60 rc=0 name=vxlan0
cpu 0 softirq
e:net/netif_receive_skb skb=B tcp=2002>1001,A,7,120,0

packets
1: tx A (exact) gen -1 tcp 1001>2002 P. 100+20 ack 7 (exact, event) x1 dropped: no reason recorded at ip_fragment+0x0/0x100 @1010..1070
  way vxlan0
  socket S
  original A
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit, skb/kfree_skb, net/net_dev_xmit
  frames A dropped:100+20
  edges acked-by B (derived) 2
  kfree_skb at ip_fragment
  dropped - unknown: the kernel gave no reason; ip_fragment freed it
2: rx B (exact) gen 0 tcp 2002>1001 . 7+0 ack 120 (exact, event) x0 consumed: pure ACK @1080..1080
  calls event (exact)
  events net/netif_receive_skb

== a segment of it went on
machine
device vxlan0 kind vxlan

trace
cpu 0 pid 7
net/net_dev_xmit skbaddr=Z len=50 rc=0 name=eth0
p:__tcp_transmit_skb sk=&S skb=A clone_it=0 cb_seq=100 cb_end_seq=120 cb_flags=0x18
net/net_dev_queue skbaddr=A len=60 name=vxlan0
net/net_dev_start_xmit skbaddr=A len=60 protocol=2048 name=vxlan0
e:net/net_dev_start_xmit skb=A tcp=1001>2002,PA,100,7,20
p:__copy_skb_header new=B old=A
p:__copy_skb_header new=C old=A
skb/consume_skb skbaddr=A
p:skb_release_head_state skb=A
skb/kfree_skb skbaddr=B location=&ip_fragment
p:skb_release_head_state skb=B
net/net_dev_queue skbaddr=C len=82 name=veth0
net/net_dev_start_xmit skbaddr=C len=82 protocol=2048 name=veth0
net/net_dev_xmit skbaddr=C len=82 rc=0 name=veth0
net/net_dev_xmit skbaddr=A len=60 rc=0 name=vxlan0

packets
1: tx A (exact) gen -1 tcp 1001>2002 P. 100+20 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1010..1140
  way vxlan0 veth0
  device vxlan0
  socket S
  original A
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A dropped:100+20
  edges encapsulated-in C (exact)
  kfree_skb at ip_fragment
others: 1
