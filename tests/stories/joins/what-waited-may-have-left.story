Another answer may have let it out; its event is lost.

machine
protocols udp,icmp
tracing stopped

trace
cpu 0 pid 100
udp_sendmsg {
  __neigh_event_send;
}
cpu 1 pid 200
lost 7
ip_rcv;
cpu 0 softirq
arp_process {
  __neigh_update {
    net/net_dev_queue skbaddr=A len=74
    e:net/net_dev_start_xmit skb=A udp=1001>2002
    net/net_dev_xmit skbaddr=A rc=0
  }
}

packets
none
lost: 7 of 13 events until 1120, complete since 1040
