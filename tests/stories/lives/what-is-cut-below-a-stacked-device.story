The card below a VLAN is given segments of what the VLAN took whole.

trace
cpu 0 pid 100
p:skb_release_head_state skb=Z
__tcp_transmit_skb {
  p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=130 cb_flags=0x18
  p:__copy_skb_header new=A+ old=A
  net/net_dev_queue skbaddr=A+ len=84 name=vlan
  net/net_dev_start_xmit skbaddr=A+ len=84 protocol=0x800 name=vlan
  e:net/net_dev_start_xmit skb=A+ tcp=2002>1001,PA,100,7,30
  net/net_dev_queue skbaddr=A+ len=84 name=eth0
  __skb_gso_segment {
    p:__copy_skb_header new=C old=A+
    p:__copy_skb_header new=D old=A+
  }
  net/net_dev_start_xmit skbaddr=C len=74 protocol=0x800 name=eth0
  e:net/net_dev_start_xmit skb=C tcp=2002>1001,A,100,7,20
  net/net_dev_xmit skbaddr=C rc=0 name=eth0
  net/net_dev_start_xmit skbaddr=D len=64 protocol=0x800 name=eth0
  e:net/net_dev_start_xmit skb=D tcp=2002>1001,PA,120,7,10
  net/net_dev_xmit skbaddr=D rc=0 name=eth0
  net/net_dev_xmit skbaddr=A+ rc=0 name=vlan
}

packets
1: tx A+ (exact) gen 0 tcp 2002>1001 P. 100+30 ack 7 (exact, event) x2 sent: net_dev_xmit rc 0 @1010..1190
  way vlan eth0
  socket 0x5000
  original A
  calls __tcp_transmit_skb (exact)
  frames C:100+20, D:120+10
  edges fclone A (exact), gso-segment C (exact), gso-segment D (exact)
