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

== with GRO at both it is one frame
machine
device eth0
device macsec0 kind macsec
tracing stopped

trace
has p:skb_release_head_state skb
cpu 0 softirq
net/napi_gro_receive_entry skbaddr=A len=92 name=eth0
net/netif_receive_skb skbaddr=A len=92 name=eth0
net/napi_gro_receive_entry skbaddr=A len=60 name=macsec0
net/netif_receive_skb skbaddr=A len=60 name=macsec0
p:tcp_v4_rcv skb=A tcp=2002>1001,PA,7,100,10

packets
1: rx A (exact) gen 0 tcp 2002>1001 P. 7+10 ack 100 (exact, event) x1 unknown: no reader, queue or free of it was recorded @1000..1040
  way eth0 macsec0
  calls event (exact)
  events net/napi_gro_receive_entry, net/netif_receive_skb, net/napi_gro_receive_entry, net/netif_receive_skb, tcp_v4_rcv
  frames A
