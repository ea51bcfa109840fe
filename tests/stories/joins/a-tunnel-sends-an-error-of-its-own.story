What it would send is too large, and the kernel says so to itself before it drops it. That error is no tunnel's
packet.

machine
protocols all
tracing stopped

trace
cpu 0 pid 7
net/net_dev_xmit skbaddr=Z len=50 rc=0 name=eth0
udpv6_sendmsg {
  net/net_dev_queue skbaddr=A len=1500 name=vxlan0
  net/net_dev_start_xmit skbaddr=A len=1500 protocol=0x86dd name=vxlan0
  udp_tunnel6_xmit_skb {
    ip6_send_skb {
      net/net_dev_queue skbaddr=B len=1280 name=lo
      net/net_dev_start_xmit skbaddr=B len=1280 protocol=0x86dd name=lo
      net/net_dev_xmit skbaddr=B len=1280 rc=0 name=lo
    }
    net/net_dev_queue skbaddr=A len=1570 name=veth0
    net/net_dev_start_xmit skbaddr=A len=1570 protocol=0x86dd name=veth0
    net/net_dev_xmit skbaddr=A len=1570 rc=0 name=veth0
  }
  net/net_dev_xmit skbaddr=A len=1500 rc=0 name=vxlan0
}

packets
1: tx A (nested) udp ? x1 sent: net_dev_xmit rc 0 @1010..1150
  way vxlan0 veth0
  device vxlan0
  calls udpv6_sendmsg (nested)
  frames A
  edges encapsulated-in - (nested)
others: 1
