# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# For the lab guest (busybox sh): accidents whose first line is not the panic's. Uses step and fail of tests/lab/guest/init. What
# the kernel says of it is on its console alone: truth/serial.log.

# Right before the end init announces what the host shall poke. Nothing here: instead the machine dies in its own way.
announce_pokes() {
	step "dying"
	echo 1 >/proc/sys/kernel/panic_on_oops
	dies || fail "dies"
	sleep 40
	fail "nothing has panicked"
}

underflow() {
	echo 1 >/proc/sys/kernel/panic_on_warn
	insmod /lab/accidentmod.ko how=underflow
}

# A device that has the name of the one whose queue times out.
time_out() {
	ip netns exec peer ip link add late1 type dummy && ip netns exec peer ip link set late1 up &&
		insmod /lab/accidentmod.ko how=timeout
}

# A packet that can be cut, and one that cannot: nothing keeps them, and the devices cut nothing themselves.
segment() {
	for dev in merged shared; do
		ip link add $dev type dummy && echo 1 >/proc/sys/net/ipv6/conf/$dev/disable_ipv6 && ip link set $dev up || return
	done
	insmod /lab/gsomod.ko only=merged,shared
}
