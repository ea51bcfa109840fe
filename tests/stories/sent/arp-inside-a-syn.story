The SYN waits for the neighbour's address; the ARP request inside its transmission is not TCP. The answer lets it out.

trace
cpu 0 pid 100
__tcp_transmit_skb {
  neigh_resolve_output {
    __neigh_event_send {
      arp_solicit {
        net/net_dev_queue skbaddr=B len=42
        net/net_dev_start_xmit skbaddr=B len=42 protocol=0x806
        net/net_dev_xmit skbaddr=B rc=0
      }
    }
  }
}
cpu 0 softirq
arp_process {
  __neigh_update {
    net/net_dev_queue skbaddr=A len=74
    net/net_dev_start_xmit skbaddr=A len=74 protocol=0x800
    net/net_dev_xmit skbaddr=A rc=0
  }
}

packets
1: tx A (guess) tcp ? x1 sent: net_dev_xmit rc 0 @1000..1150
  calls __tcp_transmit_skb (nested), event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A
others: 1
