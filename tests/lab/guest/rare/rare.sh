# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154
#
# What recipes with parts="packets udp rare" share: an Open vSwitch datapath with two containers, UDP-Lite, DCCP's sockets.

# container_of_switch NAME ADDRESS: a container on the switch
container_of_switch() {
	ip netns add "$1" &&
		ip link add "${1}h" type veth peer name "${1}e" netns "$1" &&
		ip link set "${1}h" up &&
		ip netns exec "$1" ip link set lo up &&
		ip netns exec "$1" ip addr add "$2/24" dev "${1}e" &&
		ip netns exec "$1" ip link set "${1}e" up &&
		capture - "${1}h" "${1}e" && capture "$1" "${1}e" "${1}h"
}

# neighbour NAME|- DEVICE ADDRESS OF_NAME|- OF_DEVICE: the switch takes IPv4 alone, so nobody is asked for
neighbour() {
	if [ "$4" = - ]; then mac=$(cat "/sys/class/net/$5/address"); else
		mac=$(ip netns exec "$4" cat "/sys/class/net/$5/address")
	fi
	if [ "$1" = - ]; then ip neigh add "$3" lladdr "$mac" dev "$2"; else
		ip netns exec "$1" ip neigh add "$3" lladdr "$mac" dev "$2"
	fi
}

# network_switch: ovs0 with 10.20.0.1; 10.20.0.2 and .3 behind it
network_switch() {
	container_of_switch o1 10.20.0.2 && container_of_switch o2 10.20.0.3 &&
		/lab/rare switch ovs0 ovs0=10.20.0.1 o1h=10.20.0.2 o2h=10.20.0.3 &&
		ip addr add 10.20.0.1/24 dev ovs0 && ip link set ovs0 up &&
		neighbour - ovs0 10.20.0.2 o1 o1e && neighbour - ovs0 10.20.0.3 o2 o2e &&
		neighbour o1 o1e 10.20.0.1 - ovs0 && neighbour o1 o1e 10.20.0.3 o2 o2e &&
		neighbour o2 o2e 10.20.0.1 - ovs0 && neighbour o2 o2e 10.20.0.2 o1 o1e || return
	stacked veth0 ovs0 o1h o2h
	ip netns exec o1 traffic -l 4321 &
	ip netns exec o1 /lab/datagrams serve :: 7 &
	sleep 0.5
}

rare_traffic() {
	/lab/talk switch/echo,host=10.20.0.2,count=3 switch/put,host=10.20.0.2,bytes=60000,size=20000 \
		switch/get,host=10.20.0.2,bytes=40000 >>"$truth/traffic.jsonl"
	ip netns exec o2 /lab/talk switched/echo,host=10.20.0.2,count=3 \
		switched/get,host=10.20.0.2,bytes=40000 >>"$truth/traffic.jsonl"
	ip netns exec o2 /lab/datagrams talk 10.20.0.2 7 3 300 && /lab/datagrams talk 10.20.0.2 7 2 200 || return
	# As long as the kernel has them.
	if grep -q '^udplite_rcv$' $T/available_filter_functions; then
		for to in 127.0.0.1 ::1; do
			/lab/rare lite $to 5101 3 400 && /lab/rare lite-hold $to 5102 2 300 || return
		done
		cat /proc/net/udplite /proc/net/udplite6 >"$truth/net-udplite"
	fi
	if grep -q '^dccp_ipv6 ' /proc/modules; then
		/lab/rare dccp-hold 127.0.0.1 5103 2 300 && /lab/rare dccp-hold ::1 5104 1 200 || return
		ss -dainme >"$truth/ss-dccp"
	fi
}
