# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2154
#
# For the lab guest (busybox sh): clients of Ceph, file systems and images of RBD, each of a cluster of its own that is stuck
# somewhere: at the monitor, at the OSD or at the MDS. What the kernel says of them right before the machine dies. Uses
# $truth, step and fail of tests/lab/guest/init.

serve() { # ROLE PORT [OSD MDS] [NAME]
	role=$1 port=$2
	shift 2
	[ $# -lt 3 ] || set -- "$1" "$2" "/tmp/silent-$3"
	/bin/ip netns exec peer /lab/cephpeer "$role" 10.9.0.2 "$port" "$@" &
}

# waiter NAME COMMAND...: in the background, with its PID in the truth.
waiter() {
	name=$1
	shift
	/lab/cephpeer "$@" &
	echo "$name $! $(cut -d " " -f 1 /proc/uptime)" >>"$truth/ceph-waiters"
}

image() { # NAME PORT POOL
	waiter "$1" map "10.9.0.2:$2 name=admin $3 image"
}

files() { # NAME PORT
	mkdir -p "/mnt/$1"
	waiter "$1" mount 10.9.0.2:"$2":/ "/mnt/$1" name=admin
}

# until_said COUNT WORD FILE: that many files of debugfs by that name have WORD.
until_said() {
	tries=0
	until [ "$(cat /sys/kernel/debug/ceph/*/"$3" 2>/dev/null | grep -c "$2")" -ge "$1" ]; do
		[ $((tries += 1)) -lt 30 ] || return
		sleep 1
	done
}

# ceph_hang never|version: images wait for each other while one waits for a monitor. So the last of them waits until a
# monitor lets its client in, or for an answer of the one that has done so.
ceph_hang() {
	: >"$truth/ceph-waiters"
	serve mute 6789
	serve deaf 6801
	serve mute 6803
	serve osd 6805 /tmp/silent-disk
	serve monitor 6795 6805 0 map
	serve monitor 6790 6801 0 osd
	serve monitor 6791 6802 0 refused
	serve monitor 6792 6801 0 mute
	serve monitor 6793 6801 6803 mds
	serve monitor 6794 6801 0 lost
	lost=$!
	sleep 1
	/lab/cephpeer map "10.9.0.2:6795 name=admin,ro pool image" || return
	: >/tmp/silent-disk
	waiter disk read /dev/rbd0
	until_said 1 osd0 osdc || return
	image osd 6790 pool
	until_said 2 osd0 osdc || return
	image refused 6791 pool
	until_said 3 osd0 osdc || return
	image lost 6794 pool
	until_said 4 osd0 osdc || return
	image mute 6792 pool
	until_said 5 osd0 osdc || return
	if [ "$1" = version ]; then
		image version 6792 pool
		until_said 1 mon_get_version monc || return
	fi
	: >/tmp/silent-mute
	files mds 6793
	until_said 1 getattr mdsc || return
	kill -9 -- -$lost
	files nobody 6788
	[ "$1" != never ] || image never 6789 pool
	sleep 8
}

ceph_truth() {
	step "writing down the clients and who waits for them"
	mkdir -p "$truth/ceph"
	for client in /sys/kernel/debug/ceph/*; do
		for name in monc osdc mdsc monmap osdmap status; do
			[ ! -e "$client/$name" ] || cat "$client/$name" >"$truth/ceph/${client##*/}.$name"
		done
	done
	ss -tn >"$truth/ceph-ss"
	for pid in /proc/[0-9]*; do
		if grep -q "ceph\|rbd_\|blkdev_" "$pid/stack" 2>/dev/null; then
			echo "${pid#/proc/} $(cat "$pid/comm")" \
				"$(sed 's/.*\] //; s/+.*//' "$pid/stack" | tr '\n' ' ')"
		fi
	done >"$truth/ceph-stacks"
	dmesg | grep -i "ceph\|rbd" >"$truth/ceph-log"
}
