Two connections and no probe: the n-th skb of the pass is the n-th that TCP gets. What tcp_probe says inside the frame
shows who is who.

trace
cpu 0 softirq
__netif_receive_skb_list_core {
  __netif_receive_skb_core {
    net/netif_receive_skb skbaddr=A len=50
  }
  __netif_receive_skb_core {
    net/netif_receive_skb skbaddr=B len=60
  }
  __netif_receive_skb_core {
    net/netif_receive_skb skbaddr=C len=70
  }
  ip_list_rcv {
    ip_local_deliver {
      tcp_v4_rcv {
        tcp/tcp_probe family=2 saddr=2 daddr=1 sport=2002 dport=1001 data_len=10
      }
    }
    ip_local_deliver {
      tcp_v4_rcv {
        tcp/tcp_probe family=2 saddr=2 daddr=3 sport=2002 dport=3003 data_len=20
      }
    }
    ip_local_deliver {
      tcp_v4_rcv {
        tcp/tcp_probe family=2 saddr=2 daddr=4 sport=2002 dport=4004 data_len=30
      }
    }
  }
}

packets
1: rx A (exact) tcp 1001>2002+10 (nested, nested-event) x0 unknown: no reader, queue or free of it was recorded @1010..1150
  calls __netif_receive_skb_core (exact) in __netif_receive_skb_list_core, ip_local_deliver (nested) in ip_list_rcv in __netif_receive_skb_list_core
  events net/netif_receive_skb
2: rx B (exact) tcp 3003>2002+20 (nested, nested-event) x0 unknown: no reader, queue or free of it was recorded @1040..1200
  calls __netif_receive_skb_core (exact) in __netif_receive_skb_list_core, ip_local_deliver (nested) in ip_list_rcv in __netif_receive_skb_list_core
  events net/netif_receive_skb
3: rx C (exact) tcp 4004>2002+30 (nested, nested-event) x0 unknown: no reader, queue or free of it was recorded @1070..1250
  calls __netif_receive_skb_core (exact) in __netif_receive_skb_list_core, ip_local_deliver (nested) in ip_list_rcv in __netif_receive_skb_list_core
  events net/netif_receive_skb
