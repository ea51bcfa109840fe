Function graph alone: what was sent before has no number to be known by, but that it was sent again is certain.

trace
cpu 0 softirq
tcp_write_timer_handler {
  tcp_send_loss_probe {
    __tcp_retransmit_skb {
      __tcp_transmit_skb {
        net/net_dev_queue skbaddr=A+ len=64 name=eth0
      }
    }
  }
}

packets
1: tx A+ (nested) tcp ? x0 retransmit unknown: given to a device's queue, no event of a driver was recorded @1030..1050
  way eth0
  calls __tcp_transmit_skb (nested) in __tcp_retransmit_skb in tcp_send_loss_probe in tcp_write_timer_handler
  again tlp unknown: tail loss probe; its numbers were not recorded, which would say what was sent before
