# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2154
#
# For the lab guest (busybox sh): tasks that sleep on unix and netlink sockets, and what the kernel says of them right before
# the machine dies. Uses $truth and step of tests/lab/guest/init.

# A cgroup as a container runtime makes one, with all of the above in it.
in_a_container() {
	mkdir -p /tmp/cgroup && mount -t cgroup2 none /tmp/cgroup &&
		mkdir -p "/tmp/cgroup/kubepods.slice/cri-containerd-$(printf 'ab%.0s' $(seq 32)).scope" &&
		echo 0 >"/tmp/cgroup/kubepods.slice/cri-containerd-$(printf 'ab%.0s' $(seq 32)).scope/cgroup.procs"
}

sleep_on_locals() {
	(in_a_container && exec /lab/locals) >"$truth/locals"
	sleep 2
}

# The stack as the kernel unwinds it.
locals_truth() {
	step "writing down who sleeps on unix and netlink sockets"
	grep -v '^message\|^unread' "$truth/locals" | while read -r name pid inode; do
		printf '%s %s %s %s ' "$name" "$pid" "$inode" "$(sed -n 's/^0:://p' "/proc/$pid/cgroup")"
		sed 's/.*\] //; s/+.*//' "/proc/$pid/stack" | tr '\n' ' '
		echo
	done >"$truth/locals-asleep"
}
