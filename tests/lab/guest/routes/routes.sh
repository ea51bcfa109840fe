# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# For the lab guest (busybox sh): a route whose lookup never ends. With tests/lab/guest/stuck.

stuck_in_route() {
	echo 4 >/proc/sys/kernel/watchdog_thresh
	echo 1 >/proc/sys/kernel/softlockup_panic
	for metric in 1 2 3; do
		ip route add 198.51.100.0/24 tos 0x10 metric $metric dev eth0 || return
	done
	insmod /lab/routemod.ko || return
	ping -c 1 198.51.100.1 &
}
