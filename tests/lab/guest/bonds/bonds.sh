# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2154
#
# For the lab guest (busybox sh): bonds and a bridge in states that matter. Uses $truth and step of tests/lab/guest/init.

# bond NETNS NAME MODE... SLAVES: the last two words are its slaves.
bond() {
	at=$1 name=$2
	shift 2
	words=
	while [ $# -gt 2 ]; do
		words="$words $1"
		shift
	done
	# shellcheck disable=SC2086
	ip -n "$at" link add "$name" type bond $words && ip -n "$at" link set "$1" master "$name" &&
		ip -n "$at" link set "$2" master "$name" && ip -n "$at" link set "$name" up
}

# lonely: 802.3ad, and nobody speaks LACP at the other end. agree and other: the two ends of one that does. silent: its ARP target does
# not answer. half: one of its links is down. stp7: two of its ports are one cable.
bonds_networks() {
	. /lab/beside.sh
	echo 1 >/proc/sys/net/ipv6/conf/default/disable_ipv6
	ip netns add here && ip netns add far || return
	for pair in l0 l1 m0 m1 s0 s1 h0 h1; do
		ip -n here link add $pair type veth peer name ${pair}e netns far || return
		case $pair in m?) ;; *) ip -n far link set ${pair}e up ;; esac
	done
	bond here lonely mode 802.3ad miimon 100 l0 l1 && bond here agree mode 802.3ad miimon 100 lacp_rate fast m0 m1 &&
		bond far other mode 802.3ad miimon 100 lacp_rate fast m0e m1e &&
		bond here silent mode active-backup arp_interval 200 arp_ip_target 10.60.0.9 s0 s1 &&
		ip -n here addr add 10.60.0.1/24 dev silent && bond here half mode active-backup miimon 100 h0 h1 || return
	ip -n here link add stp7 type bridge stp_state 1 forward_delay 200 hello_time 100 max_age 600 && ip -n here link set stp7 up &&
		ip -n here link add c0 type veth peer name c1 && ip -n here link set c0 master stp7 up && ip -n here link set c1 master stp7 up
}

bonds() {
	# what a container's tasks see
	ip netns exec far busybox unshare -u sh -c 'hostname web-0; exec sleep 1000' &
	ip -n far link set h1e down || return
	beside || return
	sleep 12 # an aggregator is chosen, a port forwards
	step "writing down bonds and bridges"
	for at in here far; do
		/bin/ip -n $at -d -j link show >"$truth/bonds-$at.json" || return
	done
	ip netns exec here cat /proc/net/bonding/lonely /proc/net/bonding/agree >"$truth/bonds-proc"
	beside_truth
}
