netem's copy and what it was copied from, in either order: each is a packet on the wire. The device below has one of
the device above, at another address.

== the original goes first
trace
has p:skb_release_head_state skb
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=0 cb_seq=100 cb_end_seq=110 cb_flags=0x18
net/net_dev_queue skbaddr=A len=64 name=eth0
p:__copy_skb_header new=C old=A
net/net_dev_start_xmit skbaddr=A len=64 protocol=0x800 name=eth0
e:net/net_dev_start_xmit skb=A tcp=2002>1001,PA,100,7,10
net/net_dev_xmit skbaddr=A rc=0 name=eth0
net/net_dev_start_xmit skbaddr=C len=64 protocol=0x800 name=eth0
e:net/net_dev_start_xmit skb=C tcp=2002>1001,PA,100,7,10
net/net_dev_xmit skbaddr=C rc=0 name=eth0

packets
1: tx A (exact) gen 0 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1000..1050
  way eth0
  socket 0x5000
  original A
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A:100+10
2: tx C (exact) gen 0 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1060..1080
  way eth0
  calls event (exact)
  events net/net_dev_start_xmit, net/net_dev_xmit
  frames C:100+10
  edges copy A (derived) 1

== the copy goes first
trace
has p:skb_release_head_state skb
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=0 cb_seq=100 cb_end_seq=110 cb_flags=0x18
net/net_dev_queue skbaddr=A len=64 name=eth0
p:__copy_skb_header new=C old=A
__qdisc_run {
  net/net_dev_start_xmit skbaddr=C len=64 protocol=0x800 name=eth0
  e:net/net_dev_start_xmit skb=C tcp=2002>1001,PA,100,7,10
  net/net_dev_xmit skbaddr=C rc=0 name=eth0
  net/net_dev_start_xmit skbaddr=A len=64 protocol=0x800 name=eth0
  e:net/net_dev_start_xmit skb=A tcp=2002>1001,PA,100,7,10
  net/net_dev_xmit skbaddr=A rc=0 name=eth0
}

packets
1: tx A (exact) gen 0 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1000..1060
  way eth0
  socket 0x5000
  original A
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames C:100+10
  edges copy C (exact)
2: tx A (exact) gen 0 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1070..1090
  way eth0
  calls event (exact)
  events net/net_dev_start_xmit, net/net_dev_xmit
  frames A:100+10
  edges copy A (derived) 1

== a bond's copy goes alone
trace
has p:skb_release_head_state skb
cpu 0 pid 100
net/net_dev_queue skbaddr=A len=64 name=bond0
net/net_dev_start_xmit skbaddr=A len=64 protocol=0x800 name=bond0
p:__copy_skb_header new=C old=A
net/net_dev_queue skbaddr=C len=64 name=eth0
net/net_dev_start_xmit skbaddr=C len=64 protocol=0x800 name=eth0
e:net/net_dev_start_xmit skb=C tcp=2002>1001,PA,100,7,10
net/net_dev_xmit skbaddr=C rc=0 name=eth0
net/net_dev_xmit skbaddr=A rc=0 name=bond0

packets
1: tx C (exact) gen 0 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1030..1060
  way eth0
  calls event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames C:100+10
