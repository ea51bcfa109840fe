Few functions are traced, and no free: what came in is the datagram in the end, and the other end of the wire had it
in a tunnel of an unknown kind. That is nobody's packet, and no datagram: its devices are those of what it carries.

machine
protocols all
tracing stopped

trace
cpu 0 pid 7
net/net_dev_xmit skbaddr=Z len=50 rc=0 name=eth0
udp_sendmsg {
  net/net_dev_queue skbaddr=A len=50 name=vxlan0
  net/net_dev_start_xmit skbaddr=A len=50 protocol=2048 name=vxlan0
  iptunnel_xmit {
    net/net_dev_queue skbaddr=A len=74 name=veth0
    net/net_dev_start_xmit skbaddr=A len=74 protocol=2048 name=veth0
    net/net_dev_xmit skbaddr=A len=74 rc=0 name=veth0
  }
  net/net_dev_xmit skbaddr=A len=50 rc=0 name=vxlan0
}
cpu 0 softirq
net/netif_receive_skb skbaddr=A len=74 name=veth1
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=50 name=vxlan1
  udp_rcv;
}

packets
1: tx A (nested) udp ? x1 sent: net_dev_xmit rc 0 @1010..1100
  way vxlan0 veth0
  device vxlan0
  calls udp_sendmsg (nested)
  frames A
  edges encapsulated-in - (nested)
2: rx A (exact) udp ? x0 unknown: no reader, queue or free of it was recorded @1110..1160
  way veth1 vxlan1
  calls event (exact), netif_receive_skb (exact)
  events net/netif_receive_skb
others: 1
