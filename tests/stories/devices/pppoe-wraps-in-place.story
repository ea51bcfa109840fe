PPPoE's device puts its header in front of what it is given, in the same skb, and gives that to the device below.

== sent in its own call
machine
tracing stopped
device eth0 hardware
device ppp0

trace
cpu 0 pid 7
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=A len=66 name=ppp0
  net/net_dev_start_xmit skbaddr=A len=66 protocol=0x800 name=ppp0
  ppp_start_xmit {
    __pppoe_xmit {
      net/net_dev_queue skbaddr=A len=88 name=eth0
      net/net_dev_start_xmit skbaddr=A len=88 protocol=0x8864 name=eth0
      net/net_dev_xmit skbaddr=A len=88 rc=0 name=eth0
    }
  }
  net/net_dev_xmit skbaddr=A len=66 rc=0 name=ppp0
}
has p:skb_release_head_state skb

packets
1: tx A (nested) gen 0 tcp ? x1 sent: net_dev_xmit rc 0 @1000..1110
  way ppp0 eth0
  calls __tcp_transmit_skb (nested)
  frames A

== no session takes it: the driver frees it, and says that it was sent
machine
tracing stopped
device eth0 hardware
device ppp0

trace
cpu 0 pid 7
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=A len=66 name=ppp0
  net/net_dev_start_xmit skbaddr=A len=66 protocol=0x800 name=ppp0
  ppp_start_xmit {
    __pppoe_xmit {
      skb/kfree_skb skbaddr=A location=&__pppoe_xmit reason=2
      p:skb_release_head_state skb=A
    }
  }
  net/net_dev_xmit skbaddr=A len=66 rc=0 name=ppp0
}

packets
1: tx A (nested) gen -1 tcp ? x1 dropped: no reason recorded at __pppoe_xmit+0x0/0x100 @1000..1100
  way ppp0
  calls __tcp_transmit_skb (nested)
  frames A dropped
  kfree_skb at __pppoe_xmit reason 2 
  dropped - unknown: the kernel gave no reason; __pppoe_xmit freed it

== received
machine
tracing stopped
device eth0 hardware
device ppp0

trace
cpu 0 softirq
net/napi_gro_receive_entry skbaddr=A len=80 name=eth0 protocol=0x8864
__netif_receive_skb_core {
  net/netif_receive_skb skbaddr=A len=80 name=eth0
  pppoe_rcv {
    net/netif_rx skbaddr=A len=70 name=ppp0
  }
}
__netif_receive_skb_core {
  net/netif_receive_skb skbaddr=A len=70 name=ppp0
  e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,10
  p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10
  tcp_v4_rcv;
}
has p:skb_release_head_state skb

packets
1: rx A (exact) gen 0 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 unknown: no reader, queue or free of it was recorded @1000..1130
  way eth0 ppp0, complete
  calls event (exact), __netif_receive_skb_core (exact), __netif_receive_skb_core (exact)
  events net/napi_gro_receive_entry, net/netif_receive_skb
  frames A
