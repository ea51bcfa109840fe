A graph filter hides who sent it: the protocol alone says that it is not the SYN.

trace
has p:skb_release_head_state skb
cpu 0 pid 100
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=B len=42
  net/net_dev_start_xmit skbaddr=B len=42 protocol=0x806
  net/net_dev_xmit skbaddr=B rc=0
  # by a veth pair
}
# by a veth pair
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=B len=28 name=veth1
  # by a veth pair
}

packets
none
others: 2
