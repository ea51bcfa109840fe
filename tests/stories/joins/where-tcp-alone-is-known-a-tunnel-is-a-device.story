To TCP alone, it is one packet on a longer way.

machine
tracing stopped

trace
cpu 0 pid 7
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=A len=50 name=gre0
  net/net_dev_start_xmit skbaddr=A len=50 protocol=2048 name=gre0
  ipgre_xmit {
    iptunnel_xmit {
      net/net_dev_queue skbaddr=A len=74 name=veth0
      net/net_dev_start_xmit skbaddr=A len=74 protocol=2048 name=veth0
      net/net_dev_xmit skbaddr=A len=74 rc=0 name=veth0
    }
  }
  net/net_dev_xmit skbaddr=A len=50 rc=0 name=gre0
}
has p:skb_release_head_state skb

packets
1: tx A (nested) gen 0 tcp ? x1 sent: net_dev_xmit rc 0 @1000..1110
  way gre0 veth0
  calls __tcp_transmit_skb (nested)
  frames A
