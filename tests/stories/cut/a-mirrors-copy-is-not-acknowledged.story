tc's mirror: the answer is to the one, and the copy was sent.

trace
has p:skb_release_head_state skb
cpu 0 pid 100
__tcp_transmit_skb {
  p:__tcp_transmit_skb sk=0x5000 skb=O clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
  p:__copy_skb_header new=A old=O
  e:ip_finish_output2 skb=A tcp=2002>1001,PA,100,7,10
  p:__copy_skb_header new=B old=A
  net/net_dev_queue skbaddr=B len=64 name=copy0
  net/net_dev_start_xmit skbaddr=B len=64 protocol=0x800 name=copy0
  e:net/net_dev_start_xmit skb=B tcp=2002>1001,PA,100,7,10
  net/net_dev_xmit skbaddr=B rc=0 name=copy0
  net/net_dev_queue skbaddr=A len=64 name=veth0
  net/net_dev_start_xmit skbaddr=A len=64 protocol=0x800 name=veth0
  e:net/net_dev_start_xmit skb=A tcp=2002>1001,PA,100,7,10
  net/net_dev_xmit skbaddr=A rc=0 name=veth0
}
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=D len=40 name=veth0
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=D tcp=1001>2002,A,7,110,0
  }
}

packets
1: tx A (exact) gen 0 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 acked: acknowledged by ack 110 @1000..1130
  way veth0
  socket 0x5000
  original O
  calls __tcp_transmit_skb (exact)
  frames A:100+10
  edges clone O (exact), acked-by D (derived) 3
2: tx B (exact) gen 0 tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1050..1080
  way copy0
  calls event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames B:100+10
  edges clone A (exact) 1
3: rx D (exact) gen 0 tcp 1001>2002 . 7+0 ack 110 (exact, event) x0 consumed: pure ACK @1140..1190
  way veth0
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
