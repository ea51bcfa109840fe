A control packet is one without a queued original; the socket of it is nobody's.

trace
cpu 0 softirq
tcp_v4_rcv {
  tcp_v4_send_reset {
    ip_send_unicast_reply {
      net/net_dev_queue skbaddr=A len=54
      net/net_dev_start_xmit skbaddr=A len=54 protocol=0x800
      e:net/net_dev_start_xmit skb=A tcp=2002>1001,RA,0,101,0
      net/net_dev_xmit skbaddr=A rc=0
    }
  }
}

packets
1: tx A (nested) tcp 2002>1001 R. 0+0 ack 101 (exact, event) x1 of 1 sent: net_dev_xmit rc 0 @1010..1080
  calls tcp_v4_send_reset (nested) in tcp_v4_rcv
  frames A:0+0
