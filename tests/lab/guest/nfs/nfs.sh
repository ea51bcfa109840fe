# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2154
#
# For the lab guest (busybox sh): an NFS server that stops answering, one that goes on, and what the kernel says of the
# client right before the machine dies. Uses $truth, step and fail of tests/lab/guest/init.

RPC=/sys/kernel/debug/sunrpc

nfs_mount() { # ADDRESS PORT DIR MORE-OPTIONS
	mkdir -p "$3"
	/lab/nfspeer mount "$1:/" "$3" "vers=3,proto=tcp,mountproto=tcp,mountvers=3,nolock,hard,timeo=20,retrans=1\
,port=$2,mountport=$2,addr=$1,mountaddr=$1,$4"
}

# Attributes are asked for each time, or never: then the second call of a read is its READ.
nfs_mounts() {
	/bin/ip netns exec peer /lab/nfspeer serve 2049 &
	server=$!
	/lab/nfspeer serve 2050 &
	sleep 1
	nfs_mount 10.9.0.2 2049 /mnt/asks noac &&
		nfs_mount 10.9.0.2 2049 /mnt/keeps nosharecache,nocto,actimeo=600 &&
		nfs_mount 127.0.0.1 2050 /mnt/well noac || return
	for dir in /mnt/*; do
		ls "$dir" && cat "$dir/file" || return
	done
}

# waiter NAME COMMAND...: in the background, with its PID in the truth.
waiter() {
	name=$1
	shift
	"$@" &
	echo "$name $!" >>"$truth/nfs-waiters"
}

until_stopped() {
	until [ -e /tmp/stopped ]; do sleep 1; done
}

reads_later() {
	until_stopped
	read -r _ <&3
}

writes_later() {
	until_stopped
	echo hello
}

# The last call that is answered may still be of those before.
nfs_hang() {
	: >"$truth/nfs-waiters"
	waiter reads reads_later 3</mnt/keeps/another
	waiter writes writes_later >/mnt/keeps/third
	sleep 2
	kill -STOP "$server"
	sleep 1
	: >/tmp/stopped
	waiter stats /bin/busybox stat /mnt/asks/file
	waiter lists /bin/busybox ls /mnt/asks
	sleep 1
	waiter opens /bin/busybox cat /mnt/keeps/new
	sleep 12
	ls /mnt/well
}

nfs_truth() {
	step "writing down the calls that wait"
	cat /proc/self/mountstats >"$truth/mountstats"
	cat /proc/net/rpc/nfs >"$truth/rpc-nfs"
	for dir in $RPC/rpc_clnt/*; do
		sed "s/^/${dir##*/} /" "$dir/tasks"
	done >"$truth/rpc-tasks"
	for dir in $RPC/rpc_xprt/*; do
		sed "s/^/${dir##*/} /" "$dir/info"
	done >"$truth/rpc-xprts"
	for dir in $RPC/rpc_clnt/*; do
		for link in "$dir"/xprt*; do
			echo "${dir##*/} $(readlink "$link")"
		done
	done >"$truth/rpc-clients"
	for file in /sys/kernel/sunrpc/xprt-switches/*/xprt-*/*; do
		sed "s|^|${file#/sys/kernel/sunrpc/xprt-switches/} |" "$file"
	done >"$truth/rpc-sysfs" 2>/dev/null
	for pid in /proc/[0-9]*; do
		if grep -q "rpc_wait\|nfs_" "$pid/stack" 2>/dev/null; then
			echo "${pid#/proc/} $(cat "$pid/comm")" \
				"$(sed 's/.*\] //; s/+.*//' "$pid/stack" | tr '\n' ' ')"
		fi
	done >"$truth/nfs-stacks"
}
