# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154
#
# What recipes with parts="packets udp overlays" share: IPv6 tunnels, IPIP in UDP, VLANs in VLANs, ipvlan in two modes, a VRF,
# and a device that sends each second packet twice. To the namespace peer, over the veth pair or one of their own.

# addresses NAME NET: of NAME0 here and NAME1 there, which exist: 10.9.NET.1 and .2, fd09:NET::1 and ::2
addresses() {
	ip addr add "10.9.$2.1/24" dev "${1}0" && ip -6 addr add "fd09:$2::1/64" dev "${1}0" nodad && ip link set "${1}0" up &&
		in_peer ip addr add "10.9.$2.2/24" dev "${1}1" && in_peer ip -6 addr add "fd09:$2::2/64" dev "${1}1" nodad &&
		in_peer ip link set "${1}1" up
}

# ends NAME NET: the same, and both are captured
ends() {
	addresses "$1" "$2" && capture - "${1}0" "${1}1" && capture peer "${1}1" "${1}0"
}

# tunnel6 NAME NET KIND WORDS: over IPv6
tunnel6() {
	name=$1 net=$2 kind=$3
	shift 3
	ip link add "${name}0" type "$kind" local fd09::1 remote fd09::2 "$@" &&
		in_peer ip link add "${name}1" type "$kind" local fd09::2 remote fd09::1 "$@" && ends "$name" "$net"
}

network_overlays() {
	tunnel6 sixt 70 ip6tnl mode any && tunnel6 sixg 71 ip6gre || return
	ip fou add port 5555 ipproto 4 && in_peer ip fou add port 5555 ipproto 4 &&
		ip link add fout0 type ipip local 10.9.0.1 remote 10.9.0.2 ttl 64 encap fou encap-sport auto encap-dport 5555 &&
		in_peer ip link add fout1 type ipip local 10.9.0.2 remote 10.9.0.1 ttl 64 encap fou encap-sport auto encap-dport 5555 &&
		ip addr add 10.9.72.1/24 dev fout0 && ip link set fout0 up &&
		in_peer ip addr add 10.9.72.2/24 dev fout1 && in_peer ip link set fout1 up &&
		capture - fout0 fout1 && capture peer fout1 fout0 || return
	ip link add link veth0 name veth0.7 type vlan proto 802.1ad id 7 && ip link set veth0.7 up &&
		ip link add link veth0.7 name qinq0 type vlan id 8 &&
		in_peer ip link add link veth1 name veth1.7 type vlan proto 802.1ad id 7 && in_peer ip link set veth1.7 up &&
		in_peer ip link add link veth1.7 name qinq1 type vlan id 8 && addresses qinq 73 || return
	ip netns add i2 && ip link add iv2 link veth0 netns i2 type ipvlan mode l2 &&
		ip netns exec i2 ip addr add 10.9.0.21/24 dev iv2 && ip netns exec i2 ip link set iv2 up || return
	# A device has one mode for all that is on it.
	ip link add low0 type veth peer name low1 netns peer && ends low 74 &&
		ip netns add i3 && ip link add iv3 link low0 netns i3 type ipvlan mode l3s &&
		ip netns exec i3 ip addr add 10.9.75.3/32 dev iv3 && ip netns exec i3 ip link set iv3 up &&
		ip netns exec i3 ip route add default dev iv3 && in_peer ip route add 10.9.75.0/24 via 10.9.74.1 || return
	ip link add red type vrf table 100 && ip link set red up &&
		ip link add vr0 type veth peer name vr1 netns peer && ip link set vr0 master red && ends vr 76 &&
		echo 1 >/proc/sys/net/ipv4/tcp_l3mdev_accept && echo 1 >/proc/sys/net/ipv4/udp_l3mdev_accept || return
	ip link add twice0 type veth peer name twice1 netns peer && ends twice 77 || return
	stacked veth0 sixt0 sixg0 fout0 veth0.7 qinq0 iv2
	stacked veth1 sixt1 sixg1 fout1 veth1.7 qinq1
	stacked low0 iv3
	stacked vr0 red
	ip netns exec i2 traffic -l 4321 &
	traffic -l 4322 &
	sleep 3
}

overlays_traffic() {
	for to in 10.9.70.2 fd09:70::2 10.9.71.2 fd09:71::2 10.9.72.2 10.9.73.2 fd09:73::2; do
		/lab/datagrams talk $to 7 1 300 && /lab/datagrams send $to 9 1 50 && ping -c 1 $to >/dev/null || return
		timeout 30 /lab/talk overlay/echo,host=$to,count=2,size=400 >>"$truth/traffic.jsonl"
	done
	step "ipvlan, VRF"
	for from in i2 i3; do
		to=10.9.0.2
		[ $from = i2 ] || to=10.9.74.2
		ip netns exec $from /lab/datagrams talk $to 7 1 200 && ip netns exec $from ping -c 1 $to >/dev/null || return
		ip netns exec $from timeout 30 /lab/talk ipvlan/echo,host=$to,count=2 ipvlan/put,host=$to,bytes=30000,size=10000 >>"$truth/traffic.jsonl"
	done
	in_peer timeout 30 /lab/talk ipvlan/echo,host=10.9.0.21,count=2 vrf/echo,host=10.9.76.1,port=4322,count=2 \
		vrf/put,host=fd09:76::1,port=4322,bytes=20000 >>"$truth/traffic.jsonl"
	in_peer /lab/datagrams talk 10.9.76.1 7 2 100
	tc qdisc add dev twice0 root netem duplicate 50% || return
	timeout 30 /lab/talk twice/echo,host=10.9.77.2,count=3 twice/put,host=fd09:77::2,bytes=30000,size=10000 >>"$truth/traffic.jsonl"
	/lab/datagrams talk 10.9.77.2 7 3 150
	sleep 0.3
}
