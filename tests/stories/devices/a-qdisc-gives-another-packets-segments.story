Whoever runs the queue gets the segments of what others put there: of the oldest on that device that they may be of.

trace
cpu 0 pid 100
__tcp_transmit_skb {
  p:ip_finish_output2 skb=D tcp=1001>3003,PA,100,7,30
  net/net_dev_queue skbaddr=D len=96 name=veth0
}
__tcp_transmit_skb {
  p:ip_finish_output2 skb=A tcp=1001>2002,PA,100,7,30
  net/net_dev_queue skbaddr=A len=96 name=eth0
}
__tcp_transmit_skb {
  p:ip_finish_output2 skb=B tcp=1001>2002,PA,500,7,30
  net/net_dev_queue skbaddr=B len=96 name=eth0
}
cpu 1 softirq
net_tx_action {
  sch_direct_xmit {
    net/net_dev_start_xmit skbaddr=X len=48 protocol=0x800 name=eth0
    net/net_dev_xmit skbaddr=X rc=0 name=eth0
    net/net_dev_start_xmit skbaddr=Y len=48 protocol=0x800 name=eth0
    net/net_dev_xmit skbaddr=Y rc=0 name=eth0
    e:net/net_dev_start_xmit skb=V tcp=1001>2002,PA,515,7,15 name=eth0
    net/net_dev_start_xmit skbaddr=V len=48 protocol=0x800 name=eth0
    net/net_dev_xmit skbaddr=V rc=0 name=eth0
    e:net/net_dev_start_xmit skb=W tcp=1001>5005,PA,100,7,15 name=eth0
    net/net_dev_start_xmit skbaddr=W len=48 protocol=0x800 name=eth0
    net/net_dev_xmit skbaddr=W rc=0 name=eth0
  }
}

packets
1: tx D (nested) tcp 1001>3003 P. 100+30 ack 7 (exact, event) x0 qdisc-queued: queued, no driver took it @1000..1030
  way veth0
  calls __tcp_transmit_skb (nested)
2: tx A (nested) tcp 1001>2002 P. 100+30 ack 7 (exact, event) x2 sent: net_dev_xmit rc 0 @1040..1170
  way eth0
  calls __tcp_transmit_skb (nested), event (exact)
  events net/net_dev_start_xmit, net/net_dev_xmit, net/net_dev_start_xmit, net/net_dev_xmit
  frames X, Y
  edges gso-segment X (guess), gso-segment Y (guess)
3: tx B (nested) tcp 1001>2002 P. 500+30 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1080..1200
  way eth0
  calls __tcp_transmit_skb (nested), event (exact)
  events net/net_dev_start_xmit, net/net_dev_xmit
  frames V:515+15
  edges gso-segment V (derived)
4: tx W (exact) tcp 1001>5005 P. 100+15 ack 7 (exact, event) x1 sent: net_dev_xmit rc 0 @1210..1230
  way eth0
  calls event (exact)
  events net/net_dev_start_xmit, net/net_dev_xmit
  frames W:100+15
