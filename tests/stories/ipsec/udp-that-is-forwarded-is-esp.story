The datagram that came in, before there was a state of its destination, is the ESP that goes out.

== its destination is translated
machine
protocols all
tracing stopped
ipsec states 1

trace
has p:skb_release_head_state skb
cpu 0 softirq
netif_receive_skb {
  e:net/netif_receive_skb skb=A len=76 data_len=0 esp=1>3,7700,5
  net/netif_receive_skb skbaddr=A len=76 name=veth0
  ip_forward {
    net/net_dev_queue skbaddr=A len=90 name=veth1
    e:net/net_dev_start_xmit skb=A len=76 data_len=0 esp=1>2,7700,5
    net/net_dev_start_xmit skbaddr=A len=90 protocol=2048 name=veth1
    net/net_dev_xmit skbaddr=A len=90 rc=0 name=veth1
  }
}
p:skb_release_head_state skb=A

packets
1: rx A (exact) gen -1 esp in udp 10.0.0.1:4500>10.0.0.3:4500+40 spi 0x7700 number 5 (exact, event) x0 forwarded: sent on @1000..1100
  way veth0
  calls netif_receive_skb (exact)
  events net/netif_receive_skb, skb_release_head_state
2: tx A (exact) gen -1 esp in udp 10.0.0.1:4500>10.0.0.2:4500+40 spi 0x7700 number 5 (exact, event) x1 sent: net_dev_xmit rc 0 @1040..1070
  way veth0 veth1
  calls event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A:0+40
  edges loopback-same A (exact) 1

== its source is another's, too: what is behind the header says that it is the same
machine
protocols all
tracing stopped
ipsec states 1

trace
has p:skb_release_head_state skb
cpu 0 softirq
netif_receive_skb {
  e:net/netif_receive_skb skb=A len=76 data_len=0 esp=1>3,7700,5
  net/netif_receive_skb skbaddr=A len=76 name=veth0
  ip_forward {
    net/net_dev_queue skbaddr=A len=90 name=veth1
    e:net/net_dev_start_xmit skb=A len=76 data_len=0 esp=4>2,7700,5
    net/net_dev_start_xmit skbaddr=A len=90 protocol=2048 name=veth1
    net/net_dev_xmit skbaddr=A len=90 rc=0 name=veth1
  }
}
p:skb_release_head_state skb=A

packets
1: rx A (exact) gen -1 esp in udp 10.0.0.1:4500>10.0.0.3:4500+40 spi 0x7700 number 5 (exact, event) x0 forwarded: sent on @1000..1100
  way veth0
  calls netif_receive_skb (exact)
  events net/netif_receive_skb, skb_release_head_state
2: tx A (exact) gen -1 esp in udp 4500>10.0.0.2:4500+40 spi 0x7700 number 5 (exact, event) x1 sent: net_dev_xmit rc 0 @1040..1070
  way veth0 veth1
  calls event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A:0+40
  edges loopback-same A (exact) 1

== no state has that SPI
machine
protocols all
tracing stopped
ipsec states 1

trace
has p:skb_release_head_state skb
cpu 0 softirq
netif_receive_skb {
  e:net/netif_receive_skb skb=A len=76 data_len=0 esp=1>3,7800,5
  net/netif_receive_skb skbaddr=A len=76 name=veth0
  ip_forward {
    net/net_dev_queue skbaddr=A len=90 name=veth1
    e:net/net_dev_start_xmit skb=A len=76 data_len=0 esp=1>2,7800,5
    net/net_dev_start_xmit skbaddr=A len=90 protocol=2048 name=veth1
    net/net_dev_xmit skbaddr=A len=90 rc=0 name=veth1
  }
}
p:skb_release_head_state skb=A

packets
1: rx A (exact) gen -1 udp 10.0.0.1:4500>10.0.0.3:4500+48 (exact, event) x0 forwarded: sent on @1000..1100
  way veth0
  calls netif_receive_skb (exact)
  events net/netif_receive_skb, skb_release_head_state
2: tx A (exact) gen -1 udp 10.0.0.1:4500>10.0.0.2:4500+48 (exact, event) x1 sent: net_dev_xmit rc 0 @1040..1070
  way veth0 veth1
  calls event (exact)
  events net/net_dev_queue, net/net_dev_start_xmit, net/net_dev_xmit
  frames A:0+48
  edges loopback-same A (exact) 1
