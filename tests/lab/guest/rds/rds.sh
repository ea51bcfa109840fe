# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2154
#
# For the lab guest (busybox sh): RDS by TCP to four addresses: one that is well, one whose packets are lost while messages
# wait, one that does not answer, one that has no route. What the kernel says of them right before the machine dies. Uses
# $truth, step and fail of tests/lab/guest/init.

peer() {
	/bin/ip netns exec peer "$@"
}

drop() { # ADDRESS
	peer /bin/nft add rule inet rds in ip daddr "$1" drop
}

# waiter NAME ARGUMENTS...: sends in the background, with its PID in the truth.
waiter() {
	name=$1
	shift
	/lab/rdspeer send "$@" &
	echo "$name $!" >>"$truth/rds-waiters"
}

rds_setup() {
	peer /bin/ip addr add 10.9.0.3/24 dev veth1
	peer /bin/ip addr add 10.9.0.4/24 dev veth1
	peer /bin/nft add table inet rds &&
		peer /bin/nft add chain inet rds in '{ type filter hook input priority 0; }' || return
	for address in 10.9.0.2 10.9.0.3; do
		peer /lab/rdspeer receive $address 4000 &
	done
	sleep 1
	/lab/rdspeer send 10.9.0.1 5002 10.9.0.2 4000 3 1000 && /lab/rdspeer send 10.9.0.1 5003 10.9.0.3 4000 3 1000
}

rds_hang() {
	: >"$truth/rds-waiters"
	sleep 5
	drop 10.9.0.3 && drop 10.9.0.4 || return
	waiter never-waits 10.9.0.1 5004 10.9.0.4 4000 100 20000
	waiter silent-waits 10.9.0.1 5005 10.9.0.3 4000 100 20000
	/bin/ip route add unreachable 10.9.0.5
	waiter lost-waits 10.9.0.1 5007 10.9.0.5 4000 100 20000
	sleep 1
	/lab/rdspeer send 10.9.0.1 5006 10.9.0.2 4000 3 1000
	sleep 8
}

rds_truth() {
	step "writing down the connections and who waits for them"
	/lab/rdspeer info >"$truth/rds-info"
	for pid in /proc/[0-9]*; do
		if grep -q "rds_" "$pid/stack" 2>/dev/null; then
			echo "${pid#/proc/} $(cat "$pid/comm")" \
				"$(sed 's/.*\] //; s/+.*//' "$pid/stack" | tr '\n' ' ')"
		fi
	done >"$truth/rds-stacks"
}
