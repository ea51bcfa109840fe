Frees are not traced: the next sender tells of the next life.

trace
cpu 0 pid 100
net/net_dev_queue skbaddr=A len=64 name=eth0
net/net_dev_start_xmit skbaddr=A len=64 protocol=0x800 name=eth0
e:net/net_dev_start_xmit skb=A tcp=2002>1001,PA,100,7,10
cpu 1 pid 200
net/net_dev_queue skbaddr=A len=74 name=eth1
net/net_dev_start_xmit skbaddr=A len=74 protocol=0x800 name=eth1
e:net/net_dev_start_xmit skb=A tcp=2003>1001,PA,500,7,20
cpu 0 pid 100
net/net_dev_xmit skbaddr=A rc=0 name=eth0

packets
1: tx A (exact) tcp 2002>1001 P. 100+10 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1000..1060
  way eth0
  calls event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A:100+10
2: tx A (exact) tcp 2003>1001 P. 500+20 ack 7 (exact, event) x1 driver-queued: the driver has not answered @1030..1050
  way eth1
  calls event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit
  frames A?:500+20
