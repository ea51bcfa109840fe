# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154
#
# What recipes with parts="packets udp datagrams" share: datagrams that are cut and merged on their way (UDP_SEGMENT, GRO),
# copied to several sockets, collected (UDP_CORK) and refused. truth/bursts.jsonl has a line of each that was written or
# read. The namespace peer forwards to far, 10.9.8.2 and fd09:8::2.

# Beside those of udp.sh: what GRO puts on a list, the header of each frame before that, and whose a call that sends is.
datagrams_probes() {
	data=$(pkttrace-arm offsets | awk '$1 == "sk_buff.data" { print $2 }')
	put "p:lab/list skb_gro_receive_list p=\$arg1:x64 skb=\$arg2:x64" $T/kprobe_events
	for v in 4 6; do
		put "p:lab/gro$v udp${v}_gro_receive skb=\$arg2:x64 c=+0(+$data(\$arg2)):x8[64]" $T/kprobe_events
	done
	put "p:lab/snd4 udp_sendmsg sk=\$arg1:x64 len=\$arg3:u64" $T/kprobe_events
	put "p:lab/snd6 udpv6_sendmsg sk=\$arg1:x64 len=\$arg3:u64" $T/kprobe_events
	put "p:lab/psh4 udp_push_pending_frames sk=\$arg1:x64" $T/kprobe_events
	put "p:lab/psh6 udp_v6_push_pending_frames sk=\$arg1:x64" $T/kprobe_events
	for f in udp_sendmsg udpv6_sendmsg udp_push_pending_frames udp_v6_push_pending_frames; do
		put $f $T/set_graph_function
	done
	echo 1 >$T/events/lab/enable
}

bursts=$truth/bursts.jsonl

burst() { # send|wrong|cork WORDS
	what=$1
	shift
	/lab/bursts "$what" "$bursts" "$@"
}

burst_peer() {
	what=$1
	shift
	in_peer /lab/bursts "$what" "$bursts" "$@"
}

datagrams_far() {
	ip netns add far &&
		in_peer ip link add far0 type veth peer name far1 netns far &&
		in_peer ip addr add 10.9.8.1/24 dev far0 && in_peer ip -6 addr add fd09:8::1/64 dev far0 nodad &&
		in_peer ip link set far0 up &&
		ip netns exec far ip addr add 10.9.8.2/24 dev far1 &&
		ip netns exec far ip -6 addr add fd09:8::2/64 dev far1 nodad &&
		ip netns exec far ip link set far1 up &&
		ip netns exec far ip route add default via 10.9.8.1 &&
		ip netns exec far ip -6 route add default via fd09:8::1 &&
		ip route add 10.9.8.0/24 via 10.9.0.2 && ip -6 route add fd09:8::/64 via fd09::2 &&
		capture peer far0 far1 && capture far far1 far0 &&
		in_peer sh -c 'echo 1 >/proc/sys/net/ipv4/ip_forward; echo 1 >/proc/sys/net/ipv6/conf/all/forwarding'
}

# All readers are there before tracing begins.
datagrams_setup() {
	datagrams_far || return
	for to in 10.9.0.2 fd09::2; do
		burst_peer listen $to 6001 && burst_peer listen $to 6002 gro || return
	done
	for to in 127.0.0.1 ::1; do
		burst listen $to 6001 && burst listen $to 6002 gro || return
	done
	for to in 10.9.8.2 fd09:8::2; do
		ip netns exec far /lab/bursts listen "$bursts" $to 6003 &&
			ip netns exec far /lab/bursts listen "$bursts" $to 6004 gro || return
	done
	# Two members there that read, one that does not, one here.
	for to in 239.1.2.3 ff15::1234; do
		burst_peer listen $to 6010 device=veth1 && burst_peer listen $to 6010 device=veth1 &&
			burst_peer hold $to 6010 device=veth1 && burst listen $to 6010 device=veth0 || return
	done
	for to in 10.9.0.2 fd09::2; do
		burst_peer hold $to 6020 size=4000 && burst_peer hold $to 6021 || return
	done
	# A CPU takes a megabyte without asking whether that is too much: three are in use.
	echo 4000000 >/proc/sys/net/core/rmem_max
	burst hold 127.0.0.1 6022 size=4000000 || return
	# shellcheck disable=SC2046
	/lab/bursts send /dev/null 127.0.0.1 6022 $(yes 60000 | head -n 60)
}

feature() { attempt /lab/bursts feature "$@"; }

# The device cuts nothing: the kernel does, before it.
cut_before() {
	for name in tx-udp-segmentation tx-tcp-segmentation tx-tcp6-segmentation tx-tcp-ecn-segmentation \
		tx-tcp-mangleid-segmentation tx-sctp-segmentation; do
		feature veth0 $name "$1"
	done
}

datagrams_traffic() {
	for to in 127.0.0.1 ::1 10.9.0.2 fd09::2; do
		burst send $to 6001 segment=1000 4300 500 && burst send $to 6002 segment=1000 4300 500 || return
	done
	attempt burst send 10.0.2.2 9 segment=400 1500 # the wire; before 6.11 a card that adds no checksum takes none
	ping -c 1 10.9.0.2 >/dev/null && ping -c 1 fd09::2 >/dev/null || return
	cut_before off
	attempt in_peer /lab/bursts feature veth1 rx-gro on
	for to in 10.9.0.2 fd09::2; do
		burst send $to 6001 segment=1000 4400 && burst send $to 6002 segment=1000 4400 || return
	done
	attempt in_peer /lab/bursts feature veth1 rx-udp-gro-forwarding on
	for to in 10.9.8.2 fd09:8::2; do
		burst send $to 6003 segment=1000 4500 && burst send $to 6004 segment=1000 4500 || return
	done
	attempt in_peer /lab/bursts feature veth1 rx-udp-gro-forwarding off
	attempt in_peer /lab/bursts feature veth1 rx-gro-list on
	for to in 10.9.8.2 fd09:8::2; do
		burst send $to 6003 segment=1000 4600 && burst send $to 6004 segment=1000 4600 || return
	done
	for to in 10.9.0.2 fd09::2; do
		burst send $to 6001 segment=1000 4700 || return
	done
	attempt in_peer /lab/bursts feature veth1 rx-gro-list off
	attempt in_peer /lab/bursts feature veth1 rx-gro off
	cut_before on
	burst send 239.1.2.3 6010 device=veth0 100 200 && burst send ff15::1234 6010 device=veth0 100 200 || return
	burst cork 10.9.0.2 6001 200 300 500 0 && burst cork fd09::2 6001 200 300 500 0 || return
	/lab/bursts cork "$bursts" 10.9.0.2 6001 210 310 510 &
	/lab/bursts cork "$bursts" fd09::2 6001 210 310 &
	datagrams_refused
	sleep 0.5
}

# A wrong checksum; a receive buffer that is full; no memory for UDP.
datagrams_refused() {
	burst wrong 10.9.0.2 6001 300 301 && burst wrong fd09::2 6001 300 || return
	burst send 10.9.0.2 6020 1000 1000 1000 1000 1000 1000 && burst send fd09::2 6020 1000 1000 1000 1000 1000 1000 || return
	mem=$(cat /proc/sys/net/ipv4/udp_mem) min=$(cat /proc/sys/net/ipv4/udp_rmem_min)
	echo 0 0 0 >/proc/sys/net/ipv4/udp_mem
	echo 1 >/proc/sys/net/ipv4/udp_rmem_min
	burst send 10.9.0.2 6021 1400 && burst send fd09::2 6021 1400 || return
	sleep 0.2
	echo "$mem" >/proc/sys/net/ipv4/udp_mem
	echo "$min" >/proc/sys/net/ipv4/udp_rmem_min
}

datagrams_truth() {
	for f in udp udp6 snmp snmp6 igmp igmp6; do
		cat /proc/net/$f >"$truth/net-$f-datagrams"
		in_peer cat /proc/net/$f >"$truth/net-$f-datagrams-peer"
		ip netns exec far cat /proc/net/$f >"$truth/net-$f-datagrams-far"
	done
	ss -uamieH >"$truth/ss-udp"
	in_peer ss -uamieH >"$truth/ss-udp-peer"
	# Of two other namespaces, one list.
	for f in udp udp6; do
		sed 1d "$truth/net-$f-datagrams-far" >>"$truth/net-$f-datagrams-peer"
	done
	ip netns exec far ss -uamieH >>"$truth/ss-udp-peer"
}
