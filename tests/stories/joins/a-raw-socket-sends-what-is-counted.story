A raw socket may send anything: what ICMP counts in its call is ping's, what nobody counts stays another's.

== counted by ICMP
machine
protocols icmp
tracing stopped

trace
cpu 0 pid 7
raw_sendmsg {
  ip_make_skb {
    icmp_out_count;
  }
  ip_local_out {
    net/net_dev_queue skbaddr=A len=98 name=eth0
    net/net_dev_start_xmit skbaddr=A len=98 protocol=2048 name=eth0
    net/net_dev_xmit skbaddr=A len=98 rc=0 name=eth0
  }
}

packets
1: tx A (nested) icmp ? x1 sent: net_dev_xmit rc 0 @1000..1100
  way eth0
  calls raw_sendmsg (nested)
  frames A

== by the function tracer's entries
machine
protocols icmp
tracing stopped

trace
unfiltered
cpu 0 pid 7
f:raw_sendmsg <- inet_sendmsg
f:ip_push_pending_frames <- raw_sendmsg
f:icmp_out_count <- ip_push_pending_frames
f:ip_output <- ip_push_pending_frames
net/net_dev_queue skbaddr=A len=98 name=eth0
net/net_dev_start_xmit skbaddr=A len=98 protocol=2048 name=eth0
net/net_dev_xmit skbaddr=A len=98 rc=0 name=eth0

packets
1: tx A (nested) icmp ? x1 sent: net_dev_xmit rc 0 @1000..1060
  way eth0
  calls raw_sendmsg (nested) in inet_sendmsg
  frames A

== not counted
machine
protocols icmp
tracing stopped

trace
cpu 0 pid 7
raw_sendmsg {
  ip_local_out {
    net/net_dev_queue skbaddr=A len=98 name=eth0
    net/net_dev_start_xmit skbaddr=A len=98 protocol=2048 name=eth0
    net/net_dev_xmit skbaddr=A len=98 rc=0 name=eth0
  }
}

packets
none

== ICMP is not asked for
machine
tracing stopped

trace
cpu 0 pid 7
raw_sendmsg {
  ip_make_skb {
    icmp_out_count;
  }
  ip_local_out {
    net/net_dev_queue skbaddr=A len=98 name=eth0
    net/net_dev_start_xmit skbaddr=A len=98 protocol=2048 name=eth0
    net/net_dev_xmit skbaddr=A len=98 rc=0 name=eth0
  }
}

packets
none

== an interrupt's answer is no raw socket's
machine
protocols icmp
tracing stopped

trace
cpu 0 pid 7
raw_sendmsg {
cpu 0 softirq
icmp_reply {
  icmp_out_count;
}
icmp_out_count;
cpu 0 pid 7
  ip_local_out {
    net/net_dev_queue skbaddr=A len=98 name=eth0
    net/net_dev_start_xmit skbaddr=A len=98 protocol=2048 name=eth0
    net/net_dev_xmit skbaddr=A len=98 rc=0 name=eth0
  }
}

packets
none
