echo '4096' > buffer_size_kb
echo 'e:pkttrace/pk_rx net.netif_receive_skb skb=$skbaddr:x64 len=$len:u32 data_len=+116($skbaddr):u32 proto=+180($skbaddr):u16 dev=$name:string ip=+0(+208($skbaddr)):x64[7] ip_p=+9(+208($skbaddr)):u8 ip6_nxt=+6(+208($skbaddr)):u8' >> dynamic_events
echo 'e:pkttrace/pk_tx net.net_dev_start_xmit skb=$skbaddr:x64 len=$len:u32 data_len=$data_len:u32 protocol=$protocol:u16 noff=$network_offset:s32 gso_segs=$gso_segs:u16 dev=$name:string ip=+14(+208($skbaddr)):x64[7] ip_p=+23(+208($skbaddr)):u8 ip6_nxt=+20(+208($skbaddr)):u8 if network_offset == 14' >> dynamic_events
echo 'e:pkttrace/pk_txl net.net_dev_start_xmit skb=$skbaddr:x64 len=$len:u32 data_len=$data_len:u32 protocol=$protocol:u16 noff=$network_offset:s32 gso_segs=$gso_segs:u16 dev=$name:string ip=+0(+208($skbaddr)):x64[7] ip_p=+9(+208($skbaddr)):u8 ip6_nxt=+6(+208($skbaddr)):u8 if network_offset == 0' >> dynamic_events
echo 'e:pkttrace/pk_drop skb.kfree_skb skb=$skbaddr:x64 location=$location:x64 reason=$reason:u32 protocol=$protocol:u16 head=+200($skbaddr):x64 data=+208($skbaddr):x64 len=+112($skbaddr):u32 data_len=+116($skbaddr):u32 nh=+184($skbaddr):u16 ip=-56(+208($skbaddr)):x64[16]' >> dynamic_events
echo 'panic:traceoff' >> set_ftrace_filter
echo '(proto == 8 && ip_p == 6) || (proto == 56710 && ip6_nxt == 6)' > events/pkttrace/pk_rx/filter
echo '1' > events/pkttrace/pk_rx/enable
echo '(protocol == 0x0800 && ip_p == 6) || (protocol == 0x86dd && ip6_nxt == 6)' > events/pkttrace/pk_tx/filter
echo '1' > events/pkttrace/pk_tx/enable
echo '(protocol == 0x0800 && ip_p == 6) || (protocol == 0x86dd && ip6_nxt == 6)' > events/pkttrace/pk_txl/filter
echo '1' > events/pkttrace/pk_txl/enable
echo '1' > events/pkttrace/pk_drop/enable
echo '1' > events/skb/kfree_skb/enable
echo '1' > events/sock/inet_sock_set_state/enable
echo '1' > events/sock/sock_rcvqueue_full/enable
echo '1' > events/tcp/tcp_retransmit_skb/enable
echo '1' > events/tcp/tcp_retransmit_synack/enable
echo '1' > events/tcp/tcp_send_reset/enable
echo '1' > events/tcp/tcp_receive_reset/enable
echo '1' > events/tcp/tcp_destroy_sock/enable
echo '1' > tracing_on
