# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2154
#
# For the lab guest (busybox sh): four sessions of iSCSI, to targets of the same kernel: one whose packets are lost until its
# pings get no answer, one whose command is aborted without one, one whose packets are lost right before the death, and one
# that is well. What the kernel says of them, and who waits. Uses $truth, step and fail of tests/lab/guest/init.

CONFIG=/tmp/config
IQN=iqn.2026-11.org.example:

# target NAME ADDRESS PORT COMMAND...: a portal listens in the namespace of who makes it.
target() {
	core=$CONFIG/target/core/rd_mcp_$3/$1
	group=$CONFIG/target/iscsi/$IQN$1/tpgt_1
	name=$1 portal=$2:$3
	shift 3
	mkdir -p "$core" "$group/lun/lun_0" &&
		echo rd_pages=2048 >"$core/control" &&
		echo 1 >"$core/enable" &&
		ln -s "$core" "$group/lun/lun_0/port0" &&
		echo 0 >"$group/attrib/authentication" &&
		echo 1 >"$group/attrib/generate_node_acls" &&
		echo 1 >"$group/attrib/cache_dynamic_acls" &&
		echo 0 >"$group/attrib/demo_mode_write_protect" &&
		"$@" mkdir "$group/np/$portal" &&
		echo 1 >"$group/enable" || step "no target $name"
}

# connect NAME ADDRESS PORT PING-SECONDS: 0 for none. Nobody logs in again: what the kernel knows stays.
connect() {
	/bin/iscsistart -i "${IQN}host" -t "$IQN$1" -g 1 -a "$2" -p "$3" \
		-P "node.conn[0].timeo.noop_out_interval=$4" -P "node.conn[0].timeo.noop_out_timeout=$4" \
		-P node.session.timeo.replacement_timeout=600 -P node.session.err_timeo.abort_timeout=600
}

# disk_of SESSION: its only one.
disk_of() {
	ls /sys/class/iscsi_session/session"$1"/device/target*/*/block
}

iscsi_connect() {
	mkdir -p $CONFIG
	mount -t configfs config $CONFIG
	peer="/bin/ip netns exec peer"
	target well 127.0.0.1 3263 env
	target lost 10.9.0.2 3260 $peer
	target silent 10.9.0.2 3261 $peer
	target aborts 10.9.0.2 3262 $peer
	connect well 127.0.0.1 3263 0 &&
		connect lost 10.9.0.2 3260 2 &&
		connect silent 10.9.0.2 3261 0 &&
		connect aborts 10.9.0.2 3262 0 || return
	for nr in 1 2 3 4; do
		until [ -n "$(disk_of $nr 2>/dev/null)" ]; do sleep 1; done
		disk=$(disk_of $nr)
		# Commands shall still be in time when the machine dies: all but those of one.
		echo 300 >"/sys/block/$disk/device/timeout"
		until /lab/direct read "/dev/$disk" 4096 0; do sleep 1; done
	done
	echo 3 >"/sys/block/$disk/device/timeout"
}

# waiter NAME ARGUMENTS...: direct I/O in the background, with its PID in the truth.
waiter() {
	name=$1
	shift
	/lab/direct "$@" &
	echo "$name $!" >>"$truth/iscsi-waiters"
}

# Both ways: the target pings, too, and gives up.
drop() { # PORT
	$peer /bin/nft add rule inet iscsi in tcp dport "$1" drop && /bin/nft add rule inet iscsi in tcp sport "$1" drop
}

iscsi_hang() {
	: >"$truth/iscsi-waiters"
	$peer /bin/nft add table inet iscsi &&
		$peer /bin/nft add chain inet iscsi in '{ type filter hook input priority 0; }' &&
		/bin/nft add table inet iscsi &&
		/bin/nft add chain inet iscsi in '{ type filter hook input priority 0; }' &&
		drop 3260 && drop 3262 || return
	waiter lost-reads read "/dev/$(disk_of 2)" 4096 8192
	waiter lost-writes write "/dev/$(disk_of 2)" 4096 16384
	waiter aborts-reads read "/dev/$(disk_of 4)" 4096 8192
	until grep -q FAILED /sys/class/iscsi_session/session2/state; do sleep 1; done
	waiter lost-late read "/dev/$(disk_of 2)" 4096 32768
	until grep -qs iscsi_eh_abort /proc/[0-9]*/stack; do sleep 1; done
	drop 3261 || return
	waiter silent-reads read "/dev/$(disk_of 3)" 4096 8192
	waiter silent-writes write "/dev/$(disk_of 3)" 8192 65536
	waiter silent-much read "/dev/$(disk_of 3)" 1048576 0
	sleep 3
	/lab/direct read "/dev/$(disk_of 1)" 4096 40960
}

iscsi_truth() {
	step "writing down the sessions and who waits for them"
	for dir in /sys/class/iscsi_session/session* /sys/class/iscsi_connection/connection*; do
		for file in "$dir"/*; do
			[ ! -f "$file" ] || echo "${dir##*/} ${file##*/} $(cat "$file" 2>/dev/null)"
		done
	done >"$truth/iscsi-sessions"
	for nr in 1 2 3 4; do
		disk=$(disk_of $nr)
		echo "session$nr disk $disk"
		echo "session$nr inflight $(cat /sys/block/"$disk"/inflight)"
		echo "session$nr device $(cat /sys/block/"$disk"/device/state)"
		for dir in /sys/class/iscsi_session/session$nr/device/../scsi_host/host*; do
			echo "session$nr host ${dir##*host} $(cat "$dir/state")"
		done
	done >"$truth/iscsi-disks"
	for file in /sys/kernel/debug/block/sd*/hctx*/busy /sys/kernel/debug/block/sd*/requeue_list \
		/sys/kernel/debug/block/sd*/hctx*/dispatch /sys/kernel/debug/block/sd*/sched/*list \
		/sys/kernel/debug/block/sd*/sched/dispatch*; do
		[ ! -e "$file" ] || sed "s|^|${file#/sys/kernel/debug/block/} |" "$file"
	done >"$truth/iscsi-requests"
	for pid in /proc/[0-9]*; do
		if grep -q "blkdev_\|iscsi_\|scsi_" "$pid/stack" 2>/dev/null; then
			echo "${pid#/proc/} $(cat "$pid/comm")" \
				"$(sed 's/.*\] //; s/+.*//' "$pid/stack" | tr '\n' ' ')"
		fi
	done >"$truth/iscsi-stacks"
	ss -tanpeimoO >"$truth/iscsi-ss"
}
