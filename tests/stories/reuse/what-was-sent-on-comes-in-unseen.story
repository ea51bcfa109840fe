A bridge sent it on, and it came in again behind that: the event of its arrival is lost, its protocol's is not.

trace
has p:skb_release_head_state skb
cpu 0 softirq
e:net/netif_receive_skb skb=A name=k2h tcp=1001>2002,PA,100,7,10
net/net_dev_queue skbaddr=A len=64 name=k3h
e:net/net_dev_start_xmit skb=A name=k3h tcp=1001>2002,PA,100,7,10
net/netif_rx skbaddr=A name=k3e
net/net_dev_xmit skbaddr=A rc=0 name=k3h
lost 7
p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10

packets
1: rx A (exact) gen 0 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 forwarded: sent on @1000..1000
  way k2h
  calls event (exact)
  events net/netif_receive_skb
2: tx A (exact) gen 0 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1010..1040
  way k2h k3h
  calls event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/netif_rx, net/net_dev_xmit
  frames A:100+10
  edges loopback-same A (exact) 1
3: rx A (exact) gen 0 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 unknown: no reader, queue or free of it was recorded @1050..1050
  calls event (exact)
  events tcp_v4_rcv
lost: 7 of 6 events until 1050, complete since 1050
