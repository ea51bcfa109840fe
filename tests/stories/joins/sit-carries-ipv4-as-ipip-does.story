A device of SIT's may send IPv4 in IPv4, too: what carries that is a packet of IPIP's. (It was TCP's, where the other end of a loop had
a protocol.)

machine
protocols all
tracing stopped

trace
cpu 0 pid 7
net/net_dev_xmit skbaddr=Z len=50 rc=0 name=eth0
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=A len=50 name=sit0
  net/net_dev_start_xmit skbaddr=A len=50 protocol=2048 name=sit0
  e:net/net_dev_start_xmit skb=A name=sit0 tcp=1001>2002,PA,100,7,10
  sit_tunnel_xmit {
    iptunnel_xmit {
      net/net_dev_queue skbaddr=A len=74 name=veth0
      net/net_dev_start_xmit skbaddr=A len=74 protocol=2048 name=veth0
      net/net_dev_xmit skbaddr=A len=74 rc=0 name=veth0
    }
  }
  net/net_dev_xmit skbaddr=A len=50 rc=0 name=sit0
}
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=74 name=veth1
  ip_local_deliver {
    tunnel4_rcv;
  }
}

packets
1: tx A (nested) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1010..1130
  way sit0
  calls __tcp_transmit_skb (nested)
  frames A:100+10
  edges encapsulated-in - (nested) 2
2: tx A (nested) ipip ? x1 sent: net_dev_xmit rc 0 @1060..1100
  way veth0
  calls iptunnel_xmit (nested) in sit_tunnel_xmit
  frames A
  edges carries A (nested) 1
3: rx A (exact) ipip ? x0 unknown: no reader, queue or free of it was recorded @1140..1200
  way veth1
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
