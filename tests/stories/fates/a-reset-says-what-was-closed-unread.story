The kernel says why it resets: data was there that nobody had read. The frees come later.

machine
enum skb_drop_reason SKB_DROP_REASON_NOT_SPECIFIED 2
enum skb_drop_reason SKB_DROP_REASON_TCP_OLD_SEQUENCE 30
enum skb_drop_reason SKB_DROP_REASON_MAX 99
enum sk_rst_reason SK_RST_REASON_TCP_ABORT_ON_CLOSE 7
enum sk_rst_reason SK_RST_REASON_TCP_ABORT_ON_LINGER 8

trace
cpu 1 pid 100
skb/skb_copy_datagram_iovec skbaddr=Q len=5
has p:skb_release_head_state skb
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10
    tcp_queue_rcv;
  }
}
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=B len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=B tcp=1001>2002,PA,110,7,10
    tcp_queue_rcv;
  }
}
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=C len=50
  tcp_v4_rcv {
    p:tcp_v4_rcv skb=C tcp=1001>2002,PA,120,7,10
    kfree_skb_partial {
      p:skb_release_head_state skb=C
    }
  }
}
cpu 1 pid 100
skb/skb_copy_datagram_iovec skbaddr=A len=10
cpu 1 pid 100
__tcp_transmit_skb {
  net/net_dev_queue skbaddr=R len=66 name=eth0
  e:net/net_dev_start_xmit skb=R tcp=2002>1001,RA,7,130,0
  net/net_dev_start_xmit skbaddr=R len=66 protocol=0x800 name=eth0
  net/net_dev_xmit skbaddr=R rc=0 name=eth0
}
tcp/tcp_send_reset skbaddr=0 family=2 saddr=2 daddr=1 sport=2002 dport=1001 reason=7
cpu 0 softirq
p:skb_release_head_state skb=A
p:skb_release_head_state skb=B

packets
1: rx A (exact) gen -1 tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 delivered: skb_copy_datagram_iovec len 10 @1010..1340
  calls netif_receive_skb (exact), event (exact)
  events net/netif_receive_skb, skb/skb_copy_datagram_iovec, skb_release_head_state
2: rx B (exact) gen -1 tcp 1001>2002 P. 110+10 ack 7 (exact, event) x0 dropped: unread when its socket was closed: so says the reset that was sent @1090..1350
  calls netif_receive_skb (exact)
  events net/netif_receive_skb, skb_release_head_state
  dropped - evidence: unread when its socket was closed: so says the reset that was sent
3: rx C (exact) gen -1 tcp 1001>2002 P. 120+10 ack 7 (exact, event) x0 dropped: unread when its socket was closed, in the skb that it was coalesced into @1170..1250
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  edges coalesced-into B (derived) 2
  dropped - evidence: unread when its socket was closed, in the skb that it was coalesced into
4: tx R (nested) gen 0 tcp 2002>1001 R. 7+0 ack 130 (exact, event) x1 of 1 sent: net_dev_xmit rc 0 @1270..1320
  way eth0
  calls __tcp_transmit_skb (nested)
  frames R:7+0
