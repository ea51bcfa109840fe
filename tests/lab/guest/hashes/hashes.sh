# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# For the lab guest (busybox sh): hash chains, other than of connections, whose lookup never ends. With
# tests/lab/guest/stuck.

watch_closely() {
	echo 4 >/proc/sys/kernel/watchdog_thresh
	echo 1 >/proc/sys/kernel/softlockup_panic
}

stuck_in_udp() {
	watch_closely
	/lab/meeter udp /lab/udpmod.ko
}

stuck_in_conntrack() {
	watch_closely
	insmod /lab/ctmod.ko || return
	/lab/meeter conntrack /sys/module/ctmod/parameters/bend
}
