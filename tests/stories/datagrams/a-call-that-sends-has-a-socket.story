By a probe on it, before its frame or in it; what it writes counts where several calls write one datagram
(copies_test.c).

machine
protocols udp
tracing stopped

trace
cpu 0 pid 7
udp_sendmsg {
  p:udp_sendmsg sk=&another len=20
  p:udp_push_pending_frames sk=&another
  udp_push_pending_frames;
}
p:udp_push_pending_frames sk=&a_socket
udp_push_pending_frames {
  net/net_dev_queue skbaddr=A len=50 name=eth0
  net/net_dev_start_xmit skbaddr=A len=50 protocol=2048 name=eth0
  net/net_dev_xmit skbaddr=A len=50 rc=0 name=eth0
}

packets
1: tx A (nested) udp ? x1 sent: net_dev_xmit rc 0 @1060..1110
  way eth0
  socket a_socket
  calls udp_push_pending_frames (exact)
  frames A
