The protocol says so, where no function does.

trace
cpu 0 softirq
net/net_dev_queue skbaddr=B len=42
net/net_dev_start_xmit skbaddr=B len=42 protocol=0x806
net/net_dev_xmit skbaddr=B rc=0

packets
none
others: 1
