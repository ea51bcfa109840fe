# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154
#
# What recipes with parts="packets udp rare stacked" share: veth pairs below a bridge, below VLANs on bonds, and below teams, each
# with namespaces behind them, and an Open vSwitch datapath (rare.sh). Each veth device is captured.

# pair HERE THERE NETNS
pair() {
	ip link add "$1" type veth peer name "$2" netns "$3" &&
		capture - "$1" "$2" && capture "$3" "$2" "$1"
}

# IPv4 alone: what IPv6 sends by itself goes to all ports.
space() {
	ip netns add "$1" && ip netns exec "$1" sh -c 'echo 1 >/proc/sys/net/ipv6/conf/default/disable_ipv6' &&
		ip netns exec "$1" ip link set lo up
}

# stacked_port NUMBER: 10.30.0.NUMBER behind the bridge
stacked_port() {
	space "k$1" && pair "k${1}h" "k${1}e" "k$1" && ip link set "k${1}h" master br5 up &&
		ip netns exec "k$1" ip addr add "10.30.0.$1/24" dev "k${1}e" && ip netns exec "k$1" ip link set "k${1}e" up
}

stacked_bridge() {
	ip link add br5 type bridge && ip addr add 10.30.0.1/24 dev br5 && ip link set br5 up &&
		stacked_port 2 && stacked_port 3 && stacked k2h k3h br5
}

# VLAN 7 on a bond of two at either end: 10.31.0.1 and .2
stacked_bond() {
	ip link del bond0 2>/dev/null # the module makes one
	space bd && pair b1h b1e bd && pair b2h b2e bd || return
	ip netns exec bd ip link del bond0 2>/dev/null
	ip link add bond5 type bond mode active-backup miimon 100 &&
		ip link set b1h master bond5 && ip link set b2h master bond5 && ip link set bond5 up &&
		ip link add link bond5 name bond5.7 type vlan id 7 && ip addr add 10.31.0.1/24 dev bond5.7 && ip link set bond5.7 up &&
		ip netns exec bd ip link add bond6 type bond mode active-backup miimon 100 &&
		ip netns exec bd ip link set b1e master bond6 && ip netns exec bd ip link set b2e master bond6 &&
		ip netns exec bd ip link set bond6 up &&
		ip netns exec bd ip link add link bond6 name bond6.7 type vlan id 7 &&
		ip netns exec bd ip addr add 10.31.0.2/24 dev bond6.7 && ip netns exec bd ip link set bond6.7 up &&
		stacked b1h b2h bond5 bond5.7 && stacked b1e b2e bond6 bond6.7
}

# A team of two at either end, by turns: 10.32.0.1 and .2
stacked_team() {
	space tm && pair t1h t1e tm && pair t2h t2e tm &&
		ip link add team5 type team && /lab/team team5 roundrobin &&
		ip link set t1h master team5 && ip link set t2h master team5 && ip link set t1h up && ip link set t2h up &&
		ip addr add 10.32.0.1/24 dev team5 && ip link set team5 up &&
		ip netns exec tm ip link add team6 type team && ip netns exec tm /lab/team team6 roundrobin &&
		ip netns exec tm ip link set t1e master team6 && ip netns exec tm ip link set t2e master team6 &&
		ip netns exec tm ip link set t1e up && ip netns exec tm ip link set t2e up &&
		ip netns exec tm ip addr add 10.32.0.2/24 dev team6 && ip netns exec tm ip link set team6 up &&
		stacked t1h t2h team5 && stacked t1e t2e team6
}

stacked_setup() {
	echo 1 >/proc/sys/net/ipv6/conf/default/disable_ipv6
	network_switch && stacked_bridge && stacked_bond && stacked_team || return
	for at in k2 bd tm; do
		ip netns exec $at traffic -l 4321 &
		ip netns exec $at /lab/datagrams serve 0.0.0.0 7 &
	done
	sleep 3
}

stacked_traffic() {
	for to in 10.20.0.2 10.30.0.2 10.31.0.2 10.32.0.2; do
		step "packets to $to" # who waits for this guest sees that it lives
		timeout 30 /lab/talk stacked/echo,host=$to,count=2 stacked/put,host=$to,bytes=30000,size=10000 >>"$truth/traffic.jsonl"
		/lab/datagrams talk $to 7 2 300 && /lab/datagrams send $to 9 1 60 && ping -c 1 $to >/dev/null || return
	done
	ip netns exec k3 timeout 30 /lab/talk bridge/echo,host=10.30.0.2,count=2 bridge/get,host=10.30.0.2,bytes=30000 >>"$truth/traffic.jsonl"
	ip netns exec k3 /lab/datagrams talk 10.30.0.2 7 2 200
	for dev in b1h b1e; do # the other takes over
		case $dev in *h) ip link set $dev down ;; *) ip netns exec bd ip link set $dev down ;; esac
	done
	sleep 1
	/lab/datagrams talk 10.31.0.2 7 2 250
	ping -c 1 fd09::2 >/dev/null
	sleep 0.3
}
