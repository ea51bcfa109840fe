# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154
#
# For the lab guest (busybox sh), from setup(): packets that stand in queues when the machine dies, and what tc
# said of these queues right before. Uses $truth, note, step of tests/lab/guest/init.

# What the kernel would ask its neighbours, or tell them, would stand in the queues too.
quiet_neighbours() {
	near=$(cat /sys/class/net/veth0/address)
	far=$(ip netns exec peer ip -o link show veth1 | sed 's/.*link.ether \([0-9a-f:]*\) .*/\1/')
	for address in 10.9.0.2 fd09::2; do
		ip neigh replace $address lladdr "$far" nud permanent dev veth0 || return
	done
	for address in 10.9.0.1 fd09::1; do
		ip netns exec peer ip neigh replace $address lladdr "$near" nud permanent dev veth1 || return
	done
	echo 0 >/proc/sys/net/ipv6/conf/veth0/router_solicitations
	echo 0 >/proc/sys/net/ipv6/conf/eth0/router_solicitations
}

# One byte a second, and where each class keeps what waits: connections over IPv4 by their source port.
class() { # MINOR DISCIPLINE...
	minor=$1
	shift
	tc class add dev veth0 parent 1: classid 1:$minor htb rate 8bit ceil 8bit burst 1600 cburst 1600 &&
		tc qdisc add dev veth0 parent 1:$minor handle ${minor}0: "$@"
}

slow_device() {
	tc qdisc add dev veth0 root handle 1: htb default 5 &&
		class 1 netem delay 250s &&
		class 2 fq maxrate 8bit &&
		class 3 sfq &&
		class 4 fq_codel &&
		class 5 "$@" || return
	for band in 0 1 2 3; do
		tc filter add dev veth0 parent 1: protocol ip prio 1 u32 match ip protocol 6 0xff \
			match u16 0x000$((2 * band)) 0x0006 at 20 flowid 1:$((band + 1)) || return
	done
}

# The device may not read memory any more: what the driver hands over stays in its ring.
stop_device() {
	for slot in /sys/bus/pci/devices/*/virtio*/net/eth0; do
		device=${slot%%/virtio*/net/eth0}
	done
	printf '\003' | dd of="$device/config" bs=1 seek=4 conv=notrunc 2>/dev/null
}

# The card's driver again, in the mode where it frees what was sent when it sends the next packet.
lazy_card() {
	rmmod virtio_net && insmod /lab/modules/virtio_net.ko napi_tx=0 &&
		ip link set eth0 up && ip addr add 10.0.2.15/24 dev eth0 && ip route add default via 10.0.2.2 &&
		sleep 1
}

# Receive on veth0 through its ring and a thread, whose CPU is then taken away.
stop_receiver() {
	[ -e /sys/class/net/veth0/threaded ] || return 0
	/lab/queues gro veth0 &&
		ip netns exec peer /lab/queues no-tso veth1 &&
		echo 1 >/sys/class/net/veth0/threaded &&
		echo -1 >/proc/sys/kernel/sched_rt_runtime_us || return
	for task in /proc/[0-9]*; do
		case $(cat "$task/comm" 2>/dev/null) in
		napi/veth0-*) taskset -p 2 "${task#/proc/}" >/dev/null || return ;;
		esac
	done
	/lab/queues hog 1 &
}

# A last connection from the peer. A SYN that gets through is answered into the queues, again at each try of its
# client and at each timer of its listener: after three seconds neither may add to what tc is about to count.
connect_last() {
	echo 0 >/proc/sys/net/ipv4/tcp_synack_retries
	ip netns exec peer sh -c 'echo 1 >/proc/sys/net/ipv4/tcp_syn_retries'
	/bin/ip netns exec peer traffic -c 10.9.0.1 8080 &
	sleep 4
}

queue_truth() {
	step "writing down the queues"
	tc -s -j qdisc show >$truth/qdiscs.json
	ip netns exec peer tc -s -j qdisc show >$truth/qdiscs-peer.json
	ss -tinmeO >$truth/ss-queues
	cat /proc/net/tcp >$truth/net-tcp-queues
	cat /proc/net/tcp6 >$truth/net-tcp6-queues
}

# In place of init's: the last moment at which a word can leave the machine. What the recipe's at_last() does
# (a CPU that is taken away stops RCU, which reading the trace waits for) comes right before. Megabytes take a busy
# host seconds, in which TCP sends again: the queues are written down behind them, into the same archive (whose end
# of two empty blocks is left out).
truth_send() {
	at_last || fail "at_last"
	dmesg >$truth/dmesg
	{
		tar -c -f - -C $truth . | head -c -1024 &&
			queue_truth &&
			tar -c -f - -C $truth qdiscs.json qdiscs-peer.json ss-queues net-tcp-queues net-tcp6-queues
	} >"$(port 1)" || fail "cannot send the truth"
	step "the truth is out"
}
