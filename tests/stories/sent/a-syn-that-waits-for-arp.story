Nothing answers.

trace
cpu 0 pid 100
__tcp_transmit_skb {
  __neigh_event_send {
    arp_solicit {
      net/net_dev_queue skbaddr=B len=42
      net/net_dev_start_xmit skbaddr=B len=42 protocol=0x806
      net/net_dev_xmit skbaddr=B rc=0
    }
  }
}

packets
1: tx - (none) tcp ? x0 neigh-queued: no device queue saw it: waits for ARP or ND @1000..1080
  calls __tcp_transmit_skb (nested)
others: 1
