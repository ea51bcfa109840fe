# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# For the lab guest (busybox sh): what a module keeps after it was freed. Uses accidents.sh, which lets the machine die.

# Messages of IPv6 might be at the address, and freed there.
quiet_ipv6() {
	for ns in "" "ip netns exec peer"; do
		$ns sh -c 'echo 1 >/proc/sys/net/ipv6/conf/all/disable_ipv6' || return
	done
	sleep 1
}

# Datagrams, of which the module's hook takes the first two, and frees the second, or changes it.
taken_skb() { # HOW NUMBER
	quiet_ipv6 && insmod /lab/deadmod.ko how="$1" && ip netns exec peer /lab/slabs send 10.9.0.1 9999 "$2" 300
}

dead_skb() {
	taken_skb skb 2
}

# Nobody reads the others, of which one is at its address.
dead_again() {
	/lab/slabs unread 10.9.0.1 9999 && taken_skb skb 20
}

dead_sock() { # PROTO
	insmod /lab/deadmod.ko how=sock proto="$1"
}

live_sock() {
	insmod /lab/deadmod.ko how=alive
}

freed_twice() {
	insmod /lab/deadmod.ko how=twice
}

no_slab_head() {
	echo 1 >/proc/sys/kernel/panic_on_warn
	taken_skb head 2
}
