# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154
#
# For the lab guest (busybox sh), parts=memory: devices on devices, a stopped queue, drops, neighbours that do not
# answer; and what the kernel said of all that when nothing moved any more. Uses $truth, step of tests/lab/guest/init.

# datagrams ADDRESS NUMBER: of a kilobyte each, to a port that nobody listens on.
datagrams() {
	/lab/flood "$1" "$2" >/dev/console
}

stack_devices() {
	# Nobody asks for routers, and what is new has no IPv6: the counters stand still before the death.
	for conf in /proc/sys/net/ipv6/conf/*/router_solicitations; do echo 0 >"$conf"; done
	ip netns exec peer /bin/busybox sh -c 'echo 0 >/proc/sys/net/ipv6/conf/veth1/router_solicitations'
	echo 1 >/proc/sys/net/ipv6/conf/default/disable_ipv6
	ip link add link veth0 name veth0.100 type vlan id 100 &&
		ip link add mv0 link veth0 type macvlan mode bridge &&
		ip link add br0 type bridge &&
		ip link add c0 type veth peer name c1 &&
		ip link set c0 master br0 || return
	ip link del dummy0 2>/dev/null # modules may have made them
	ip link del bond0 2>/dev/null
	ip link add dummy0 type dummy && ip link add dummy1 type dummy &&
		ip link add bond0 type bond mode active-backup miimon 100 &&
		ip link set dummy0 master bond0 && ip link set dummy1 master bond0 &&
		ip link add link bond0 name bond0.7 mtu 1400 type vlan id 7 &&
		ip tuntap add tun0 mode tun || return
	for device in veth0.100 mv0 br0 c0 c1 dummy0 dummy1 bond0 bond0.7 tun0; do
		ip link set $device up || return
	done
	ip link add down0 type dummy &&
		ip addr add 10.9.100.1/24 dev veth0.100 && ip addr add 10.60.0.1/24 dev br0 &&
		ip addr add 10.61.0.1/24 dev bond0.7 && ip addr add 10.62.0.1/24 dev tun0
}

# Classes, of which one lets a byte a second through: what comes later waits, and is dropped behind three.
slow_class() {
	ip neigh replace 10.9.100.2 lladdr 02:00:00:00:00:01 nud permanent dev veth0.100 &&
		tc qdisc add dev veth0.100 root handle 7: htb default 2 &&
		tc class add dev veth0.100 parent 7: classid 7:1 htb rate 1mbit &&
		tc class add dev veth0.100 parent 7:1 classid 7:2 htb rate 8bit ceil 8bit burst 1600 cburst 1600 &&
		tc qdisc add dev veth0.100 parent 7:2 handle 72: pfifo limit 3 &&
		datagrams 10.9.100.2 40
}

# The card may not read memory any more: its ring fills, and its queue is stopped.
stop_card() {
	ip neigh replace 10.0.2.99 lladdr 02:00:00:00:00:02 nud permanent dev eth0 || return
	for slot in /sys/bus/pci/devices/*/virtio*/net/eth0; do
		device=${slot%%/virtio*/net/eth0}
	done
	printf '\003' | dd of="$device/config" bs=1 seek=4 conv=notrunc 2>/dev/null
	datagrams 10.0.2.99 900
}

# More than the receive path of a CPU takes: softnet_data.dropped.
full_backlog() {
	backlog=$(cat /proc/sys/net/core/netdev_max_backlog)
	echo 1 >/proc/sys/net/core/netdev_max_backlog
	datagrams 127.0.0.1 300
	echo "$backlog" >/proc/sys/net/core/netdev_max_backlog
}

make_troubles() {
	step "devices in trouble"
	datagrams 10.60.0.2 4 # nobody is there: ARP fails
	datagrams 10.61.0.2 4
	datagrams 127.0.0.1 5
	datagrams 10.62.0.2 20 # tun0 has no reader
	ping -c 3 10.9.0.2 >/dev/null
	full_backlog
	slow_class && stop_card || return
	sleep 5
	! type more_troubles >/dev/null 2>&1 || more_troubles
	sleep 2
}

# link_truth SUFFIX PROGRAM...: of the namespace in which PROGRAM runs a command.
link_truth() {
	suffix=$1
	shift
	"$@" /bin/ip -s -s -d -j link >"$truth/ip-link$suffix.json"
	"$@" /bin/ip -s -j neigh show nud all >"$truth/ip-neigh$suffix.json"
	"$@" /bin/tc -s -d -j qdisc >"$truth/tc-qdisc$suffix.json"
	for file in snmp netstat snmp6 sockstat sockstat6 softnet_stat dev; do
		"$@" /bin/cat "/proc/net/$file" >"$truth/proc-$file$suffix"
	done
}

memory_truth() {
	step "writing down the devices"
	link_truth "" /bin/busybox env
	link_truth -peer /bin/ip netns exec peer /bin/busybox env
	tc -s -d -j class show dev veth0.100 >"$truth/tc-class.json"
	nstat -azj >"$truth/nstat.json"
	cat /proc/interrupts >"$truth/interrupts"
	cat /proc/sys/net/ipv4/tcp_mem >"$truth/tcp_mem"
	for queue in /sys/class/net/*/queues/tx-*; do
		device=${queue#/sys/class/net/}
		device=${device%%/*}
		for file in byte_queue_limits/inflight byte_queue_limits/limit tx_timeout; do
			[ ! -e "$queue/$file" ] || echo "$device ${queue##*/tx-} $file $(cat "$queue/$file")"
		done
	done >"$truth/tx-queues"
}
