# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2154
#
# For the lab guest (busybox sh): a ruleset of nft in which one packet meets so many rules that its CPU is stuck. With
# tests/lab/guest/stuck.

# repeat NR RULE
repeat() {
	nr=$1
	shift
	while [ "$nr" -gt 0 ]; do
		echo "$*"
		nr=$((nr - 1))
	done
}

# The kernel walks all of it once when it is loaded, too, and may be preempted then.
slow_chains() {
	{
		echo "table inet slow {"
		echo "chain inner {"
		repeat "$1" counter
		echo "}"
		echo "chain middle {"
		repeat "$1" jump inner
		echo "}"
		echo "chain in {"
		repeat "$1" jump middle
		echo "}"
		echo "chain base { type filter hook input priority 0; iifname eth0 tcp sport 1234 jump in; }"
		echo "}"
	} >/tmp/slow.nft
	/bin/nft -f /tmp/slow.nft
	/bin/nft -a list table inet slow >"$truth/slow-chains"
}

stuck_in_chain() {
	echo 4 >/proc/sys/kernel/watchdog_thresh
	echo 1 >/proc/sys/kernel/softlockup_panic
	traffic wire/echo,count=3,size=500
}
