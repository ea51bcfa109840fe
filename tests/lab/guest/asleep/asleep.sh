# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2154
#
# For the lab guest (busybox sh): what waits and is not woken any more, and beside each the same that will be. Uses $truth and step of
# tests/lab/guest/init.

# Dummies: asleep has a qdisc that a module fills and nobody schedules, delayed one with a timer, late and soon packets with a
# time of their own. What is sent by lost0 is lost; by tight1, what is larger than tight0 takes, and nobody is told.
asleep_networks() {
	nr=80
	for dev in asleep delayed late soon; do
		ip link add $dev type dummy && echo 1 >/proc/sys/net/ipv6/conf/$dev/disable_ipv6 &&
			ip addr add 10.$nr.0.1/24 dev $dev && ip link set $dev up || return
		nr=$((nr + 1))
	done
	ip link add lost0 type veth peer name lost1 netns peer && ip addr add 10.79.0.1/24 dev lost0 && ip link set lost0 up &&
		ip netns exec peer ip addr add 10.79.0.2/24 dev lost1 && ip netns exec peer ip link set lost1 up || return
	ip link add tight0 type veth peer name tight1 netns peer && ip addr add 10.77.0.1/24 dev tight0 && ip link set tight0 up &&
		/bin/ip netns exec peer ip addr add 10.77.0.2/24 dev tight1 &&
		/bin/ip netns exec peer /bin/ethtool -K tight1 gso off tso off >"$truth/asleep-features" &&
		/bin/ip netns exec peer ip link set tight1 up || return
	/bin/ip netns exec peer /lab/stalled -l 7070 &
	/lab/stalled -l 7071 &
	# So that the twin's retransmits are no finding.
	echo 15 >/proc/sys/net/ipv4/tcp_retries1
	sleep 1
}

asleep() {
	/lab/sleeper 10.79.0.2 7070 /lab/asleepmod.ko >>"$truth/asleep-ports" &
	/lab/sleeper 10.79.0.2 7070 >>"$truth/asleep-twins" &
	/bin/ip netns exec peer /lab/sleeper 10.77.0.1 7071 >>"$truth/asleep-tight" &
	sleep 1
	ip link set tight0 mtu 600 || return
	tc qdisc add dev lost0 root netem loss 100% && tc qdisc add dev asleep root handle 7: pfifo limit 100 &&
		tc qdisc add dev delayed root handle 8: netem delay 240s &&
		tc qdisc add dev late root handle 9: fq horizon 4000s && tc qdisc add dev soon root handle a: fq horizon 4000s || return
	/lab/stalled -flood 10.81.0.2 3 && /lab/sleeper -at 3000 10.82.0.2 && /lab/sleeper -at 60 10.83.0.2 || return
	: >/tmp/go
	sleep 1
	rmmod asleepmod && insmod /lab/asleepmod.ko how=qdisc dev=asleep || return
	echo 1000 >/proc/sys/net/ipv4/neigh/lost0/mcast_solicit
	ping -c 1 -W 1 10.79.0.99 # who is asked for until the end
	rmmod asleepmod && insmod /lab/asleepmod.ko how=neighbour dev=lost0 ip=10.79.0.98 || return
	rmmod asleepmod && insmod /lab/asleepmod.ko how=works
}

# deaf irq|callbacks: the card's received packets are taken no more. The router of QEMU's own network answers pings.
deaf() {
	irq=$(sed -n 's/^ *\([0-9]*\):.* virtio0-input\.0$/\1/p' /proc/interrupts)
	ping -c 2 -W 5 10.0.2.2 >"$truth/deaf-before" && insmod /lab/asleepmod.ko how="$1" irq="$irq" || return
	ping -c 5 -W 1 10.0.2.2 >"$truth/deaf-after"
	step "writing down what the card did not deliver"
	cat /proc/interrupts >"$truth/deaf-interrupts"
	dmesg | grep 'pkttrace-asleep: ' >"$truth/asleep-module"
}

# cards_deaf DEVICE...: the interrupts of each are taken away, and then it sends: one datagram, two, ... Its ring keeps them.
cards_deaf() {
	nr=0
	for dev in "$@"; do
		nr=$((nr + 1))
		echo 1 >/proc/sys/net/ipv6/conf/$dev/disable_ipv6
		waited=0
		while [ "$(cat /sys/class/net/$dev/carrier)" != 1 ]; do
			waited=$((waited + 1))
			[ $waited -lt 60 ] && sleep 1 || return
		done
		ip addr add 10.9$nr.0.1/24 dev $dev && /bin/ip neigh add 10.9$nr.0.2 lladdr 02:00:00:00:00:0$nr dev $dev nud permanent &&
			/lab/stalled -flood 10.9$nr.0.2 9 || return
	done
	sleep 3 # these are taken out
	for irq in $(sed -n 's/^ *\([0-9]*\):.* eth[0-9].*/\1/p' /proc/interrupts); do
		insmod /lab/asleepmod.ko how=irq irq="$irq" && rmmod asleepmod || return
	done
	nr=0
	for dev in "$@"; do
		nr=$((nr + 1))
		/lab/stalled -flood 10.9$nr.0.2 $nr || return
		echo "$dev 10.9$nr.0.2 $nr"
	done >"$truth/rings"
	sleep 1
	cat /proc/interrupts >"$truth/rings-interrupts"
}

asleep_truth() {
	step "writing down what sleeps"
	ss -tanoO >"$truth/asleep-ss"
	/bin/ip netns exec peer /bin/ss -HtnioO state established "dport = :7071" >"$truth/asleep-ss-tight"
	tc -s qdisc show >"$truth/asleep-qdiscs"
	/bin/ip neigh show dev lost0 >"$truth/asleep-neighbours"
	dmesg | grep 'pkttrace-asleep: ' >"$truth/asleep-module"
}
