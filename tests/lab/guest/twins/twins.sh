# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154
#
# What recipes with parts=twins share: two pairs of namespaces, a and b, with the same addresses, ports and names of devices. Each
# pair's packets carry their own number of bytes, which tells whose they are: 900 in a, 700 in b; on the loopbacks of the first
# namespace of each, 500 and 300.

twins_networks() {
	for pair in a b; do
		ip netns add ${pair}1 && ip netns add ${pair}2 &&
			ip -n ${pair}1 link add c0 type veth peer name c0 netns ${pair}2 || return
		for end in 1 2; do
			ip -n $pair$end addr add 10.1.1.$end/24 dev c0 &&
				ip -n $pair$end link set c0 up && ip -n $pair$end link set lo up || return
			echo "$pair$end $(ip netns exec $pair$end readlink /proc/self/ns/net | tr -dc 0-9)" >>"$truth/twins"
		done
	done
	twins_of a 900 500 && twins_of b 700 300
}

twins_of() { # PAIR BYTES BYTES_ON_LO
	ip netns exec "${1}2" /lab/twins serve 10.1.1.2 7000 "$2" &
	ip netns exec "${1}1" /lab/twins serve 127.0.0.1 7000 "$3" &
	sleep 1
}

# At the same moments from both. Of one port after the other: some close, the last ones stay.
twins_traffic() {
	for port in 41001 41002; do
		twins_at_once talk $port
	done
	twins_at_once keep 41010
}

twins_at_once() { # HOW PORT
	pids=
	for plan in "a1 900 500" "b1 700 300"; do
		# shellcheck disable=SC2086
		set -- "$1" "$2" $plan
		ip netns exec "$3" /lab/twins "$1" 10.1.1.1 "$2" 10.1.1.2 7000 "$4" 2 &
		pids="$pids $!"
		ip netns exec "$3" /lab/twins "$1" 127.0.0.1 "$2" 127.0.0.1 7000 "$5" 2 &
		pids="$pids $!"
	done
	# shellcheck disable=SC2086
	if [ "$1" = talk ]; then wait $pids; else sleep 4; fi
}
