A full queue of a neighbour drops its oldest packet, not the one that is being put into it.

trace
cpu 0 pid 100
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=Z len=66 name=lo
  net/net_dev_start_xmit skbaddr=Z len=66 protocol=0x800 name=lo
  net/net_dev_xmit skbaddr=Z rc=0 name=lo
}
__tcp_transmit_skb {
  __neigh_event_send {
    skb/kfree_skb skbaddr=B location=&return_to_handler
  }
}

packets
1: tx Z (nested) tcp ? x1 sent: net_dev_xmit rc 0 @1000..1040
  way lo
  calls __tcp_transmit_skb (nested)
  frames Z
2: tx - (none) tcp ? x0 neigh-queued: no device queue saw it: waits for ARP or ND @1050..1090
  calls __tcp_transmit_skb (nested)
