A queue gives out two at once: both are cut before the driver gets a segment. The first's last is shorter, and with
the headers that each has its segments are longer than it was before that.

trace
cpu 0 pid 100
__tcp_transmit_skb {
  # headers of 54, and 1000, 1000, 50
  net/net_dev_queue skbaddr=A len=2104 name=eth0
  # headers of 54, and 1000, 1000, 50
}
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=B len=2054 name=eth0
  # headers of 54, and 1000, 1000, 50
}
cpu 1 softirq
skb/consume_skb skbaddr=A
skb/consume_skb skbaddr=B
net/net_dev_start_xmit skbaddr=K len=1054 protocol=0x800 name=eth0
net/net_dev_xmit skbaddr=K rc=0 name=eth0
net/net_dev_start_xmit skbaddr=L len=1054 protocol=0x800 name=eth0
net/net_dev_xmit skbaddr=L rc=0 name=eth0
# the driver was busy: another CPU goes on
cpu 0 softirq
net/net_dev_start_xmit skbaddr=M len=104 protocol=0x800 name=eth0
net/net_dev_xmit skbaddr=M rc=0 name=eth0
net/net_dev_start_xmit skbaddr=N len=1054 protocol=0x800 name=eth0
net/net_dev_xmit skbaddr=N rc=0 name=eth0
net/net_dev_start_xmit skbaddr=O len=1054 protocol=0x800 name=eth0
net/net_dev_xmit skbaddr=O rc=0 name=eth0

packets
1: tx A (nested) tcp ? x3 sent: net_dev_xmit rc 0 @1000..1130
  way eth0
  calls __tcp_transmit_skb (nested), event (exact), event (exact)
  events net/net_dev_start_xmit, net/net_dev_xmit, net/net_dev_start_xmit, net/net_dev_xmit, net/net_dev_start_xmit, net/net_dev_xmit
  frames K, L, M
  edges gso-segment K (derived), gso-segment L (derived), gso-segment M (guess)
2: tx B (nested) tcp ? x2 sent: net_dev_xmit rc 0 @1030..1170
  way eth0
  calls __tcp_transmit_skb (nested), event (exact)
  events net/net_dev_start_xmit, net/net_dev_xmit, net/net_dev_start_xmit, net/net_dev_xmit
  frames N, O
  edges gso-segment N (guess), gso-segment O (guess)
