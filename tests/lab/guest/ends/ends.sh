# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154,SC2016
#
# What recipes with parts="packets udp datagrams ends" share: datagrams, ICMP and tunnels of planted ends, each at a port or an
# address of its own (tests/lab/check-ends has the list). The namespace peer drops by a rule, far by a policy and by one of
# several rules. Both track connections; peer changes the source of what waits there for a link address, for ever.

# What waits for a link address, before any device sees it.
ends_probes() {
	data=$(pkttrace-arm offsets | awk '$1 == "sk_buff.data" { print $2 }')
	for v in "" 6; do
		put "p:lab/ip$v ip${v}_finish_output2 skb=\$arg3:x64 c=+0(+$data(\$arg3)):x8[64]" $T/kprobe_events
	done
	echo 1 >$T/events/lab/enable
}

ends_rules() {
	in_peer nft -f - <<-END || return
		table inet ends {
			chain in { type filter hook input priority 0; policy accept; udp dport 13 counter drop; }
			chain through { type filter hook forward priority 0; policy accept; udp dport 14 jump refuse; }
			chain refuse { counter drop; }
		}
		table ip nat {
			chain post { type nat hook postrouting priority 100; udp dport 27 snat to 10.9.8.1:5555; }
		}
	END
	nft -f - <<-END || return
		table ip ends {
			chain out { type filter hook output priority 0; policy accept; udp dport 15 counter drop; }
		}
	END
	ip netns exec far nft -f - <<-END
		table inet guard {
			chain early { type filter hook prerouting priority -50; policy accept; ct state invalid counter drop; udp dport 16 counter drop; }
			chain in { type filter hook input priority 0; policy drop; udp dport 7 accept; meta l4proto { icmp, icmpv6 } accept; }
		}
	END
}

# A network of one's own behind each address. Of vxlan and gre the ends differ in the number: nothing gets through.
ends_tunnels() {
	ip link add vxlant0 type vxlan id 42 dstport 4789 local 10.9.0.1 remote 10.9.0.2 &&
		ip addr add 10.9.52.1/24 dev vxlant0 && ip link set vxlant0 up &&
		in_peer ip link add vxlant1 type vxlan id 42 dstport 4789 local 10.9.0.2 remote 10.9.0.1 &&
		in_peer ip addr add 10.9.52.2/24 dev vxlant1 && in_peer ip link set vxlant1 up || return
	ip link add gret0 type gre key 5 local 10.9.0.1 remote 10.9.0.2 &&
		ip addr add 10.9.51.1/24 dev gret0 && ip link set gret0 up &&
		in_peer ip link add gret1 type gre key 6 local 10.9.0.2 remote 10.9.0.1 &&
		in_peer ip addr add 10.9.51.2/24 dev gret1 && in_peer ip link set gret1 up || return
	# There is no way to the other end.
	in_peer ip link add ipipt1 type ipip local 10.9.0.2 remote 10.200.0.1 &&
		in_peer ip addr add 10.9.50.2/24 dev ipipt1 && in_peer ip link set ipipt1 up || return
	capture - vxlant0 vxlant1 && capture peer vxlant1 vxlant0
	stacked veth0 vxlant0 gret0
	stacked veth1 vxlant1 gret1 ipipt1
}

ends_setup() {
	datagrams_far && ends_tunnels && ends_rules && udp_peer || return
	ip netns exec far /lab/datagrams serve :: 7 &
	in_peer sh -c 'echo 1 >/proc/sys/net/ipv4/conf/veth1/rp_filter; echo 100000 >/proc/sys/net/ipv4/neigh/far0/mcast_solicit'
	echo "0 2147483647" >/proc/sys/net/ipv4/ping_group_range
	in_peer /lab/ends encap 10.9.0.2 4500 &&
		in_peer /lab/bursts listen "$bursts" 239.1.2.3 6010 device=veth1 &&
		in_peer /lab/bursts hold "$bursts" 239.1.2.3 6010 device=veth1 || return
	for to in 10.9.0.2 fd09::2; do
		in_peer /lab/bursts listen "$bursts" $to 6001 && in_peer /lab/bursts hold "$bursts" $to 6020 size=4000 &&
			in_peer /lab/bursts hold "$bursts" $to 6030 || return
	done
	# Another machine's address, and one that nobody has.
	ip neigh add 10.9.0.66 lladdr 02:00:00:00:00:66 dev veth0 && sleep 0.3
}

# ends_counters SUFFIX: what the kernel counts
ends_counters() {
	for f in snmp snmp6; do
		cat /proc/net/$f >"$truth/net-$f-$1"
		in_peer cat /proc/net/$f >"$truth/net-$f-$1-peer"
		ip netns exec far cat /proc/net/$f >"$truth/net-$f-$1-far"
	done
}

ends_traffic() {
	ends_counters begin
	for to in 10.9.0.2 fd09::2; do
		/lab/datagrams talk $to 7 2 400 && /lab/datagrams send $to 9 1 50 && /lab/datagrams send $to 13 2 60 &&
			burst send $to 6020 1000 1000 1000 1000 1000 1000 && burst send $to 6030 500 600 &&
			burst wrong $to 6001 300 && burst cork $to 6001 200 300 500 0 && /lab/ends ask $to || return
		ping -c 1 $to >/dev/null || return
	done
	for to in 10.9.8.2 fd09:8::2; do
		/lab/datagrams talk $to 7 1 300 && /lab/datagrams send $to 14 1 70 && /lab/datagrams send $to 16 1 80 &&
			/lab/datagrams send $to 17 1 90 && /lab/ends ttl $to 18 1 || return
	done
	for to in 127.0.0.1 ::1; do
		/lab/datagrams filter $to 5003 2 300 && /lab/datagrams close $to 5004 3 600 || return
	done
	/lab/datagrams send 10.9.0.2 15 1 50 2>/dev/null # its sender is told
	burst send 239.1.2.3 6010 device=veth0 100 && burst send 239.1.2.9 6011 device=veth0 100 || return
	/lab/ends spoof 10.77.0.1 10.9.0.2 19 && /lab/ends short 10.9.0.2 20 && /lab/ends byte 10.9.0.2 4500 &&
		/lab/datagrams send 10.9.0.66 21 1 50 || return
	in_peer ip link set far0 mtu 1400
	ip route add 10.201.0.0/24 via 10.9.0.2
	/lab/ends ttl 10.9.8.2 22 9 1450 && /lab/ends ttl 10.201.0.1 23 9 || return
	/lab/ends wrong 10.9.0.2 4242 && /lab/ends reply 10.9.8.2 4243 || return
	/lab/ends vxlan 10.9.0.2 99
	/lab/datagrams talk 10.9.52.2 7 1 200 && /lab/datagrams send 10.9.51.2 24 1 100 || return
	in_peer /lab/datagrams send 10.9.50.1 25 1 100
	/lab/datagrams send 10.9.8.88 27 2 60
	# Nobody answers; after three seconds the datagram is given up.
	/lab/datagrams send 10.9.0.77 26 1 50
	sleep 4
	# More errors than a second may see.
	for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
		/lab/datagrams send 10.9.0.2 11 1 40
	done
	sleep 0.3
}

ends_truth() {
	ends_counters ends
	in_peer cat /proc/net/nf_conntrack >"$truth/conntrack-peer"
	nft -a list ruleset >"$truth/nft-ends"
	in_peer nft -a list ruleset >"$truth/nft-ends-peer"
	ip netns exec far nft -a list ruleset >"$truth/nft-ends-far"
}
