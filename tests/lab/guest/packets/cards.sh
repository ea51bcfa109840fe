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
		if [ -e "$xps" ]; then echo 0 >"$xps"; fi
	done
	for rps in "/sys/class/net/$1"/queues/rx-*/rps_cpus; do
		echo 1 >"$rps" || return
	done
}
