No event but the answer tells of drivers, and the first of three lives at the address had none: each other answer is
still of the life that its own task sent.

trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
p:__copy_skb_header new=A+ old=A
p:skb_release_head_state skb=A+
p:__tcp_transmit_skb sk=0x5000 skb=B clone_it=1 cb_seq=200 cb_end_seq=210 cb_flags=0x18
p:__copy_skb_header new=A+ old=B
net/net_dev_xmit skbaddr=A+ rc=0 name=veth0
p:skb_release_head_state skb=A+
cpu 0 pid 200
p:__tcp_transmit_skb sk=0x6000 skb=C clone_it=1 cb_seq=300 cb_end_seq=310 cb_flags=0x18
p:__copy_skb_header new=A+ old=C
net/net_dev_xmit skbaddr=A+ rc=0 name=eth0

packets
1: tx A+ (exact) gen -2 tcp ? P. 100+10 x0 unknown: no event of a device's queue or driver was recorded @1000..1000
  socket 0x5000
  original A
  events __tcp_transmit_skb
  edges fclone A (exact)
2: tx A+ (exact) gen -1 tcp ? P. 200+10 x0 unknown: no event of a device's queue or driver was recorded @1030..1050
  way veth0
  socket 0x5000
  original B
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_xmit
  edges clone B (exact)
3: tx A+ (exact) gen 0 tcp ? P. 300+10 x0 unknown: no event of a device's queue or driver was recorded @1070..1090
  way eth0
  socket 0x6000
  original C
  calls event (exact)
  events __tcp_transmit_skb, net/net_dev_xmit
  edges clone C (exact)
