What TCP sends once more is a retransmission if its functions say so. Here they say that it tries once more in its turn: what was sent
before reached no device, whether or not the event of its drop is among those that were lost.

== the drop was told
machine
tracing stopped

trace
cpu 0 pid 7
tcp_write_xmit {
  __tcp_transmit_skb {
    p:__tcp_transmit_skb sk=&S skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
    p:__copy_skb_header new=B old=A
    skb/kfree_skb skbaddr=B location=&ip6_fragment
    p:skb_release_head_state skb=B
  }
}
tcp_write_xmit {
  __tcp_transmit_skb {
    p:__tcp_transmit_skb sk=&S skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
    p:__copy_skb_header new=B old=A
    net/net_dev_queue skbaddr=B len=50 name=eth0
  }
}

packets
1: tx B (exact) gen -1 tcp ? P. 100+10 x0 dropped: no reason recorded at ip6_fragment+0x0/0x100 @1010..1060
  socket S
  original A
  calls __tcp_transmit_skb (exact) in tcp_write_xmit
  edges clone A (exact)
  kfree_skb at ip6_fragment
  dropped - unknown: the kernel gave no reason; ip6_fragment freed it
2: tx B (exact) gen 0 tcp ? P. 100+10 x0 unknown: given to a device's queue, no event of a driver was recorded @1090..1130
  way eth0
  socket S
  original A
  calls __tcp_transmit_skb (exact) in tcp_write_xmit
  edges clone A (exact)

== it was lost
machine
tracing stopped

trace
cpu 0 pid 7
tcp_write_xmit {
  __tcp_transmit_skb {
    p:__tcp_transmit_skb sk=&S skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
    p:__copy_skb_header new=B old=A
lost 7
  }
}
tcp_write_xmit {
  __tcp_transmit_skb {
    p:__tcp_transmit_skb sk=&S skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
    p:__copy_skb_header new=B old=A
    net/net_dev_queue skbaddr=B len=50 name=eth0
  }
}

packets
1: tx B (exact) tcp ? P. 100+10 x0 lossy unknown: another CPU's trace begins later @1010..1040
  way , not complete
  socket S
  original A
  calls __tcp_transmit_skb! (exact) in tcp_write_xmit
  edges clone A (exact)
2: tx B (exact) tcp ? P. 100+10 x0 unknown: given to a device's queue, no event of a driver was recorded @1070..1110
  way eth0
  socket S
  original A
  calls __tcp_transmit_skb (exact) in tcp_write_xmit
  edges clone A (exact)
lost: 7 of 13 events until 1120, complete since 1040
