echo '4096' > buffer_size_kb
echo 'p:pkttrace/pk_out4 ip_finish_output2 skb=$arg3:x64 head=+192($arg3):x64 data=+200($arg3):x64 len=+112($arg3):u32 data_len=+116($arg3):u32 nh=+180($arg3):u16 proto=+176($arg3):u16 mark=+164($arg3):u32 ip_vhl=+0(+200($arg3)):u8 ip_len=+2(+200($arg3)):u16 ip_off=+6(+200($arg3)):u16 ip_p=+9(+200($arg3)):u8 ip_src=+12(+200($arg3)):u32 ip_dst=+16(+200($arg3)):u32 th_sport=+20(+200($arg3)):u16 th_dport=+22(+200($arg3)):u16 th_seq=+24(+200($arg3)):u32 th_ack=+28(+200($arg3)):u32 th_off_flags_win=+32(+200($arg3)):x32' >> dynamic_events
echo 'p:pkttrace/pk_out6 ip6_finish_output2 skb=$arg3:x64 head=+192($arg3):x64 data=+200($arg3):x64 len=+112($arg3):u32 data_len=+116($arg3):u32 nh=+180($arg3):u16 proto=+176($arg3):u16 mark=+164($arg3):u32 ip6_vtc=+0(+200($arg3)):u8 ip6_plen=+4(+200($arg3)):u16 ip6_nxt=+6(+200($arg3)):u8 ip6_src_hi=+8(+200($arg3)):x64 ip6_src_lo=+16(+200($arg3)):x64 ip6_dst_hi=+24(+200($arg3)):x64 ip6_dst_lo=+32(+200($arg3)):x64 th_sport=+40(+200($arg3)):u16 th_dport=+42(+200($arg3)):u16 th_seq=+44(+200($arg3)):u32 th_ack=+48(+200($arg3)):u32 th_off_flags_win=+52(+200($arg3)):x32' >> dynamic_events
echo 'p:pkttrace/pk_tx4 loopback_xmit skb=$arg1:x64 head=+192($arg1):x64 data=+200($arg1):x64 len=+112($arg1):u32 data_len=+116($arg1):u32 nh=+180($arg1):u16 proto=+176($arg1):u16 mark=+164($arg1):u32 ip_vhl=+14(+200($arg1)):u8 ip_len=+16(+200($arg1)):u16 ip_off=+20(+200($arg1)):u16 ip_p=+23(+200($arg1)):u8 ip_src=+26(+200($arg1)):u32 ip_dst=+30(+200($arg1)):u32 th_sport=+34(+200($arg1)):u16 th_dport=+36(+200($arg1)):u16 th_seq=+38(+200($arg1)):u32 th_ack=+42(+200($arg1)):u32 th_off_flags_win=+46(+200($arg1)):x32' >> dynamic_events
echo 'p:pkttrace/pk_tx4 virtio_net:start_xmit skb=$arg1:x64 head=+192($arg1):x64 data=+200($arg1):x64 len=+112($arg1):u32 data_len=+116($arg1):u32 nh=+180($arg1):u16 proto=+176($arg1):u16 mark=+164($arg1):u32 ip_vhl=+14(+200($arg1)):u8 ip_len=+16(+200($arg1)):u16 ip_off=+20(+200($arg1)):u16 ip_p=+23(+200($arg1)):u8 ip_src=+26(+200($arg1)):u32 ip_dst=+30(+200($arg1)):u32 th_sport=+34(+200($arg1)):u16 th_dport=+36(+200($arg1)):u16 th_seq=+38(+200($arg1)):u32 th_ack=+42(+200($arg1)):u32 th_off_flags_win=+46(+200($arg1)):x32' >> dynamic_events
echo 'p:pkttrace/pk_tx6 loopback_xmit skb=$arg1:x64 head=+192($arg1):x64 data=+200($arg1):x64 len=+112($arg1):u32 data_len=+116($arg1):u32 nh=+180($arg1):u16 proto=+176($arg1):u16 mark=+164($arg1):u32 ip6_vtc=+14(+200($arg1)):u8 ip6_plen=+18(+200($arg1)):u16 ip6_nxt=+20(+200($arg1)):u8 ip6_src_hi=+22(+200($arg1)):x64 ip6_src_lo=+30(+200($arg1)):x64 ip6_dst_hi=+38(+200($arg1)):x64 ip6_dst_lo=+46(+200($arg1)):x64 th_sport=+54(+200($arg1)):u16 th_dport=+56(+200($arg1)):u16 th_seq=+58(+200($arg1)):u32 th_ack=+62(+200($arg1)):u32 th_off_flags_win=+66(+200($arg1)):x32' >> dynamic_events
echo 'p:pkttrace/pk_tx6 virtio_net:start_xmit skb=$arg1:x64 head=+192($arg1):x64 data=+200($arg1):x64 len=+112($arg1):u32 data_len=+116($arg1):u32 nh=+180($arg1):u16 proto=+176($arg1):u16 mark=+164($arg1):u32 ip6_vtc=+14(+200($arg1)):u8 ip6_plen=+18(+200($arg1)):u16 ip6_nxt=+20(+200($arg1)):u8 ip6_src_hi=+22(+200($arg1)):x64 ip6_src_lo=+30(+200($arg1)):x64 ip6_dst_hi=+38(+200($arg1)):x64 ip6_dst_lo=+46(+200($arg1)):x64 th_sport=+54(+200($arg1)):u16 th_dport=+56(+200($arg1)):u16 th_seq=+58(+200($arg1)):u32 th_ack=+62(+200($arg1)):u32 th_off_flags_win=+66(+200($arg1)):x32' >> dynamic_events
echo 'p:pkttrace/pk_rcv4 tcp_v4_rcv skb=$arg1:x64 head=+192($arg1):x64 data=+200($arg1):x64 len=+112($arg1):u32 data_len=+116($arg1):u32 nh=+180($arg1):u16 proto=+176($arg1):u16 mark=+164($arg1):u32 netdev=+16($arg1):x64 ip_vhl=-20(+200($arg1)):u8 ip_len=-18(+200($arg1)):u16 ip_off=-14(+200($arg1)):u16 ip_p=-11(+200($arg1)):u8 ip_src=-8(+200($arg1)):u32 ip_dst=-4(+200($arg1)):u32 th_sport=+0(+200($arg1)):u16 th_dport=+2(+200($arg1)):u16 th_seq=+4(+200($arg1)):u32 th_ack=+8(+200($arg1)):u32 th_off_flags_win=+12(+200($arg1)):x32' >> dynamic_events
echo 'p:pkttrace/pk_rcv6 tcp_v6_rcv skb=$arg1:x64 head=+192($arg1):x64 data=+200($arg1):x64 len=+112($arg1):u32 data_len=+116($arg1):u32 nh=+180($arg1):u16 proto=+176($arg1):u16 mark=+164($arg1):u32 netdev=+16($arg1):x64 ip6_vtc=-40(+200($arg1)):u8 ip6_plen=-36(+200($arg1)):u16 ip6_nxt=-34(+200($arg1)):u8 ip6_src_hi=-32(+200($arg1)):x64 ip6_src_lo=-24(+200($arg1)):x64 ip6_dst_hi=-16(+200($arg1)):x64 ip6_dst_lo=-8(+200($arg1)):x64 th_sport=+0(+200($arg1)):u16 th_dport=+2(+200($arg1)):u16 th_seq=+4(+200($arg1)):u32 th_ack=+8(+200($arg1)):u32 th_off_flags_win=+12(+200($arg1)):x32' >> dynamic_events
echo 'panic:traceoff' >> set_ftrace_filter
echo 'ip_p == 6' > events/pkttrace/pk_out4/filter
echo '1' > events/pkttrace/pk_out4/enable
echo 'ip6_nxt == 6' > events/pkttrace/pk_out6/filter
echo '1' > events/pkttrace/pk_out6/enable
echo 'proto == 8 && ip_p == 6' > events/pkttrace/pk_tx4/filter
echo '1' > events/pkttrace/pk_tx4/enable
echo 'proto == 56710 && ip6_nxt == 6' > events/pkttrace/pk_tx6/filter
echo '1' > events/pkttrace/pk_tx6/enable
echo '1' > events/pkttrace/pk_rcv4/enable
echo '1' > events/pkttrace/pk_rcv6/enable
echo '1' > events/skb/kfree_skb/enable
echo '1' > events/sock/inet_sock_set_state/enable
echo '1' > events/sock/sock_rcvqueue_full/enable
echo '1' > events/tcp/tcp_retransmit_skb/enable
echo '1' > events/tcp/tcp_retransmit_synack/enable
echo '1' > events/tcp/tcp_send_reset/enable
echo '1' > events/tcp/tcp_receive_reset/enable
echo '1' > events/tcp/tcp_destroy_sock/enable
echo '1' > tracing_on
