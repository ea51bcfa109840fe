The functions of a hook in their order, without what interrupts it, frees the packet, or is called by them.

machine
tracing stopped

trace
cpu 0 softirq
netif_receive_skb {
  net/netif_receive_skb skbaddr=A len=50 name=eth0
  e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,10
  ip_rcv {
    nf_hook_slow {
      ipv4_conntrack_in;
    }
    ip_local_deliver {
      nf_hook_slow {
        nft_do_chain_inet {
          nft_do_chain;
        }
cpu 0 hardirq
        handle_irq_event;
cpu 0 softirq
        nft_do_chain_ipv4 {
          nft_do_chain;
        }
        kfree_skb_reason {
          skb/kfree_skb skbaddr=A location=&nf_hook_slow
        }
      }
    }
  }
}

packets
1: rx A (exact) tcp 1001>2002 P. 100+10 ack 7 (exact, event) x0 dropped: no reason recorded at nf_hook_slow+0x0/0x100 @1000..1260
  way eth0
  calls netif_receive_skb (exact)
  events net/netif_receive_skb
  kfree_skb at nf_hook_slow
  hook nft_do_chain_inet nft_do_chain_ipv4 in ip_local_deliver in ip_rcv
  dropped - place: a netfilter hook dropped it (nf_hook_slow): hook input, nft_do_chain_ipv4
