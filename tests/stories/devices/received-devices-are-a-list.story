Up through a bridge, and routed on: the half that is sent has come in by what the other half passed.

== up through a bridge
trace
cpu 0 softirq
net/napi_gro_receive_entry skbaddr=A len=60 name=eth1
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=60 name=eth1
  net/netif_receive_skb skbaddr=A len=60 name=br0
  p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10
}

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 unknown: no reader, queue or free of it was recorded @1000..1050
  way eth1 br0
  calls event (exact), netif_receive_skb (exact)
  events net/napi_gro_receive_entry, net/netif_receive_skb
  frames A

== routed on
trace
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=60 name=eth1
  e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,10
  ip_forward {
    net/net_dev_queue skbaddr=A len=74 name=br0
    net/net_dev_start_xmit skbaddr=A len=74 protocol=0x800 name=br0
    net/net_dev_queue skbaddr=A len=74 name=v0
    net/net_dev_start_xmit skbaddr=A len=74 protocol=0x800 name=v0
    net/net_dev_xmit skbaddr=A rc=0 name=v0
    net/net_dev_xmit skbaddr=A rc=0 name=br0
  }
}

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 forwarded: sent on @1000..1110
  way eth1
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
2: tx A (exact) tcp ? x1 sent: net_dev_xmit rc 0 @1040..1090
  way eth1 br0 v0
  calls event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A
  edges loopback-same A (exact) 1
