# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2154
#
# For the lab guest (busybox sh): a machine that dies of a CPU that is stuck, or of tasks that hang. Uses step and
# fail of tests/lab/guest/init, and stuck_by of the recipe. What the kernel says of it is on its console alone: truth/serial.log.

K=/proc/sys/kernel

# Right before the end init announces what the host shall poke. Nothing here: instead the machine dies in its own way.
announce_pokes() {
	step "dying"
	"$stuck_by" || fail "$stuck_by"
	sleep 80
	fail "nothing has panicked"
}

# A CPU is stuck when it has not scheduled for twice watchdog_thresh.
stuck_cpu() { # MODULE-PARAMETERS...
	echo 4 >$K/watchdog_thresh
	echo 1 >$K/softlockup_panic
	insmod /lab/stuckmod.ko "$@"
}

stuck_tasks() {
	echo 8 >$K/hung_task_timeout_secs
	echo 2 >$K/hung_task_check_interval_secs
	echo 1 >$K/hung_task_panic
	/lab/hanger /lab/stuckmod.ko >/dev/console &
}

# RCU complains before tasks have hung for too long.
stuck_expedited() {
	echo 4 >/sys/module/rcupdate/parameters/rcu_cpu_stall_timeout
	stuck_chains expedited 14
}

# A link is set when another has rtnl_mutex.
stuck_chains() { # HOW SECONDS
	echo "$2" >$K/hung_task_timeout_secs
	echo 2 >$K/hung_task_check_interval_secs
	echo -1 >$K/hung_task_warnings
	echo 1 >$K/hung_task_panic
	insmod /lab/stuckmod.ko how="$1"
	sleep 1
	# shellcheck disable=SC2016
	sh -c 'echo "pkttrace-chain: task=ip pid=$$ holds=- wants=rtnl_mutex" >/dev/console
		exec ip link set lo mtu 65000' &
}

# The limit is above that of pools of workers, 30 s, and above RCU's, 21 s.
stuck_spinning() { # QDISC MODULE-PARAMETERS...
	tc qdisc add dev veth0 root "$1"
	shift
	echo 16 >$K/watchdog_thresh
	echo 1 >$K/softlockup_panic
	insmod /lab/stuckmod.ko how=spin dev=veth0 "$@"
}

# RCU ends it: it waits until soft lockups were reported.
stuck_by_rcu() { # QDISC MODULE-PARAMETERS...
	stuck_spinning "$@"
	echo 0 >$K/softlockup_panic
	echo 45 >/sys/module/rcupdate/parameters/rcu_cpu_stall_timeout
	echo 1 >$K/panic_on_rcu_stall
}
