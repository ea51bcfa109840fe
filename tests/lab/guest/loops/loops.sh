# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2154
#
# For the lab guest (busybox sh): what a packet's lookups loop on. With tests/lab/guest/stuck.

watch_closely() {
	echo 4 >/proc/sys/kernel/watchdog_thresh
	echo 1 >/proc/sys/kernel/softlockup_panic
}

# fill_rules NR [MATCH]
fill_rules() {
	/lab/rules "$@" >"$truth/slow-rules"
}

fill_rules6() {
	/lab/rules6 "$@" >"$truth/slow-rules6"
}

stuck_in_rules6() {
	watch_closely
	ip -6 addr add fd07::7/128 dev lo nodad
	wget -q -O - "http://[fd07::7]:81/" &
}

stuck_in_rules() {
	watch_closely
	traffic wire/echo,count=3,size=500
}

stuck_in_hash_chain() {
	watch_closely
	/lab/looper /lab/loopmod.ko
}
