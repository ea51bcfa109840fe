# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
#
# What recipes share whose cards are real drivers' (nics=): parts=packets.

# irqs_elsewhere DEVICE: DEVICE interrupts CPU 1 only, and our shell and what it starts runs on CPU 0: what one
# CPU sends, the other completes.
irqs_elsewhere() {
	irqs=$(sed -n "s/^ *\([0-9]*\):.* $1.*/\1/p" /proc/interrupts)
	[ -n "$irqs" ] || return
	for irq in $irqs; do
		echo 2 >"/proc/irq/$irq/smp_affinity" || return
	done
	taskset -p 1 $$
	# The second queue of a card would be CPU 1's own.
	for xps in "/sys/class/net/$1"/queues/tx-*/xps_cpus; do
		if [ -e "$xps" ]; then echo 0 >"$xps" 2>/dev/null; fi
	done
	for rps in "/sys/class/net/$1"/queues/rx-*/rps_cpus; do
		echo 1 >"$rps" || return
	done
}

# far_machine DEVICE ADDRESS [VLAN]: the machine behind the cards, in the namespace far.
far_machine() {
	ip netns add far && ip link set "$1" netns far && ip netns exec far ip link set lo up &&
		ip netns exec far ip link set "$1" up || return
	if [ -n "${3-}" ]; then
		ip netns exec far ip link add link "$1" name "$1.$3" type vlan id "$3" &&
			ip netns exec far ip link set "$1.$3" up || return
		set -- "$1.$3" "$2"
	fi
	ip netns exec far ip addr add "$2/24" dev "$1"
}

# network_card_bridge: the card eth1 and a container, 10.8.0.3, on the bridge br1, 10.8.0.1; behind the card 10.8.0.2
network_card_bridge() {
	far_machine eth2 10.8.0.2 &&
		ip link add br1 type bridge && ip addr add 10.8.0.1/24 dev br1 && ip link set br1 up &&
		ip link set eth1 master br1 up &&
		ip netns add c8 && ip link add v8h type veth peer name v8e netns c8 &&
		ip link set v8h master br1 up &&
		ip netns exec c8 ip link set lo up &&
		ip netns exec c8 ip addr add 10.8.0.3/24 dev v8e &&
		ip netns exec c8 ip link set v8e up &&
		capture - eth1 eth2 && capture far eth2 eth1 && capture - v8h v8e && capture c8 v8e v8h
}

# network_bond: VLAN 100 over a bond of the cards eth1 and eth2, 10.7.0.1; behind them 10.7.0.2
network_bond() {
	ip link del bond0 2>/dev/null # the module makes one
	far_machine eth3 10.7.0.2 100 &&
		ip link add bond0 type bond mode active-backup miimon 50 &&
		ip link set eth1 master bond0 && ip link set eth2 master bond0 &&
		ip link set bond0 up &&
		ip link add link bond0 name bond0.100 type vlan id 100 &&
		ip addr add 10.7.0.1/24 dev bond0.100 && ip link set bond0.100 up &&
		capture - bond0.100 eth3.100 && capture far eth3.100 bond0.100
}

# network_old_cards: eth1 and eth3 here, 10.7.2.1 and 10.7.4.1; eth2 and eth4 behind them, 10.7.2.2 and 10.7.4.2
network_old_cards() {
	for card in 2 4; do
		ip netns add "far$card" && ip link set "eth$card" netns "far$card" &&
			ip netns exec "far$card" ip link set lo up &&
			ip netns exec "far$card" ip link set "eth$card" up &&
			ip netns exec "far$card" ip addr add "10.7.$card.2/24" dev "eth$card" &&
			ip link set "eth$((card - 1))" up &&
			ip addr add "10.7.$card.1/24" dev "eth$((card - 1))" &&
			capture - "eth$((card - 1))" "eth$card" &&
			capture "far$card" "eth$card" "eth$((card - 1))" || return
	done
}
