In its own call two segments are all, of however many bytes their headers are: what comes in another call is of
another.

trace
cpu 0 pid 100
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=A len=2830 name=tun0
  skb/consume_skb skbaddr=A
  net/net_dev_start_xmit skbaddr=B len=1420 protocol=0x800 name=tun0
  net/net_dev_xmit skbaddr=B rc=0 name=tun0
  net/net_dev_start_xmit skbaddr=C len=1420 protocol=0x800 name=tun0
  net/net_dev_xmit skbaddr=C rc=0 name=tun0
}
cpu 0 pid 200
net/net_dev_start_xmit skbaddr=D len=1420 protocol=0x800 name=tun0
net/net_dev_xmit skbaddr=D rc=0 name=tun0

packets
1: tx A (nested) tcp ? x2 sent: net_dev_xmit rc 0 @1000..1070
  way tun0
  calls __tcp_transmit_skb (nested)
  frames B, C
  edges gso-segment B (nested), gso-segment C (nested)
undecided: rx 0 tx 1
