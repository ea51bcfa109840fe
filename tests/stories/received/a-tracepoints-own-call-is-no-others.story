Without static calls the tracepoint's own function is recorded around the event (arm64). What IP drops has its frames
all the same, another function between the two has not.

== the tracepoint's own function
trace
cpu 0 softirq
__netif_receive_skb_core {
  __traceiter_netif_receive_skb {
    net/netif_receive_skb skbaddr=A len=50
    e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,1,10
  }
  ip_rcv {
    skb/kfree_skb skbaddr=A location=&ip_rcv
    p:skb_release_head_state skb=A
  }
}

packets
1: rx A (exact) gen -1 tcp 1001>2002 P. 100+10 ack 1 (exact, event) x0 dropped: no reason recorded at ip_rcv+0x0/0x100 @1000..1090
  calls __netif_receive_skb_core (exact)
  events net/netif_receive_skb
  kfree_skb at ip_rcv
  dropped - unknown: the kernel gave no reason; ip_rcv freed it

== another function
trace
cpu 0 softirq
__netif_receive_skb_core {
  anothers_call {
    net/netif_receive_skb skbaddr=A len=50
    e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,1,10
  }
  ip_rcv {
    skb/kfree_skb skbaddr=A location=&ip_rcv
    p:skb_release_head_state skb=A
  }
}

packets
1: rx A (exact) gen -1 tcp 1001>2002 P. 100+10 ack 1 (exact, event) x0 dropped: no reason recorded at ip_rcv+0x0/0x100 @1020..1070
  calls event (exact)
  events net/netif_receive_skb, skb/kfree_skb, skb_release_head_state
  kfree_skb at ip_rcv
  dropped - unknown: the kernel gave no reason; ip_rcv freed it
