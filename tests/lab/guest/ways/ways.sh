# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2154
#
# For the lab guest (busybox sh): routes, rules and nexthops of every kind that `ip` prints, in the first namespace and in one
# named ways, and what `ip` printed of them right before the death. Uses $truth and step of tests/lab/guest/init.

ways_each() { # reads the rest of `ip` lines from stdin; NAMESPACE or nothing
	while read -r line; do
		# shellcheck disable=SC2086
		case $line in '' | '#'*) ;; *) ip ${1:+-n $1} $line || { step "ip $line"; return 1; } ;; esac
	done
}

ways_first() {
	ways_each <<-END
		link add way0 type dummy
		link add way1 type dummy
		link add way2 type dummy
		link add blue type vrf table 1010
		link add gone0 type veth peer name gone1
		link set way2 master blue
		addr add 10.70.0.1/24 dev way0
		addr add 10.71.0.1/24 dev way1
		addr add 10.72.0.1/24 dev way2
		addr add 10.73.0.1/24 dev gone0
		addr add 10.74.0.1 peer 10.74.0.2 dev way1
		-6 addr add fd70::1/64 dev way0 nodad
		-6 addr add fd71::1/64 dev way1 nodad
		-6 addr add fd72::1/64 dev way2 nodad
		link set way0 up
		link set way1 up
		link set way2 up
		link set blue up
		link set gone0 up
		route add 198.51.100.0/24 via 10.70.0.2 metric 50 mtu 1400 advmss 1300
		route add 198.51.100.0/24 via 10.71.0.2 metric 70 proto static
		route add 198.51.100.0/24 tos 0x10 via 10.71.0.3
		route add 198.51.100.64/26 dev way0 scope link src 10.70.0.1 proto 42
		route add 198.51.101.0/24 via 10.99.0.1 dev way0 onlink mtu lock 1300 initcwnd 20 quickack 1
		route add blackhole 203.0.113.0/25
		route add unreachable 203.0.113.128/26
		route add prohibit 203.0.113.192/26 metric 9
		route add throw 192.0.2.64/26 table 100
		route add 192.0.2.0/24 nexthop via 10.70.0.2 weight 2 nexthop via 10.71.0.2 weight 1
		route add 192.0.3.0/24 via 10.73.0.2
		nexthop add id 7 via 10.70.0.9 dev way0
		nexthop add id 8 via 10.71.0.9 dev way1
		nexthop add id 9 blackhole
		nexthop add id 20 group 7/8,3
		route add 198.18.0.0/24 nhid 7
		route add 198.18.1.0/24 nhid 20
		route add 198.18.2.0/24 via inet6 fd71::9 dev way1
		route add 198.18.3.0/24 nhid 9
		route add default via 10.71.0.2 table 100
		route add 10.99.0.0/16 dev way0 src 10.70.0.1 table 100 proto static
		route add default dev way0 table 1000
		route add 10.200.0.0/16 via 10.72.0.9 vrf blue
		rule add from 10.70.0.0/24 lookup 100 pref 100
		rule add fwmark 0x5/0xff lookup 100 pref 200
		rule add iif way1 lookup 100 pref 300
		rule add oif gone0 lookup 1000 pref 310
		rule add to 198.51.100.128/25 prohibit pref 400
		rule add to 198.51.102.0/24 goto 32766 pref 410
		rule add to 198.51.103.0/24 unreachable pref 420
		rule add to 198.51.104.0/24 blackhole pref 430
		rule add to 198.51.105.0/24 goto 5000 pref 440
		rule add not from all fwmark 0x9 lookup 1000 suppress_prefixlength 0 pref 500
		rule add from all tos 0x10 iif lo lookup 100 pref 510
		rule add iif none0 nop pref 520
		-6 route add 2001:db8:1::/48 via fd70::2
		-6 route add 2001:db8:1::/48 via fd71::2 metric 2000 proto static mtu 1400
		-6 route add 2001:db8:2::/48 nexthop via fd70::2 weight 2 nexthop via fd71::2
		-6 route add blackhole 2001:db8:3::/48
		-6 route add unreachable 2001:db8:4::/48
		-6 route add prohibit 2001:db8:5::/48
		-6 route add throw 2001:db8:6::/48
		-6 nexthop add id 30 via fd70::9 dev way0
		-6 nexthop add id 31 via fd71::9 dev way1
		nexthop add id 40 group 30,3/31
		-6 route add 2001:db8:7::/48 nhid 30
		-6 route add 2001:db8:8::/48 nhid 40
		-6 route add 2001:db8:9::/48 from fd70::/64 via fd71::5
		-6 route add 2001:db8:a::/48 dev way1 src fd71::1 pref high
		-6 route add default via fd71::2 table 100
		-6 rule add from fd70::/64 lookup 100 pref 100
		-6 rule add fwmark 0x5 lookup 100 pref 200
		-6 rule add to 2001:db8:b::/48 prohibit pref 300
	END
	echo 2 >/proc/sys/net/ipv6/conf/way1/use_tempaddr || return
	# What a source is chosen from: deprecated, temporary, of another label, of other prefixes.
	ways_each <<-END
		-6 addr add 2001:db8:70::1/64 dev way0 nodad
		-6 addr add 2001:db8:70::2/64 dev way0 nodad valid_lft forever preferred_lft 0
		-6 addr add 2001:db8:70:1::1/64 dev way0 nodad
		-6 addr add fd70:0:0:1::1/64 dev way0 nodad preferred_lft 0
		-6 addr add 2002:a00::1/16 dev way1 nodad
		-6 addr add 2001:db8:71::1/64 dev way1 nodad mngtmpaddr
		-6 addr add 2001:db8:72::1/64 dev blue nodad
		-6 addrlabel add prefix 2001:db8:70:1::/64 label 99
		-6 addrlabel add prefix 2001:db8:d::/48 label 99
		-6 addrlabel add prefix 2001:db8:e::/48 dev way1 label 5
		-6 route add 2001:db8:d::/48 via fd70::2
		-6 route add 2001:db8:e::/48 via fd71::2
		-6 route add 2001:db8:f::/48 via fd72::2 table 1010
	END
}

ways_second() {
	ip netns add ways && ways_each ways <<-END
		link set lo up
		link add in0 type dummy
		addr add 10.75.0.1/24 dev in0
		-6 addr add fd75::1/64 dev in0 nodad
		link set in0 up
		route add 10.80.0.0/16 via 10.75.0.2
		route add default via 10.75.0.9 table 200
		rule add uidrange 1000-2000 lookup 200 pref 32800
		rule add ipproto 6 dport 22-25 lookup 200 pref 32810
		rule add ipproto 17 sport 53 unreachable pref 32820
		rule add tun_id 7 lookup 200 pref 32830
	END
}

# `ip route get` of each line: what it printed, or the error.
ways_get() { # FILE NAMESPACE
	while read -r words; do
		# shellcheck disable=SC2086
		echo "> $words" && ip ${2:+-n $2} route get $words 2>&1
	done >"$truth/$1"
}

ways_truth_of() { # SUFFIX NAMESPACE
	for family in -4 -6; do
		# shellcheck disable=SC2086
		ip ${2:+-n $2} $family route show table all >"$truth/route$family$1"
		ip ${2:+-n "$2"} $family rule >"$truth/rule$family$1"
	done
	ip ${2:+-n "$2"} nexthop >"$truth/nexthop$1"
}

ways_truth() {
	step "writing down the routes"
	sleep 2
	ways_truth_of "" && ways_truth_of -ways ways && ways_truth_of -peer peer
	stat -L -c '%i %n' /proc/self/ns/net /run/netns/* >"$truth/route-netns"
	ways_get route-get <<-END
		8.8.8.8
		10.9.0.2
		10.9.0.1
		127.0.0.1
		10.70.0.255
		10.74.0.2
		198.51.100.7
		198.51.100.70
		198.51.100.200
		198.51.100.7 tos 0x10
		198.51.101.9
		198.51.102.1
		198.51.103.1
		198.51.104.1
		198.51.105.1
		203.0.113.1
		203.0.113.130
		203.0.113.200
		192.0.3.1
		198.18.0.5
		198.18.2.5
		198.18.3.5
		10.99.1.1
		10.99.1.1 from 10.70.0.1
		192.0.2.70 from 10.70.0.1
		10.99.1.1 mark 5
		9.9.9.9 mark 0x105
		9.9.9.9 mark 9
		9.9.9.9 from 10.9.0.77 iif way1
		10.99.1.1 oif gone0
		10.72.0.5 oif blue
		10.200.1.1 oif blue
		10.200.1.1 oif way2
		224.0.0.5
		192.0.2.9
		198.18.1.5
		2001:db8:1::1
		2001:db8:3::1
		2001:db8:4::1
		2001:db8:5::1
		2001:db8:6::1
		2001:db8:7::1
		2001:db8:9::1
		2001:db8:9::1 from fd70::1
		2001:db8:a::1
		2001:db8:b::1
		2001:db8:c::1
		2001:db8:c::1 from fd70::1
		2001:db8:c::1 mark 5
		fd70::1
		fd70::77
		fd72::77 oif blue
		::1
		2001:db8:2::1
		2001:db8:8::1
		2001:db8:d::1
		2001:db8:e::1
		2001:db8:f::1 oif blue
		2001:db8:72::1 oif blue
		2001:db8:70::99
		2001:db8:70::2
		2001:db8:70:1::99
		2001:db8:71::99
		2002:b00::1
		fd70:0:0:1::99
		fe80::99 oif way0
		ff02::1 oif way0
		ff05::2 oif way1
		ff0e::2 oif way0
		64:ff9b::808:808
	END
	ways_get route-get-ways ways <<-END
		10.80.1.1
		10.75.0.1
		8.8.8.8
		8.8.8.8 uid 1500
		8.8.8.8 ipproto 6 dport 23
		fd75::5
	END
}
