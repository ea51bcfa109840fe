nft's OUTPUT drops the clone, and no header was read. Numbers from 100 to 700 were those of the connection that lives
at the socket's address: 400 acknowledged bytes up to 500, and what was written behind them.

== its first byte
machine
socket S 2002>1001 established una=500 write=700 acked=400

trace
cpu 0 pid 100
__tcp_transmit_skb {
  p:__tcp_transmit_skb sk=&S skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18
  p:__copy_skb_header new=A+ old=A
  skb/kfree_skb skbaddr=A+ location=&nft_do_chain
}

packets
1: tx A+ (exact) tcp 2002>1001 P. 100+10 (derived, sock) x0 dropped: no reason recorded at nft_do_chain+0x0/0x100 @1000..1040
  socket S
  original A
  namespace 4026531840
  calls __tcp_transmit_skb (exact)
  edges fclone A (exact)
  kfree_skb at nft_do_chain
  dropped - unknown: the kernel gave no reason; nft_do_chain freed it

== the last acknowledged
machine
socket S 2002>1001 established una=500 write=700 acked=400

trace
cpu 0 pid 100
__tcp_transmit_skb {
  p:__tcp_transmit_skb sk=&S skb=A clone_it=1 cb_seq=499 cb_end_seq=509 cb_flags=0x18
  p:__copy_skb_header new=A+ old=A
  skb/kfree_skb skbaddr=A+ location=&nft_do_chain
}

packets
1: tx A+ (exact) tcp 2002>1001 P. 499+10 (derived, sock) x0 dropped: no reason recorded at nft_do_chain+0x0/0x100 @1000..1040
  socket S
  original A
  namespace 4026531840
  calls __tcp_transmit_skb (exact)
  edges fclone A (exact)
  kfree_skb at nft_do_chain
  dropped - unknown: the kernel gave no reason; nft_do_chain freed it

== the last written
machine
socket S 2002>1001 established una=500 write=700 acked=400

trace
cpu 0 pid 100
__tcp_transmit_skb {
  p:__tcp_transmit_skb sk=&S skb=A clone_it=1 cb_seq=690 cb_end_seq=700 cb_flags=0x18
  p:__copy_skb_header new=A+ old=A
  skb/kfree_skb skbaddr=A+ location=&nft_do_chain
}

packets
1: tx A+ (exact) tcp 2002>1001 P. 690+10 (derived, sock) x0 dropped: no reason recorded at nft_do_chain+0x0/0x100 @1000..1040
  socket S
  original A
  namespace 4026531840
  calls __tcp_transmit_skb (exact)
  edges fclone A (exact)
  kfree_skb at nft_do_chain
  dropped - unknown: the kernel gave no reason; nft_do_chain freed it

== of an earlier life of the socket's address: before it
machine
socket S 2002>1001 established una=500 write=700 acked=400

trace
cpu 0 pid 100
__tcp_transmit_skb {
  p:__tcp_transmit_skb sk=&S skb=A clone_it=1 cb_seq=98 cb_end_seq=108 cb_flags=0x18
  p:__copy_skb_header new=A+ old=A
  skb/kfree_skb skbaddr=A+ location=&nft_do_chain
}

packets
1: tx A+ (exact) tcp ? P. 98+10 x0 dropped: no reason recorded at nft_do_chain+0x0/0x100 @1000..1040
  socket S
  original A
  calls __tcp_transmit_skb (exact)
  edges fclone A (exact)
  kfree_skb at nft_do_chain
  dropped - unknown: the kernel gave no reason; nft_do_chain freed it

== of an earlier life: behind it
machine
socket S 2002>1001 established una=500 write=700 acked=400

trace
cpu 0 pid 100
__tcp_transmit_skb {
  p:__tcp_transmit_skb sk=&S skb=A clone_it=1 cb_seq=701 cb_end_seq=711 cb_flags=0x18
  p:__copy_skb_header new=A+ old=A
  skb/kfree_skb skbaddr=A+ location=&nft_do_chain
}

packets
1: tx A+ (exact) tcp ? P. 701+10 x0 dropped: no reason recorded at nft_do_chain+0x0/0x100 @1000..1040
  socket S
  original A
  calls __tcp_transmit_skb (exact)
  edges fclone A (exact)
  kfree_skb at nft_do_chain
  dropped - unknown: the kernel gave no reason; nft_do_chain freed it

== the control socket of resets stands in no table
machine
socket S 2002>1001 established una=500 write=700 acked=400 unhashed

trace
cpu 0 pid 100
__tcp_transmit_skb {
  p:__tcp_transmit_skb sk=&S skb=A clone_it=1 cb_seq=500 cb_end_seq=510 cb_flags=0x18
  p:__copy_skb_header new=A+ old=A
  skb/kfree_skb skbaddr=A+ location=&nft_do_chain
}

packets
1: tx A+ (exact) tcp ? P. 500+10 x0 dropped: no reason recorded at nft_do_chain+0x0/0x100 @1000..1040
  socket S
  original A
  calls __tcp_transmit_skb (exact)
  edges fclone A (exact)
  kfree_skb at nft_do_chain
  dropped - unknown: the kernel gave no reason; nft_do_chain freed it

== a listener has sent nothing
machine
socket S 2002>1001 listen una=500 write=700 acked=400

packets
1: tx A+ (exact) tcp ? P. 500+10 x0 dropped: no reason recorded at nft_do_chain+0x0/0x100 @1000..1040
  socket S
  original A
  calls __tcp_transmit_skb (exact)
  edges fclone A (exact)
  kfree_skb at nft_do_chain
  dropped - unknown: the kernel gave no reason; nft_do_chain freed it

== a TIME_WAIT has sent nothing
machine
socket S 2002>1001 time-wait una=500 write=700 acked=400

packets
1: tx A+ (exact) tcp ? P. 500+10 x0 dropped: no reason recorded at nft_do_chain+0x0/0x100 @1000..1040
  socket S
  original A
  calls __tcp_transmit_skb (exact)
  edges fclone A (exact)
  kfree_skb at nft_do_chain
  dropped - unknown: the kernel gave no reason; nft_do_chain freed it
