# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2154
#
# For the lab guest (busybox sh): packets that wait in sockets, and some that a module keeps to itself; page pools with
# pages in such packets. /proc/slabinfo and netlink's page pools are written down right before the machine dies. Uses
# $truth, step and note of tests/lab/guest/init.

SLABS_UDP=150 SLABS_UNIX=40 SLABS_PLAIN=70 SLABS_CLONED=9 SLABS_POOLED=30 SLABS_LEFT=12

# slabs_pair NET HERE THERE: a veth pair to the namespace peer, 10.9.NET.1 and .2; each end here has an XDP program
slabs_pair() {
	ip link add "$2" type veth peer name "$3" netns peer &&
		ip addr add "10.9.$1.1/24" dev "$2" &&
		ip link set dev "$2" xdpdrv pinned /sys/fs/bpf/pass &&
		ip link set "$2" up &&
		ip netns exec peer ip addr add "10.9.$1.2/24" dev "$3" &&
		ip netns exec peer ip link set "$3" up
}

# A veth that has packets for an XDP program copies them to pages of its pool. The pool of the second pair is shut
# down: it waits for the pages of packets that nobody reads.
slabs_pools() {
	mount -t bpf bpf /sys/fs/bpf && /lab/slabs pin /sys/fs/bpf/pass &&
		slabs_pair 75 xd0 xd1 && slabs_pair 76 xe0 xe1 &&
		/lab/slabs unread 10.9.75.1 7500 && /lab/slabs unread 10.9.76.1 7600 || return
	sleep 1
	ip netns exec peer /lab/slabs send 10.9.75.1 7500 $SLABS_POOLED 1000 &&
		ip netns exec peer /lab/slabs send 10.9.76.1 7600 $SLABS_LEFT 1000 || return
	sleep 1
	ip link set dev xe0 xdpdrv off
}

slabs_setup() {
	case $(uname -r) in
	5.*) ;;
	6.1.*) /lab/slabs live 64 ;;
	*) slabs_pools ;;
	esac
}

slabs_fill() {
	step "filling slabs"
	/lab/slabs unread 10.9.0.1 7000 && /lab/slabs unix $SLABS_UNIX || return
	ip netns exec peer /lab/slabs send 10.9.0.1 7000 $SLABS_UDP 300 || return
	insmod /lab/keeper.ko plain=$SLABS_PLAIN cloned=$SLABS_CLONED || return
	# pools that are shut down are warned of after a minute
	while [ "$(cut -d . -f 1 /proc/uptime)" -lt 90 ]; do sleep 1; done
}

slabs_truth() {
	step "writing down the slabs"
	/lab/slabs pools >"$truth/page-pools" || return
	cut -d . -f 1 /proc/uptime >"$truth/page-pools-uptime"
	cat /proc/slabinfo >"$truth/slabinfo"
}
