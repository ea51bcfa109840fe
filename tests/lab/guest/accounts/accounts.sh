# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2154
#
# For the lab guest (busybox sh): what is counted and is nowhere, and what is used up, each beside the same that is not. Uses
# $truth and step of tests/lab/guest/init.

accounts_in() { # NAMESPACE COMMAND...
	/bin/ip netns exec "$@"
}

# Tracked datagrams to port 5000 and the ones after it; nobody answers.
accounts_tracked() { # NAMESPACE
	ip netns add "$1" && accounts_in "$1" /bin/ip link set lo up &&
		accounts_in "$1" /bin/nft 'add table ip watch; add chain ip watch out { type filter hook output priority 0; }; add rule ip watch out ct state new accept' &&
		accounts_in "$1" /bin/busybox sh -c 'echo 600 >/proc/sys/net/netfilter/nf_conntrack_udp_timeout' &&
		for port in 5000 6000; do
			for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25; do
				accounts_in "$1" /lab/limits send 127.0.0.1 $port 1 100
			done
		done
}

# Ten ports, of which one is reserved: nine connections to 7700, and one more; eight to 7701.
accounts_ports() {
	ip netns add narrow && accounts_in narrow /bin/ip link set lo up &&
		accounts_in narrow /bin/busybox sh -c 'echo 40000 40009 >/proc/sys/net/ipv4/ip_local_port_range' &&
		accounts_in narrow /bin/busybox sh -c 'echo 40004 >/proc/sys/net/ipv4/ip_local_reserved_ports' &&
		accounts_in narrow /lab/limits serve 127.0.0.1 7700 keep && accounts_in narrow /lab/limits serve 127.0.0.1 7701 keep || return
	for use in "7700 10" "7701 8"; do
		# shellcheck disable=SC2086
		accounts_in narrow /lab/accounts ports 127.0.0.1 $use
	done >"$truth/accounts-ports"
}

accounts_unread() { # CGROUP PORT NR SIZE
	mkdir -p "/tmp/cgroup/$1" && sh -c "echo 0 >/tmp/cgroup/$1/cgroup.procs && exec /lab/accounts unread $2 $3 $4" |
		sed "s,^,$1 $3 $4 ," >>"$truth/accounts-unread"
}

accounts_connected() { # CGROUP PORT
	mkdir -p "/tmp/cgroup/$1" &&
		sh -c "echo 0 >/tmp/cgroup/$1/cgroup.procs && /lab/limits serve 127.0.0.1 $2 keep && /lab/limits connect 127.0.0.1 $2 3 100"
}

accounts() {
	insmod /lab/accountmod.ko && mkdir -p /tmp/cgroup && mount -t cgroup2 none /tmp/cgroup &&
		accounts_tracked leaks && accounts_tracked tracks && accounts_ports || return
	accounts_in leaks /bin/busybox sh -c 'echo 5000 >/sys/module/accountmod/parameters/leak' || return
	accounts_unread greedy 20000 100 50000 && accounts_unread modest 21000 10 50000 || return
	echo 3000 >/sys/module/accountmod/parameters/raise
	echo +memory >/tmp/cgroup/cgroup.subtree_control && accounts_connected pressed 7800 && accounts_connected calm 7900 &&
		sh -c 'echo 0 >/tmp/cgroup/pressed/cgroup.procs && echo 1 >/sys/module/accountmod/parameters/press' && echo 7900 >/sys/module/accountmod/parameters/drift
}

accounts_truth() {
	step "writing down what is counted, and what there is"
	for namespace in leaks tracks; do
		accounts_in $namespace cat /proc/net/nf_conntrack >"$truth/accounts-table-$namespace"
		accounts_in $namespace cat /proc/sys/net/netfilter/nf_conntrack_count >"$truth/accounts-count-$namespace"
		ls -i /run/netns/$namespace | sed 's/ .*//' >"$truth/accounts-netns-$namespace"
	done
	cat /proc/net/sockstat >"$truth/accounts-sockstat"
	ss -uanmOe >"$truth/accounts-ss"
	dmesg | grep 'pkttrace-accounts: ' >"$truth/accounts-module"
}
