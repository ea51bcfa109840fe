# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154
#
# What recipes with parts="packets udp tunnels" share: a tunnel of each kind to the namespace peer, over the veth pair, and
# packets in them. Both ends are captured, and so is what is below them.

# network_tunnels: ipipt0, gret0, vxlant0, genevet0 to 10.9.50.2, 51, 52 and 53; sitt0 to fd09:54::2
network_tunnels() {
	tunnel ipip 50 && tunnel gre 51 && tunnel vxlan 52 id 42 dstport 4789 || return
	ip link add genevet0 type geneve id 43 remote 10.9.0.2 &&
		ip addr add 10.9.53.1/24 dev genevet0 && ip link set genevet0 up &&
		in_peer ip link add genevet1 type geneve id 43 remote 10.9.0.1 &&
		in_peer ip addr add 10.9.53.2/24 dev genevet1 && in_peer ip link set genevet1 up &&
		capture - genevet0 genevet1 && capture peer genevet1 genevet0 || return
	ip link add sitt0 type sit local 10.9.0.1 remote 10.9.0.2 ttl 64 &&
		ip -6 addr add fd09:54::1/64 dev sitt0 nodad && ip link set sitt0 up &&
		in_peer ip link add sitt1 type sit local 10.9.0.2 remote 10.9.0.1 ttl 64 &&
		in_peer ip -6 addr add fd09:54::2/64 dev sitt1 nodad && in_peer ip link set sitt1 up &&
		capture - sitt0 sitt1 && capture peer sitt1 sitt0 || return
	stacked veth0 ipipt0 gret0 vxlant0 genevet0 sitt0
	stacked veth1 ipipt1 gret1 vxlant1 genevet1 sitt1
}

# The kernel's own tables of sockets that are none of the wire; nothing changes these any more.
local_sockets() {
	/lab/locals || return
	for f in unix netlink packet raw raw6; do
		cat /proc/net/$f >"$truth/net-$f-local"
		in_peer cat /proc/net/$f >"$truth/net-$f-local-peer"
	done
}

tunnel_traffic() {
	for to in 10.9.50.2 10.9.51.2 10.9.52.2 10.9.53.2 fd09:54::2; do
		/lab/datagrams talk $to 7 1 300 || return
		/lab/datagrams send $to 9 1 50 || return
		ping -c 1 $to >/dev/null || return
	done
	/lab/talk tunnel/echo,host=10.9.51.2,count=1 tunnel/echo,host=10.9.52.2,count=1 >>"$truth/traffic.jsonl"
	sleep 0.3
}
