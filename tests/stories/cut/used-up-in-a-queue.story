No driver gets it, and it cannot be where it was queued.

trace
cpu 0 pid 100
net/net_dev_queue skbaddr=Z len=64 name=veth0
net/net_dev_start_xmit skbaddr=Z len=64 protocol=0x800 name=veth0
e:net/net_dev_start_xmit skb=Z tcp=5>6,A,1,1,0
net/net_dev_xmit skbaddr=Z rc=0 name=veth0
p:ip_finish_output2 skb=A tcp=1001>2002
net/net_dev_queue skbaddr=A len=2082 name=veth0
skb/consume_skb skbaddr=A

packets
1: tx Z (exact) tcp 5>6 . 1+0 ack 1 (exact, event) x1 of 1 sent: net_dev_xmit rc 0 @1000..1030
  way veth0
  calls event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames Z:1+0
2: tx A (exact) tcp 1001>2002 none 0+0 (exact, event) x0 unknown: given to a device's queue and used up; no driver was seen to get it, or segments of it @1040..1050
  way veth0
  calls event (exact)
  events ip_finish_output2, net/net_dev_queue
