What its socket has in memory is of its newest life.

== another socket ended
machine
socket S 2002>1001 established una=500 write=700 acked=400

trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=&S skb=A clone_it=0 cb_seq=200 cb_end_seq=210 cb_flags=0x18
tcp/tcp_destroy_sock skaddr=0x6000 sport=0 dport=0 saddr=0 daddr=0

packets
1: tx A (exact) tcp 2002>1001 P. 200+10 (derived, sock) x0 acked: the socket's snd_una has passed it @1000..1000
  socket S
  original A
  namespace 4026531840
  events __tcp_transmit_skb

== it ended
machine
socket S 2002>1001 established una=500 write=700 acked=400

trace
cpu 0 pid 100
p:__tcp_transmit_skb sk=&S skb=A clone_it=0 cb_seq=200 cb_end_seq=210 cb_flags=0x18
tcp/tcp_destroy_sock skaddr=&S sport=0 dport=0 saddr=0 daddr=0

packets
1: tx A (exact) tcp ? P. 200+10 x0 unknown: no event of a device's queue or driver was recorded @1000..1000
  socket S
  original A
  events __tcp_transmit_skb
