No header says so: only the loopback device gives what it gets.

trace
cpu 0 pid 100
e:net/net_dev_start_xmit skb=A name=lo tcp=1001>2002,PA,100,7,10
cpu 0 softirq
net/netif_receive_skb skbaddr=A name=eth0
p:tcp_v4_rcv skb=A

packets
1: tx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 sent: handed to the driver @1000..1000
  way lo
  calls event (exact)
  events net/net_dev_start_xmit
  frames A?:100+10
2: rx A (exact) tcp ? x0 unknown: whether it carried data was not recorded @1010..1020
  way eth0
  calls event (exact)
  events net/netif_receive_skb, tcp_v4_rcv
