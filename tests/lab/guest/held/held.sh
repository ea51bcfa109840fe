# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2154
#
# For the lab guest (busybox sh): sockets of every family whose queues are stuck, and what ss and the kernel say of them right
# before the machine dies. Uses $truth and step of tests/lab/guest/init.

# A network where nobody answers, for as long as the machine lives.
hold_sockets() {
	echo 10 >/proc/sys/net/unix/max_dgram_qlen
	ip link add nl0 type veth peer name nl1 &&
		echo 600000 >/proc/sys/net/ipv4/neigh/nl0/retrans_time_ms &&
		ip addr add 10.66.0.1/24 dev nl0 && ip link set nl0 up && ip link set nl1 up || return
	/lab/held >"$truth/held" || return
	sleep 4
}

# In one order: what one of them opens, the next may list.
held_truth() {
	step "writing down the sockets of every family"
	for family in unix netlink packet raw udp; do
		case $family in
		unix) option=-x ;;
		netlink) option="-f netlink" ;;
		packet) option=-0 ;;
		raw) option=-w ;;
		udp) option=-u ;;
		esac
		# shellcheck disable=SC2086
		ss $option -anmiepHO >"$truth/held-ss-$family"
		# shellcheck disable=SC2086
		ip netns exec peer ss $option -anmiepHO >"$truth/held-ss-$family-peer"
	done
	ss -tlnmiepHO >"$truth/held-ss-tcp"
	cat /proc/net/unix >"$truth/held-proc-unix"
	cat /proc/net/netlink >"$truth/held-proc-netlink"
	while read -r name pid inode; do
		printf '%s %s %s ' "$name" "$pid" "$inode"
		sed 's/.*\] //; s/+.*//' "/proc/$pid/stack" | tr '\n' ' '
		echo
	done <"$truth/held" >"$truth/held-asleep"
}
