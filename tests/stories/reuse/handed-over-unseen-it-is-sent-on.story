Handed over, and sent on with other addresses (NAT): a filter kept the event that it came in out of the trace.

trace
has p:skb_release_head_state skb
cpu 0 pid 100
net/net_dev_queue skbaddr=A len=74 name=c1e
e:net/net_dev_start_xmit skb=A name=c1e tcp=1001>2002,PA,100,7,10
net/netif_rx skbaddr=A name=c1h
net/net_dev_xmit skbaddr=A rc=0 name=c1e
cpu 0 softirq
net/net_dev_queue skbaddr=A len=74 name=veth0
e:net/net_dev_start_xmit skb=A name=veth0 tcp=1003>2002,PA,100,7,10
net/net_dev_xmit skbaddr=A rc=0 name=veth0

packets
1: tx A (exact) gen 0 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1000..1030
  way c1e
  calls event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/netif_rx, net/net_dev_xmit
  frames A:100+10
2: tx A (exact) gen 0 tcp 1003>2002 P. 100+10 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1040..1060
  way veth0
  calls event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A:100+10
