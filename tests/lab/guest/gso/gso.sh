# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2154
#
# For the lab guest (busybox sh): packets that no kernel can cut into segments wait in qdiscs, and beside each one that can be cut.
# Uses $truth and step of tests/lab/guest/init.

# A dummy for each packet of gsomod.c, with a qdisc that keeps what it gets. What pulled sends goes through a program.
gso_networks() {
	nr=90
	for dev in whole merged copied pulled uneven shared; do
		ip link add $dev type dummy && echo 1 >/proc/sys/net/ipv6/conf/$dev/disable_ipv6 &&
			ip addr add 10.$nr.0.1/24 dev $dev && ip link set $dev up &&
			tc qdisc add dev $dev root netem delay 240s || return
		nr=$((nr + 1))
	done
	mount -t bpf bpf /sys/fs/bpf && /lab/puller /sys/fs/bpf/pull >"$truth/gso-program" &&
		tc qdisc add dev pulled clsact &&
		tc filter add dev pulled egress prio 1 bpf direct-action object-pinned /sys/fs/bpf/pull
}

gso() {
	step "sending packets that cannot be cut"
	insmod /lab/gsomod.ko
}

gso_truth() {
	dmesg | grep 'pkttrace-gso: ' >"$truth/gso-module"
	tc -s qdisc show >"$truth/gso-qdiscs"
}
