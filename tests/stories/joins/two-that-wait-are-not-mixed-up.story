An answer lets one out: of two that wait nobody says which it is, and a call that may have sent nothing is no packet.

== one waits
machine
protocols udp,icmp
tracing stopped

trace
cpu 0 softirq
icmp_push_reply {
  __neigh_event_send;
}
arp_process {
  __neigh_update {
    net/net_dev_queue skbaddr=A len=74
    net/net_dev_start_xmit skbaddr=A len=74 protocol=0x800
    net/net_dev_xmit skbaddr=A rc=0
  }
}

packets
1: tx A (guess) icmp ? x1 sent: net_dev_xmit rc 0 @1000..1080
  calls icmp_push_reply (nested), event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A

== two wait
machine
protocols udp,icmp
tracing stopped

trace
cpu 0 pid 100
udp_sendmsg {
  __neigh_event_send;
}
cpu 0 softirq
icmp_push_reply {
  __neigh_event_send;
}
arp_process {
  __neigh_update {
    net/net_dev_queue skbaddr=A len=74
    net/net_dev_start_xmit skbaddr=A len=74 protocol=0x800
    net/net_dev_xmit skbaddr=A rc=0
  }
}

packets
none
