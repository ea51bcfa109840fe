# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# For the lab guest (busybox sh): a route whose lookup never ends. With tests/lab/guest/stuck.

watch_closely() {
	echo 4 >/proc/sys/kernel/watchdog_thresh
	echo 1 >/proc/sys/kernel/softlockup_panic
}

stuck_in_route() {
	watch_closely
	for metric in 1 2 3; do
		ip route add 198.51.100.0/24 tos 0x10 metric $metric dev eth0 || return
	done
	insmod /lab/routemod.ko || return
	ping -c 1 198.51.100.1 &
}

stuck_in_hops() { # route|group NR
	watch_closely
	/lab/hops "$@" veth0 || return
	insmod /lab/hopmod.ko how="$1" nr="$2" &
}

stuck_in_route_hops() { stuck_in_hops route 4000; }
stuck_in_group_hops() { stuck_in_hops group 4000; }

# None of them leads to lo.
stuck_in_routes6() {
	watch_closely
	for metric in 11 12 13 14; do
		ip -6 route add 2001:db8:1::/64 metric $metric dev veth0 || return
	done
	insmod /lab/route6mod.ko how=routes || return
	ip -6 route get 2001:db8:1::1 oif lo &
}

stuck_in_exceptions6() {
	watch_closely
	ip -6 route add 2001:db8:1::/64 via fd09::2 dev veth0 || return
	insmod /lab/route6mod.ko how=exceptions &
}

stuck_in_nexthop6() {
	watch_closely
	ip -6 nexthop add id 7 via fd09::2 dev veth0 || return
	ip -6 route add 2001:db8:1::/64 nhid 7 || return
	insmod /lab/route6mod.ko how=exceptions &
}

stuck_in_siblings6() {
	watch_closely
	ip -6 route add 2001:db8:1::/64 nexthop via fd09::2 dev veth0 nexthop via fd09::3 dev veth0 \
		nexthop via fd09::4 dev veth0 || return
	insmod /lab/route6mod.ko how=siblings &
}
