A device that segments makes several of what it is given once: by the event's word, else by the size of each.

trace
cpu 0 pid 100
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=A len=66
  e:net/net_dev_start_xmit skb=A tcp=1001>2002,PA,100,7,3000
  net/net_dev_start_xmit skbaddr=A len=66 protocol=0x800 gso_size=1448 gso_segs=3
  net/net_dev_xmit skbaddr=A rc=0
}
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=B len=66
  e:net/net_dev_start_xmit skb=B tcp=1001>2002,PA,4000,7,2896
  net/net_dev_start_xmit skbaddr=B len=66 protocol=0x800 gso_size=1448 gso_segs=0
  net/net_dev_xmit skbaddr=B rc=0
}
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=C len=66
  e:net/net_dev_start_xmit skb=C tcp=1001>2002,PA,9000,7,1000
  net/net_dev_start_xmit skbaddr=C len=66 protocol=0x800 gso_size=0 gso_segs=1
  net/net_dev_xmit skbaddr=C rc=0
}

packets
1: tx A (nested) tcp 1001>2002 P. 100+3000 ack 7 (exact, event) x1 of 3 sent: net_dev_xmit rc 0 @1000..1050
  calls __tcp_transmit_skb (nested)
  frames A:100+3000
2: tx B (nested) tcp 1001>2002 P. 4000+2896 ack 7 (exact, event) x1 of 2 sent: net_dev_xmit rc 0 @1060..1110
  calls __tcp_transmit_skb (nested)
  frames B:4000+2896
3: tx C (nested) tcp 1001>2002 P. 9000+1000 ack 7 (exact, event) x1 of 1 sent: net_dev_xmit rc 0 @1120..1170
  calls __tcp_transmit_skb (nested)
  frames C:9000+1000
