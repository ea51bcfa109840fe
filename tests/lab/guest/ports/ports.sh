# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# For the lab guest (busybox sh): chains of listeners and of ports that never end. With tests/lab/guest/stuck.

meet_bent() { # HOW
	echo 4 >/proc/sys/kernel/watchdog_thresh
	echo 1 >/proc/sys/kernel/softlockup_panic
	/lab/binder /lab/portmod.ko "$1"
}

stuck_in_listeners() { meet_bent listeners; }
stuck_in_ports() { meet_bent ports; }
stuck_in_owners() { meet_bent owners; }
stuck_in_owners_of_any() { meet_bent any; }
stuck_in_port_owners() { meet_bent port; }
