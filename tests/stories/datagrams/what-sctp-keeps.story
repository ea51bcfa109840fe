What SCTP has taken lives until its data was read; consume_skb says of neither that it was.

machine
protocols sctp
tracing stopped

trace
has p:skb_release_head_state skb
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=50 name=eth0
  ip_local_deliver {
    sctp_rcv {
      skb/consume_skb skbaddr=A
      p:skb_release_head_state skb=A
    }
  }
}
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=B len=50 name=eth0
  ip_local_deliver {
    sctp_rcv {
    }
  }
}
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=C len=50 name=eth0
  ip_local_deliver {
    sctp_rcv {
    }
  }
}
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=D len=50 name=eth0
  ip_local_deliver {
    sctp_rcv {
      skb/kfree_skb skbaddr=D location=&sctp_rcv
      p:skb_release_head_state skb=D
    }
  }
}
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=E len=50 name=eth0
  ip_local_deliver {
    sctp_rcv {
      sctp_sf_tabort_8_4_8;
      skb/consume_skb skbaddr=E
      p:skb_release_head_state skb=E
    }
  }
}
cpu 1 pid 7
sctp_recvmsg {
  skb/consume_skb skbaddr=B
  p:skb_release_head_state skb=B
  sctp_backlog_rcv {
    skb/consume_skb skbaddr=C
    p:skb_release_head_state skb=C
  }
}

packets
1: rx A (exact) gen -1 sctp ? x0 consumed: taken by sctp_rcv @1000..1080
  way eth0
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
2: rx B (exact) gen -1 sctp ? x0 delivered: its reader gave it back @1090..1450
  way eth0
  calls netif_receive_skb (exact)
  events net/netif_receive_skb, skb_release_head_state
3: rx C (exact) gen -1 sctp ? x0 consumed: taken by sctp_rcv @1160..1480
  way eth0
  calls netif_receive_skb (exact)
  events net/netif_receive_skb, skb_release_head_state
4: rx D (exact) gen -1 sctp ? x0 dropped: no reason recorded at sctp_rcv+0x0/0x100 @1230..1310
  way eth0
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  kfree_skb at sctp_rcv
  dropped - unknown: the kernel gave no reason; sctp_rcv freed it
5: rx E (exact) gen -1 sctp ? x0 dropped: refused: answered with ABORT @1320..1420
  way eth0
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  dropped - evidence: refused: answered with ABORT
