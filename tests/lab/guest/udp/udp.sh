# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154,SC2016
#
# What recipes with parts=udp share: probes that read UDP's and ICMP's headers, packets of all fates, and the kernel's own
# tables of them.

# Both families' headers behind skb->data, as bytes, and how much of the packet lies elsewhere; what pkttrace-arm's own
# probes pass over.
udp_probes() {
	if ! grep -q '<attached-group>' $T/README; then
		header_probes
		return
	fi
	data=$(pkttrace-arm offsets | awk '$1 == "sk_buff.data" { print $2 }')
	data_len=$(pkttrace-arm offsets | awk '$1 == "sk_buff.data_len" { print $2 }')
	put "e:lab/in net.netif_receive_skb a=\$skbaddr:x64 b=\$len:u32 g=+$data_len(\$skbaddr):u32 c=+0(+$data(\$skbaddr)):x8[64]" $T/dynamic_events
	put "e:lab/out net.net_dev_start_xmit a=\$skbaddr:x64 b=\$len:u32 g=+$data_len(\$skbaddr):u32 c=\$network_offset:s32 d=+0(+$data(\$skbaddr)):x8[64] e=\$protocol:u16" $T/dynamic_events
	echo 1 >$T/events/lab/enable
}

# Where there are no event probes (before 5.15): the functions that are given a packet, and those named.
header_probes() { # [MODULE:FUNCTION...]
	at="+$(pkttrace-arm offsets | awk '$1 == "sk_buff.data" { print $2 }')(\$arg1)"
	for f in ip_rcv ipv6_rcv loopback_xmit veth:veth_xmit virtio_net:start_xmit "$@"; do
		put "p:lab/${f#*:} $f skb=\$arg1:x64 c=+0($at):x8[64] d=+64($at):x8[64]" $T/kprobe_events
	done
	echo 1 >$T/events/lab/enable
}

# Of the neighbouring machine, which answers.
udp_peer() {
	ip netns exec peer /lab/datagrams serve :: 7 &
	/lab/datagrams serve :: 7 &
	sleep 0.2
}

udp_traffic() {
	for to in 127.0.0.1 ::1 10.9.0.2 fd09::2; do
		/lab/datagrams talk $to 7 3 400 || return
		/lab/datagrams talk $to 7 1 0 || return
		/lab/datagrams send $to 9 2 50 || return
		/lab/datagrams cork $to 7 1 200 || return
	done
	for to in 127.0.0.1 ::1; do
		/lab/datagrams hold $to 5001 4 700 || return
		/lab/datagrams hold $to 5002 12 1000 4000 || return
		/lab/datagrams filter $to 5003 2 300 || return
		/lab/datagrams close $to 5004 3 600 || return
	done
	# The wire: nobody is at the host's port; its address server does not know us.
	/lab/datagrams send 10.0.2.2 9 2 120 || return
	ping -c 2 10.0.2.2 >/dev/null
	ping -c 1 10.9.0.2 >/dev/null
	ping -c 1 fd09::2 >/dev/null
	sleep 0.3
}

# The sockets that are held: nothing changes them any more.
udp_truth() {
	for f in udp udp6 snmp snmp6; do
		cat /proc/net/$f >"$truth/net-$f-datagrams"
		ip netns exec peer cat /proc/net/$f >"$truth/net-$f-datagrams-peer"
	done
	ss -uamieH >"$truth/ss-udp"
	ip netns exec peer ss -uamieH >"$truth/ss-udp-peer"
}
