# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2154
#
# For the lab guest (busybox sh): tasks that sleep on sockets, and what the kernel says of them right before the
# machine dies. Uses $truth and step of tests/lab/guest/init.

# until_done COMMAND...: waits for it to succeed, up to a minute: a guest may be slow.
until_done() {
	for _ in $(seq 120); do
		"$@" && return
		sleep 0.5
	done
	echo "in vain: $*" >&2
	return 1
}

listens() { ip netns exec peer grep -q ":1B9E 00000000:0000 0A" /proc/net/tcp; } # 7070
both_write() { [ "$(wc -l <"$truth/writers")" = 2 ]; }

# Two devices: one loses its carrier, behind the other nobody answers ARP any more.
stuck_devices() {
	ip netns exec peer /lab/sleepers -l 7070 &
	for nr in 1 2; do
		ip link add wait$nr type veth peer name far$nr &&
			ip link set far$nr netns peer &&
			ip addr add 10.7$nr.0.1/24 dev wait$nr &&
			ip link set wait$nr up &&
			ip netns exec peer ip addr add 10.7$nr.0.2/24 dev far$nr &&
			ip netns exec peer ip link set far$nr up || return
	done
	echo 200 >/proc/sys/net/ipv4/neigh/wait2/mcast_solicit
	sleep 1
	until_done listens || return
	for nr in 1 2; do
		/lab/sleepers -w 10.7$nr.0.2 7070 >>"$truth/writers" &
	done
	until_done both_write || return
	sleep 1
	ip netns exec peer ip link set far1 down
	ip netns exec peer ip link set far2 arp off
	ip link set wait2 arp off
	ip link set wait2 arp on
	echo "10 20 100000" >/proc/sys/net/ipv4/tcp_mem # what is in use is pressure now
	touch /tmp/write-now
	sleep 4
}

sleep_on_sockets() {
	/lab/sleepers 10.9.0.77 7 >"$truth/sleepers"
	sleep 3
}

# The stack as the kernel unwinds it.
waiting_truth() {
	step "writing down what is stuck"
	for device in wait1 wait2; do
		echo "$device $(cat /sys/class/net/$device/carrier)"
	done >"$truth/carriers"
	cat /proc/net/arp >"$truth/arp"
	cat /proc/net/protocols >"$truth/protocols"
	step "writing down who sleeps where"
	while read -r name pid; do
		printf '%s %s %s ' "$name" "$pid" "$(cat "/proc/$pid/wchan")"
		sed 's/.*\] //; s/+.*//' "/proc/$pid/stack" | tr '\n' ' '
		echo
	done <"$truth/sleepers" >"$truth/sleeping"
}
