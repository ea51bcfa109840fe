Used up without having been cut: an ARP request lays claim to no segment.

trace
cpu 0 pid 100
net/net_dev_queue skbaddr=R len=42 name=eth0
net/net_dev_start_xmit skbaddr=R len=42 protocol=0x806 name=eth0
net/net_dev_xmit skbaddr=R rc=0 name=eth0
skb/consume_skb skbaddr=R
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=B len=2054 name=eth0
  skb/consume_skb skbaddr=B
  net/net_dev_start_xmit skbaddr=N len=1054 protocol=0x800 name=eth0
  net/net_dev_xmit skbaddr=N rc=0 name=eth0
  net/net_dev_start_xmit skbaddr=O len=1054 protocol=0x800 name=eth0
  net/net_dev_xmit skbaddr=O rc=0 name=eth0
}

packets
1: tx B (nested) tcp ? x2 sent: net_dev_xmit rc 0 @1040..1110
  way eth0
  calls __tcp_transmit_skb (nested)
  frames N, O
  edges gso-segment N (nested), gso-segment O (nested)
others: 1
