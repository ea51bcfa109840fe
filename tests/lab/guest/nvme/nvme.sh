# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2154
#
# For the lab guest (busybox sh): three NVMe controllers by TCP, on targets of the same kernel: one whose packets are lost
# until its keep-alive gives up, one whose packets are lost right before the death, and one that is well. What the kernel
# says of them, and who waits. Uses $truth, step and fail of tests/lab/guest/init.

CONFIG=/tmp/config
NQN=nqn.2026-11.org.example:

# subsystem NAME DISK: what a target exports.
subsystem() {
	mkdir -p "$CONFIG/nvmet/subsystems/$NQN$1/namespaces/1" &&
		echo 1 >"$CONFIG/nvmet/subsystems/$NQN$1/attr_allow_any_host" &&
		echo "/dev/$2" >"$CONFIG/nvmet/subsystems/$NQN$1/namespaces/1/device_path" &&
		echo 1 >"$CONFIG/nvmet/subsystems/$NQN$1/namespaces/1/enable"
}

# A port listens in the namespace of who gives it its first subsystem.
listen() { # ID ADDRESS PORT SUBSYSTEM COMMAND...
	port=$CONFIG/nvmet/ports/$1
	mkdir -p "$port" &&
		echo tcp >"$port/addr_trtype" &&
		echo ipv4 >"$port/addr_adrfam" &&
		echo "$2" >"$port/addr_traddr" &&
		echo "$3" >"$port/addr_trsvcid" || return
	name=$4
	shift 4
	"$@" ln -s "$CONFIG/nvmet/subsystems/$NQN$name" "$port/subsystems/$NQN$name"
}

connect() { # ADDRESS PORT SUBSYSTEM MORE-OPTIONS
	echo "transport=tcp,traddr=$1,trsvcid=$2,nqn=$NQN$3,hostnqn=${NQN}host,hostid=b8d2f5a0-4f0c-4c63-9a56-0d7f0d1b8a01,\
nr_io_queues=2,$4" >/dev/nvme-fabrics
}

nvme_connect() {
	mkdir -p $CONFIG
	mount -t configfs config $CONFIG
	mkdir $CONFIG/nullb/nullb1 $CONFIG/nullb/nullb2
	for disk in nullb1 nullb2; do
		echo 64 >$CONFIG/nullb/$disk/size
		echo 1 >$CONFIG/nullb/$disk/power
	done
	subsystem well nullb0 && subsystem lost nullb1 && subsystem silent nullb2 || return
	listen 1 127.0.0.1 4422 well env &&
		listen 2 10.9.0.2 4420 lost /bin/ip netns exec peer &&
		listen 3 10.9.0.2 4421 silent /bin/ip netns exec peer || return
	# Requests of the silent one shall still be in time when the machine dies.
	echo 120 >/sys/module/nvme_core/parameters/io_timeout
	connect 127.0.0.1 4422 well keep_alive_tmo=600 &&
		connect 10.9.0.2 4420 lost keep_alive_tmo=2,reconnect_delay=90 &&
		connect 10.9.0.2 4421 silent keep_alive_tmo=600 || return
	for nr in 0 1 2; do
		until /lab/direct read /dev/nvme${nr}n1 4096 0; do sleep 1; done
	done
}

# waiter NAME ARGUMENTS...: direct I/O in the background, with its PID in the truth.
waiter() {
	name=$1
	shift
	/lab/direct "$@" &
	echo "$name $!" >>"$truth/nvme-waiters"
}

drop() { # PORT
	/bin/ip netns exec peer /bin/nft add rule inet nvme in tcp dport "$1" drop
}

nvme_hang() {
	: >"$truth/nvme-waiters"
	/bin/ip netns exec peer /bin/nft add table inet nvme &&
		/bin/ip netns exec peer /bin/nft add chain inet nvme in '{ type filter hook input priority 0; }' &&
		drop 4420 || return
	waiter lost-reads read /dev/nvme1n1 4096 8192
	waiter lost-writes write /dev/nvme1n1 4096 16384
	until grep -q connecting /sys/class/nvme/nvme1/state; do sleep 1; done
	waiter lost-late read /dev/nvme1n1 4096 32768
	drop 4421 || return
	waiter silent-reads read /dev/nvme2n1 4096 8192
	waiter silent-writes write /dev/nvme2n1 8192 65536
	waiter silent-much read /dev/nvme2n1 3145728 0
	sleep 3
	/lab/direct read /dev/nvme0n1 4096 40960
}

nvme_truth() {
	step "writing down the controllers and who waits for them"
	for dir in /sys/class/nvme/nvme*; do
		for key in state transport address subsysnqn queue_count cntlid kato reconnect_delay; do
			[ ! -e "$dir/$key" ] || echo "${dir##*/} $key $(cat "$dir/$key")"
		done
	done >"$truth/nvme-controllers"
	for file in /sys/kernel/debug/block/nvme*/hctx*/busy /sys/kernel/debug/block/nvme*/requeue_list; do
		sed "s|^|${file#/sys/kernel/debug/block/} |" "$file"
	done >"$truth/nvme-requests"
	for pid in /proc/[0-9]*; do
		if grep -q "blkdev_\|nvme_" "$pid/stack" 2>/dev/null; then
			echo "${pid#/proc/} $(cat "$pid/comm")" \
				"$(sed 's/.*\] //; s/+.*//' "$pid/stack" | tr '\n' ' ')"
		fi
	done >"$truth/nvme-stacks"
	ss -tanpeimoO >"$truth/nvme-ss"
}
