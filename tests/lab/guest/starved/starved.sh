# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# For the lab guest (busybox sh): a CPU that does not run its softirqs. What the module makes is on the console alone:
# truth/serial.log.

# Right before the end, when the truth is out. Less than RCU's limit, 21 s, and more than soft lockups', twice watchdog_thresh.
announce_pokes() {
	echo 4 >/proc/sys/kernel/watchdog_thresh
	echo -1 >/proc/sys/kernel/sched_rt_runtime_us
	taskset -p 1 $$ >/dev/null || fail taskset # all that follows has the other CPU
	insmod /lab/starvemod.ko many="${starve_many:-0}" || fail starvemod
	sleep 13
}
