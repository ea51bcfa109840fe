nft's queue takes segments, and lets the whole go by kfree_skb: it was not dropped. A program lets them out later.

trace
has p:skb_release_head_state skb
cpu 0 pid 100
__tcp_transmit_skb {
  p:__tcp_transmit_skb sk=0x5000 skb=O clone_it=1 cb_seq=100 cb_end_seq=130 cb_flags=0x18
  p:__copy_skb_header new=A old=O
  nf_hook_slow {
    __skb_gso_segment {
      p:__copy_skb_header new=B old=A
      p:__copy_skb_header new=C old=A
    }
    skb/kfree_skb skbaddr=A location=&nf_hook_slow reason=2
    p:skb_release_head_state skb=A
  }
}
cpu 1 pid 200
net/net_dev_queue skbaddr=B len=64 name=veth0
net/net_dev_start_xmit skbaddr=B len=64 protocol=0x800 name=veth0
e:net/net_dev_start_xmit skb=B tcp=2002>1001,A,100,7,20
net/net_dev_xmit skbaddr=B rc=0 name=veth0
net/net_dev_queue skbaddr=C len=64 name=veth0
net/net_dev_start_xmit skbaddr=C len=64 protocol=0x800 name=veth0
e:net/net_dev_start_xmit skb=C tcp=2002>1001,PA,120,7,10
net/net_dev_xmit skbaddr=C rc=0 name=veth0

packets
1: tx A (exact) gen -1 tcp 2002>1001 P. 100+30 ack 7 (exact, event) x2 sent: net_dev_xmit rc 0 @1000..1190
  way veth0
  socket 0x5000
  original O
  calls __tcp_transmit_skb (exact), event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames B:100+20, C:120+10
  edges clone O (exact), gso-segment B (exact), gso-segment C (exact)
