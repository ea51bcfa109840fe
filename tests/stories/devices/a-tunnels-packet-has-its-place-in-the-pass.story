A tunnel's packet does not take the place of the next in a list.

trace
cpu 0 softirq
__netif_receive_skb_list_core {
  __netif_receive_skb_core {
    net/netif_receive_skb skbaddr=A len=50
  }
  __netif_receive_skb_core {
    net/netif_receive_skb skbaddr=B len=60
  }
  ip_list_rcv {
    ip_local_deliver {
      tunnel4_rcv;
    }
    ip_local_deliver {
      tcp_v4_rcv {
        tcp/tcp_probe family=2 saddr=2 daddr=1 sport=2002 dport=1001 data_len=10
      }
    }
  }
}

packets
1: rx B (exact) tcp 1001>2002+10 (nested, nested-event) x0 unknown: no reader, queue or free of it was recorded @1040..1160
  calls __netif_receive_skb_core (exact) in __netif_receive_skb_list_core, ip_local_deliver (nested) in ip_list_rcv in __netif_receive_skb_list_core
  events net/netif_receive_skb
others: 1
