# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2154
#
# For the lab guest (busybox sh): devices that cannot go, since a module keeps references to them. One in a namespace that
# ends, one that `ip` deletes; and one that is held as much, but stays where it is. Uses $truth and step of
# tests/lab/guest/init.

refs_link() { # NAME: a dummy, or where the kernel has none half a veth
	ip link add "$1" type dummy 2>/dev/null || ip link add "$1" type veth peer name "$1-far"
}

refs_dummy() { # NAME NAMESPACE ADDRESS REFERENCES
	ip netns exec "$2" /bin/sh -c ". /lab/refs.sh; refs_link $1" &&
		ip netns exec "$2" ip addr add "$3/24" dev "$1" &&
		ip netns exec "$2" ip link set "$1" up &&
		/bin/ip netns exec "$2" /bin/sh -c "echo $1 $4 >/sys/module/refmod/parameters/hold"
}

refs() {
	insmod /lab/refmod.ko &&
		ip netns add ends && ip netns add behind && ip netns add lives &&
		refs_dummy ends0 ends 10.80.0.1 "${refs_ends:-3}" &&
		refs_dummy lives0 lives 10.81.0.1 2 &&
		refs_link gone0 && ip addr add 10.82.0.1/24 dev gone0 && ip link set gone0 up &&
		echo gone0 1 >/sys/module/refmod/parameters/hold || return
	ip netns del ends
	# shellcheck disable=SC2016
	sh -c 'echo "gone0 $$" >/tmp/deleter; exec /bin/ip link del gone0' &
	sleep 2
	# The only worker that ends namespaces waits.
	ip netns del behind
	echo 1 >/sys/module/refmod/parameters/pernet
	sleep 1
	# shellcheck disable=SC2016
	sh -c 'echo "later $$" >>/tmp/deleter; exec /bin/ip netns add later' &
	sleep 22 # the kernel complains for the first time after ten seconds
}

refs_truth() {
	step "writing down the references"
	echo 1 >/sys/module/refmod/parameters/say
	cp /tmp/deleter "$truth/refs-tasks"
	dmesg | grep -e pkttrace-refs -e unregister_netdevice >"$truth/refs"
	dmesg | sed -n '/pkttrace-refs: tracked of/,/pkttrace-refs: tracked no more/p' >"$truth/refs-tracked"
}
