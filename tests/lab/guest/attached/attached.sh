# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154
#
# For the lab guest (busybox sh), parts="probes attached": trees of classes, programs on devices (those of
# /lab/bpfload, and filters), interrupts that were moved; and what the kernel said of all that. Uses $truth,
# step and attempt of tests/lab/guest/init.

# One class takes everything: what a slow one cannot send waits in its leaf.
everything_to() { # DEVICE HANDLE CLASS
	tc filter add dev "$1" parent "$2" protocol all prio 1 u32 match u32 0 0 flowid "$3"
}

# class_device KIND NET: the device d_KIND, NET.1, with a neighbour NET.2 and a qdisc 1: of KIND.
class_device() {
	ip link add "d_$1" type dummy && ip link set "d_$1" up && ip addr add "$2.1/24" dev "d_$1" &&
		ip neigh replace "$2.2" lladdr 02:00:00:00:00:03 nud permanent dev "d_$1" &&
		tc qdisc add dev "d_$1" root handle 1: "$1"
}

class_trees() {
	echo 1 >/proc/sys/net/ipv6/conf/default/disable_ipv6
	ip link del dummy0 2>/dev/null
	class_device htb 10.71.0 &&
		tc class add dev d_htb parent 1: classid 1:1 htb rate 10mbit ceil 20mbit &&
		tc class add dev d_htb parent 1:1 classid 1:20 htb rate 2mbit ceil 5mbit prio 3 &&
		tc class add dev d_htb parent 1:20 classid 1:5 htb rate 8bit ceil 8bit burst 1600 cburst 1600 prio 2 &&
		tc class add dev d_htb parent 1:20 classid 1:21 htb rate 1gbit ceil 40gbit prio 1 &&
		tc class add dev d_htb parent 1: classid 1:2 htb rate 1mbit &&
		tc qdisc add dev d_htb parent 1:21 handle 21: pfifo limit 5 &&
		everything_to d_htb 1: 1:5 || return
	class_device hfsc 10.72.0 &&
		tc class add dev d_hfsc parent 1: classid 1:1 hfsc sc rate 1mbit ul rate 1mbit &&
		tc class add dev d_hfsc parent 1:1 classid 1:10 hfsc sc rate 8bit ul rate 8bit &&
		tc qdisc add dev d_hfsc parent 1:10 handle 10: pfifo limit 3 &&
		everything_to d_hfsc 1: 1:10 || return
	class_device drr 10.73.0 &&
		tc class add dev d_drr parent 1: classid 1:3 drr quantum 1500 &&
		tc class add dev d_drr parent 1: classid 1:1 drr &&
		everything_to d_drr 1: 1:3 || return
	class_device qfq 10.74.0 &&
		tc class add dev d_qfq parent 1: classid 1:4 qfq weight 7 maxpkt 2048 &&
		everything_to d_qfq 1: 1:4 || return
	for net in 71 72 73 74; do /lab/flood 10.$net.0.2 30 >/dev/console; done
}

programs_on_devices() {
	mount -t bpf bpf /sys/fs/bpf && mount -t cgroup2 cgroup2 /sys/fs/cgroup || return
	/lab/bpfload >"$truth/bpfload.log" 2>&1
	tc qdisc add dev veth0 clsact &&
		tc filter add dev veth0 ingress prio 3 bpf da object-pinned /sys/fs/bpf/my_tc &&
		tc filter add dev veth0 ingress prio 9 protocol ip u32 match u32 0 0 flowid 1:1 &&
		tc filter add dev veth0 egress prio 5 bpf da object-pinned /sys/fs/bpf/my_tc_out &&
		tc filter add dev veth0 egress prio 7 bpf da object-pinned /sys/fs/bpf/my_tc &&
		ip link set dev lo xdpgeneric pinned /sys/fs/bpf/my_xdp_lo
}

# The cards interrupt CPU 1.
move_interrupts() {
	if [ -e /sys/class/net/eth1 ]; then
		echo 1 >/proc/sys/net/ipv6/conf/eth1/disable_ipv6
		ip link set eth1 up || return
	fi
	for irq in $(sed -n 's/^ *\([0-9]*\):.*\(virtio0-output\|eth1\).*/\1/p' /proc/interrupts); do
		echo 2 >"/proc/irq/$irq/smp_affinity" || return
	done
}

attached_truth() {
	step "writing down what is attached"
	ip -d -j link >"$truth/attached-link.json"
	bpftool -j prog >"$truth/attached-prog.json"
	bpftool -j link >"$truth/attached-links.json"
	for direction in ingress egress; do
		for device in veth0 lo; do
			echo "$device $direction $(tc -j filter show dev $device $direction)"
		done
	done >"$truth/attached-filters"
	for device in d_htb d_hfsc d_drr d_qfq; do
		echo "device $device"
		tc -s -d class show dev $device
	done >"$truth/attached-classes"
	for irq in /proc/irq/[0-9]*; do
		echo "${irq##*/} $(cat "$irq/smp_affinity_list") $(cat "$irq/effective_affinity_list")"
	done >"$truth/attached-irqs"
	cat /proc/interrupts >"$truth/interrupts"
}
