It is about the packet that is sent, and is none of its segments.

machine
protocols all
tracing stopped

trace
cpu 0 pid 7
udp_sendmsg {
  __icmp_send {
    icmp_push_reply {
      net/net_dev_queue skbaddr=B len=78 name=lo
      net/net_dev_start_xmit skbaddr=B len=78 protocol=2048 name=lo
      net/net_dev_xmit skbaddr=B len=78 rc=0 name=lo
    }
  }
  net/net_dev_queue skbaddr=A len=50 name=eth0
  net/net_dev_start_xmit skbaddr=A len=50 protocol=2048 name=eth0
  net/net_dev_xmit skbaddr=A len=50 rc=0 name=eth0
}

packets
1: tx A (nested) udp ? x1 sent: net_dev_xmit rc 0 @1000..1110
  way eth0
  calls udp_sendmsg (nested)
  frames A
  edges answered-by B (nested) 2
  error error
2: tx B (nested) icmp ? x1 sent: net_dev_xmit rc 0 @1010..1070
  way lo
  calls __icmp_send (nested)
  frames B
  edges error-for A (nested) 1
