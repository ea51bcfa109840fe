# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154,SC2016
#
# What recipes with parts="udp fragments" share: datagrams larger than the devices' MTU, both ways, and fragments made by
# hand of which the others never come. The namespace peer waits for those until the dump; we give up after two seconds.

# Before tracing: how long to wait for fragments.
fragments_wait() {
	echo 2 >/proc/sys/net/ipv4/ipfrag_time
	echo 2 >/proc/sys/net/ipv6/ip6frag_time
	ip netns exec peer sh -c 'echo 900 >/proc/sys/net/ipv4/ipfrag_time; echo 900 >/proc/sys/net/ipv6/ip6frag_time'
}

# Those of udp.sh reach no port behind Ethernet's, IPv6's and a fragment's header.
fragments_probes() {
	if ! grep -q '<attached-group>' $T/README; then
		header_probes
		return
	fi
	data=$(pkttrace-arm offsets | awk '$1 == "sk_buff.data" { print $2 }')
	put "e:lab/in net.netif_receive_skb a=\$skbaddr:x64 b=\$len:u32 c=+0(+$data(\$skbaddr)):x8[64]" $T/dynamic_events
	put "e:lab/out net.net_dev_start_xmit a=\$skbaddr:x64 b=\$len:u32 c=\$network_offset:s32 d=+0(+$data(\$skbaddr)):x8[64] f=+64(+$data(\$skbaddr)):x8[16] e=\$protocol:u16" $T/dynamic_events
	echo 1 >$T/events/lab/enable
}

fragments_traffic() {
	for to in 10.9.0.2 fd09::2; do
		/lab/datagrams talk $to 7 2 4000 || return
		/lab/datagrams send $to 9 1 3000 || return
		/lab/datagrams cork $to 7 1 900 || return
		ping -c 1 -s 3500 $to >/dev/null
	done
	/lab/datagrams send 10.0.2.2 9 1 3000 || return
	id=4096
	for what in whole hole headless endless twice overlap; do
		id=$((id + 1))
		/lab/fragments 10.9.0.1 10.9.0.2 7 $id $what >>"$truth/fragments.jsonl" || return
		/lab/fragments fd09::1 fd09::2 7 $((id + 70000)) $what >>"$truth/fragments.jsonl" || return
		[ $what != twice ] || continue # which of two the error would quote, it does not say
		ip netns exec peer /lab/fragments 10.9.0.2 10.9.0.1 7 $id $what >>"$truth/fragments.jsonl" || return
		ip netns exec peer /lab/fragments fd09::2 fd09::1 7 $((id + 70000)) $what >>"$truth/fragments.jsonl" || return
	done
	sleep 4
}

# The namespaces' own counts, which nothing changes any more.
fragments_truth() {
	for f in snmp snmp6 sockstat sockstat6; do
		cat /proc/net/$f >"$truth/net-$f-fragments"
		ip netns exec peer cat /proc/net/$f >"$truth/net-$f-fragments-peer"
	done
}
