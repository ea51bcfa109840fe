A worker encrypts what wg0 was given, and sends it in the same sk_buff.

== UDP
machine
protocols all
tracing stopped

trace
cpu 0 pid 7
net/net_dev_xmit skbaddr=Z len=50 rc=0 name=eth0
udp_sendmsg {
  net/net_dev_queue skbaddr=A len=50 name=wg0
  net/net_dev_start_xmit skbaddr=A len=50 protocol=2048 name=wg0
  wg_xmit;
  net/net_dev_xmit skbaddr=A len=50 rc=0 name=wg0
}
cpu 1 pid 9
wg_packet_tx_worker {
  udp_tunnel_xmit_skb {
    iptunnel_xmit {
      net/net_dev_queue skbaddr=A len=90 name=veth0
      net/net_dev_start_xmit skbaddr=A len=90 protocol=2048 name=veth0
      net/net_dev_xmit skbaddr=A len=90 rc=0 name=veth0
    }
  }
}
has p:skb_release_head_state skb

packets
1: tx A (nested) gen 0 udp ? x1 sent: net_dev_xmit rc 0 @1010..1070
  way wg0
  calls udp_sendmsg (nested)
  frames A
  edges encapsulated-in - (exact) 2
2: tx A (exact) gen 0 udp ? x1 sent: net_dev_xmit rc 0 @1100..1140
  way veth0
  calls iptunnel_xmit (nested) in udp_tunnel_xmit_skb in wg_packet_tx_worker
  frames A
  edges carries A (exact) 1

== a handshake carries nothing, and nothing says what it is
machine
protocols all
tracing stopped

trace
cpu 1 pid 9
net/net_dev_xmit skbaddr=Z len=50 rc=0 name=eth0
wg_packet_tx_worker {
  udp_tunnel_xmit_skb {
    iptunnel_xmit {
      net/net_dev_queue skbaddr=A len=90 name=veth0
      net/net_dev_start_xmit skbaddr=A len=90 protocol=2048 name=veth0
      net/net_dev_xmit skbaddr=A len=90 rc=0 name=veth0
    }
  }
}
has p:skb_release_head_state skb

packets
none

== to TCP alone it passes two devices
machine
tracing stopped

trace
cpu 0 pid 7
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=A len=50 name=wg0
  net/net_dev_start_xmit skbaddr=A len=50 protocol=2048 name=wg0
  net/net_dev_xmit skbaddr=A len=50 rc=0 name=wg0
}
cpu 1 pid 9
net/net_dev_queue skbaddr=A len=90 name=veth0
net/net_dev_start_xmit skbaddr=A len=90 protocol=2048 name=veth0
net/net_dev_xmit skbaddr=A len=90 rc=0 name=veth0
has p:skb_release_head_state skb

packets
1: tx A (nested) gen 0 tcp ? x1 sent: net_dev_xmit rc 0 @1000..1070
  way wg0 veth0
  calls __tcp_transmit_skb (nested), event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A
