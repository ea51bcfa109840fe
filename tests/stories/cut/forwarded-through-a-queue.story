A router's: it came in as one, and went out as two.

trace
has p:skb_release_head_state skb
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=70 name=eth0
  e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,30
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
e:net/net_dev_start_xmit skb=B tcp=1001>2002,A,100,7,20
net/net_dev_xmit skbaddr=B rc=0 name=veth0
net/net_dev_queue skbaddr=C len=64 name=veth0
net/net_dev_start_xmit skbaddr=C len=64 protocol=0x800 name=veth0
e:net/net_dev_start_xmit skb=C tcp=1001>2002,PA,120,7,10
net/net_dev_xmit skbaddr=C rc=0 name=veth0

packets
1: rx A (exact) gen -1 tcp 1001>2002 P. 100+30 ack 7 (exact, event) x0 forwarded: cut into 2 segments: 2 forwarded @1000..1110
  way eth0
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  edges gso-segment B (exact), gso-segment C (exact)
  copies gso-segment B forwarded, gso-segment C forwarded
2: tx B (exact) gen 0 tcp 1001>2002 . 100+20 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1120..1150
  way eth0 veth0
  calls event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames B:100+20
  edges loopback-same B (exact) 1
3: tx C (exact) gen 0 tcp 1001>2002 P. 120+10 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1160..1190
  way eth0 veth0
  calls event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames C:120+10
  edges loopback-same C (exact) 1
