# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2154
#
# For the lab guest (busybox sh): four SMB servers: one that never answers a mount, one that falls silent while it has
# commands, one whose connection the client gives up and cannot make again, one that is well. What the kernel says of them
# right before the machine dies. Uses $truth, step and fail of tests/lab/guest/init.

serve() { # NAME PORT
	/bin/ip netns exec peer /lab/smbpeer serve "$2" "/tmp/silent-$1" &
}

mount_share() { # NAME PORT MORE-OPTIONS [VERSION]
	mkdir -p "/mnt/$1"
	exec /lab/smbpeer mount //10.9.0.2/share "/mnt/$1" "ip=10.9.0.2,port=$2,vers=${4:-2.1},sec=none,nodfs,hard,actimeo=0,$3"
}

# waiter NAME COMMAND...: in the background, with its PID in the truth.
waiter() {
	name=$1
	shift
	"$@" &
	echo "$name $!" >>"$truth/smb-waiters"
}

stat_of() {
	exec /bin/busybox stat "$1"
}

smb_mounts() {
	: >/tmp/silent-never
	serve never 4450
	serve mute 4451
	serve lost 4452
	serve well 4453
	sleep 1
	(mount_share well 4453 echo_interval=600) &&
		(mount_share mute 4451 echo_interval=600) &&
		(mount_share lost 4452 echo_interval=1) || return
	for name in well mute lost; do
		stat "/mnt/$name/directory" || return
	done
}

# $never_version, of the recipe: of SMB, as the mount option vers has it; nobody answers, so any will do.
# Mounts wait for each other: the one that is not answered comes last.
smb_hang() {
	: >"$truth/smb-waiters"
	: >/tmp/silent-lost
	waiter lost-first stat_of /mnt/lost/first
	waiter lost-second stat_of /mnt/lost/second
	: >/tmp/silent-mute
	waiter mute-first stat_of /mnt/mute/first
	sleep 1
	waiter mute-second stat_of /mnt/mute/second
	tries=0
	until grep -q "TCP status: 3" /proc/fs/cifs/DebugData; do
		[ $((tries += 1)) -lt 60 ] || return
		sleep 1
	done
	waiter never mount_share never 4450 echo_interval=600 "$never_version"
	sleep 3
	stat /mnt/well/another
}

smb_truth() {
	step "writing down the servers and who waits for them"
	cat /proc/fs/cifs/DebugData >"$truth/smb-debug"
	cat /proc/fs/cifs/Stats >"$truth/smb-stats"
	for pid in /proc/[0-9]*; do
		if grep -q "cifs\|smb2_" "$pid/stack" 2>/dev/null; then
			echo "${pid#/proc/} $(cat "$pid/comm")" \
				"$(sed 's/.*\] //; s/+.*//' "$pid/stack" | tr '\n' ' ')"
		fi
	done >"$truth/smb-stacks"
	ss -tanpeimoO >"$truth/smb-ss"
}
