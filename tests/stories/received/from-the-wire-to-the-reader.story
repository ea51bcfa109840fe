One packet, alone, from the driver to its reader; every hook armed.

trace
cpu 0 softirq
net_rx_action {
  napi_gro_receive {
    net/napi_gro_receive_entry skbaddr=A len=50 name=eth0
    tcp4_gro_receive {
      p:tcp4_gro_receive skb=A tcp=1001>2002,PA,100,7,10
    }
  }
  netif_receive_skb {
    net/netif_receive_skb skbaddr=A len=50
    ip_local_deliver {
      tcp_v4_rcv {
        p:tcp_v4_rcv skb=A
      }
    }
  }
}
cpu 1 pid 100
tcp_recvmsg {
  skb_copy_datagram_iter {
    skb/skb_copy_datagram_iovec skbaddr=A len=10
  }
  p:skb_release_head_state skb=A
}

packets
1: rx A (exact) gen -1 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x1 delivered: skb_copy_datagram_iovec len 10 @1010..1200
  way eth0
  calls napi_gro_receive (exact) in net_rx_action, netif_receive_skb (exact) in net_rx_action, skb_copy_datagram_iter (exact) in tcp_recvmsg
  events net/napi_gro_receive_entry, net/netif_receive_skb, skb/skb_copy_datagram_iovec, skb_release_head_state
  frames A:100+10
