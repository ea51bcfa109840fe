From port to port of one bridge; up to the bridge itself its own event tells. Its addresses may have changed (NAT).

== to another port of it
machine
tracing stopped
device eth1 hardware
device eth2 hardware
device v8h
device br1 master eth1 master v8h
device v9h
device br2 master v9h

trace
cpu 0 softirq
__netif_receive_skb_core {
  net/netif_receive_skb skbaddr=A len=60 name=eth1
  e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,10
  br_handle_frame {
    net/net_dev_queue skbaddr=A len=74 name=v8h
    net/net_dev_start_xmit skbaddr=A len=74 protocol=0x800 name=v8h
    net/net_dev_xmit skbaddr=A rc=0 name=v8h
  }
}

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 forwarded: sent on @1000..1080
  way eth1 br1, complete
  calls __netif_receive_skb_core (exact)
  events net/netif_receive_skb
2: tx A (exact) tcp ? x1 sent: net_dev_xmit rc 0 @1040..1060
  way eth1 br1 v8h
  calls event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A
  edges loopback-same A (exact) 1

== to a port of another bridge
machine
tracing stopped
device eth1 hardware
device eth2 hardware
device v8h
device br1 master eth1 master v8h
device v9h
device br2 master v9h

trace
cpu 0 softirq
__netif_receive_skb_core {
  net/netif_receive_skb skbaddr=A len=60 name=eth1
  e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,10
  br_handle_frame {
    net/net_dev_queue skbaddr=A len=74 name=v9h
    net/net_dev_start_xmit skbaddr=A len=74 protocol=0x800 name=v9h
    net/net_dev_xmit skbaddr=A rc=0 name=v9h
  }
}

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 forwarded: sent on @1000..1080
  way eth1, not complete
  calls __netif_receive_skb_core (exact)
  events net/netif_receive_skb
2: tx A (exact) tcp ? x1 sent: net_dev_xmit rc 0 @1040..1060
  way eth1 v9h, not complete
  calls event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A
  edges loopback-same A (exact) 1

== up to the bridge itself
machine
tracing stopped
device eth1 hardware
device eth2 hardware
device v8h
device br1 master eth1 master v8h
device v9h
device br2 master v9h

trace
cpu 0 softirq
__netif_receive_skb_core {
  net/netif_receive_skb skbaddr=A len=60 name=eth1
  e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,10
  br_handle_frame {
    net/netif_receive_skb skbaddr=A len=60 name=br1
  }
}
p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1000..1070
  way eth1 br1, complete
  calls __netif_receive_skb_core (exact), event (exact)
  events net/netif_receive_skb, tcp_v4_rcv
