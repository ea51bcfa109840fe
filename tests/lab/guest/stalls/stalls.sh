# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2154
#
# For the lab guest (busybox sh): connections whose route or device is taken away, whose device takes nothing more, or
# whose peer does not read; and a listener with all the requests that it may have, from hosts that are not there. Uses $truth, step and fail of tests/lab/guest/init.

# Two ways to the peer's namespace, 10.73.0.2 and 10.74.0.2.
stall_networks() {
	for nr in 3 4; do
		ip link add stall$nr type veth peer name far$nr netns peer &&
			ip addr add 10.7$nr.0.1/24 dev stall$nr &&
			ip link set stall$nr up &&
			ip netns exec peer ip addr add 10.7$nr.0.2/24 dev far$nr &&
			ip netns exec peer ip link set far$nr up || return
	done
	/bin/ip netns exec peer /lab/stalled -l 7070 &
	echo 0 >/proc/sys/net/ipv4/tcp_syncookies
	echo 12 >/proc/sys/net/ipv4/tcp_synack_retries
	# More than four requests would be pruned before their time (reqsk_timer_handler()).
	echo 3 >/proc/sys/net/core/somaxconn
	/lab/stalled -l 7079 &
	sleep 1
}

# The device may not read memory any more: what the driver hands over stays in its ring, until that is full.
stop_eth0() {
	for slot in /sys/bus/pci/devices/*/virtio*/net/eth0; do
		device=${slot%%/virtio*/net/eth0}
	done
	ip neigh replace 10.0.2.100 lladdr "$(ip neigh show 10.0.2.100 dev eth0 | sed 's/.*lladdr \([^ ]*\).*/\1/')" \
		dev eth0 nud permanent &&
		printf '\003' | dd of="$device/config" bs=1 seek=4 conv=notrunc 2>/dev/null &&
		/lab/stalled -flood 10.0.2.100 600
}

# 10.73.0.2 is unreachable; what is bound to stall4 has a device that is down; 10.9.0.2 does not read.
stall() {
	/lab/stalled 10.73.0.2 7070 >>"$truth/stalled" &
	/lab/stalled 10.74.0.2 7070 3000 stall4 >>"$truth/stalled" &
	/lab/stalled 10.9.0.2 7070 1048576 >>"$truth/stalled" &
	/lab/stalled 10.0.2.100 1234 >>"$truth/stalled" &
	sleep 2
	stop_eth0 || return
	ip route replace unreachable 10.73.0.0/24 metric 0 && ip route del 10.73.0.0/24 dev stall3
	ip link set stall4 down
	# The hosts that the SYNs seem to come from must not be said to be unreachable: that would end the requests.
	for host in 60 61 62 63 64 65 66 67; do
		ip neigh replace 10.9.0.$host lladdr "$(ip netns exec peer cat /sys/class/net/veth1/address)" \
			dev veth0 nud permanent || return
	done
	ip netns exec peer /lab/talk -syns 10.9.0.1 7079 8
	: >/tmp/go
	sleep 8 # until eth0's watchdog is due, and the window was probed often enough
}

stall_truth() {
	step "writing down what is stalled"
	for address in 10.73.0.2 10.74.0.2; do
		echo "$address $(ip route get $address 2>&1)"
	done >"$truth/stalled-routes"
	for nr in 3 4; do
		echo "stall$nr $(cat /sys/class/net/stall$nr/flags)"
	done >"$truth/stalled-devices"
	ss -tanoO >"$truth/stalled-ss"
	tc -s qdisc show dev eth0 >"$truth/stalled-qdisc"
	grep TcpExt /proc/net/netstat >"$truth/stalled-netstat"
}
