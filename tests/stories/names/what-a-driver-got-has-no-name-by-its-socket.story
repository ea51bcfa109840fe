netem or a full qdisc dropped it; where drivers tell of what they are given, it was given to none. What a driver got
may have another name by then (NAT).

== dropped by the qdisc
machine
socket S 2002>1001 established una=500 write=700 acked=400

trace
cpu 0 pid 100
__tcp_transmit_skb {
  p:__tcp_transmit_skb sk=&S skb=A clone_it=1 cb_seq=200 cb_end_seq=210 cb_flags=0x18
  p:__copy_skb_header new=A+ old=A
  net/net_dev_queue skbaddr=A+ len=66 name=eth0
  skb/kfree_skb skbaddr=A+ location=&dev_qdisc_enqueue
}
net/net_dev_start_xmit skbaddr=Z len=66 protocol=0x800 name=eth0
net/net_dev_xmit skbaddr=Z rc=0 name=eth0

packets
1: tx A+ (exact) tcp 2002>1001 P. 200+10 (derived, sock) x0 dropped: no reason recorded at dev_qdisc_enqueue+0x0/0x100 @1000..1050
  way eth0
  socket S
  original A
  namespace 4026531840
  calls __tcp_transmit_skb (exact)
  edges fclone A (exact)
  kfree_skb at dev_qdisc_enqueue
  dropped - unknown: the kernel gave no reason; dev_qdisc_enqueue freed it
undecided: rx 0 tx 1

== given to a driver
machine
socket S 2002>1001 established una=500 write=700 acked=400

trace
cpu 0 pid 100
__tcp_transmit_skb {
  p:__tcp_transmit_skb sk=&S skb=A clone_it=1 cb_seq=200 cb_end_seq=210 cb_flags=0x18
  p:__copy_skb_header new=A+ old=A
  net/net_dev_queue skbaddr=A+ len=66 name=eth0
  net/net_dev_start_xmit skbaddr=A+ len=66 protocol=0x800 name=eth0
}

packets
1: tx A+ (exact) tcp ? P. 200+10 x1 sent: handed to the driver @1000..1050
  way eth0
  socket S
  original A
  calls __tcp_transmit_skb (exact)
  frames A+?
  edges fclone A (exact)

== no event of a driver at all
machine
socket S 2002>1001 established una=500 write=700 acked=400

trace
cpu 0 pid 100
__tcp_transmit_skb {
  p:__tcp_transmit_skb sk=&S skb=A clone_it=1 cb_seq=200 cb_end_seq=210 cb_flags=0x18
  p:__copy_skb_header new=A+ old=A
  net/net_dev_queue skbaddr=A+ len=66 name=eth0
}

packets
1: tx A+ (exact) tcp ? P. 200+10 x0 unknown: given to a device's queue, no event of a driver was recorded @1000..1040
  way eth0
  socket S
  original A
  calls __tcp_transmit_skb (exact)
  edges fclone A (exact)
