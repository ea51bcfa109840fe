# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154
#
# What recipes with parts=packets share: networks other than a card, a loopback and a veth pair, with a
# capture of each.

# capture NETNS|- DEVICE SENDER: what DEVICE receives, sent by the device SENDER, until the trace is frozen.
capture() {
	mkdir -p "$truth/captures"
	if [ "$1" = - ]; then
		sniff "$2" "$truth/captures/$2.pcap" &
	else
		/bin/ip netns exec "$1" sniff "$2" "$truth/captures/$2.pcap" &
	fi
	sniffers="$sniffers $!"
	echo "$2 $3" >>"$truth/captures/links"
}

# Devices that a packet may pass one after the other: for the comparison they are one.
stacked() {
	mkdir -p "$truth/captures"
	echo "$*" >>"$truth/captures/stacks"
}

in_peer() { ip netns exec peer "$@"; }

# network_vlan: VLAN 100 over the veth pair, 10.9.100.1 and .2; fd09:100::1 and ::2
network_vlan() {
	ip link add link veth0 name veth0.100 type vlan id 100 &&
		ip addr add 10.9.100.1/24 dev veth0.100 &&
		ip -6 addr add fd09:100::1/64 dev veth0.100 nodad &&
		ip link set veth0.100 up &&
		in_peer ip link add link veth1 name veth1.100 type vlan id 100 &&
		in_peer ip addr add 10.9.100.2/24 dev veth1.100 &&
		in_peer ip -6 addr add fd09:100::2/64 dev veth1.100 nodad &&
		in_peer ip link set veth1.100 up
}

# network_macvlan: 10.9.0.11 in the namespace mv, on top of veth0
network_macvlan() {
	ip netns add mv &&
		ip link add mv0 link veth0 netns mv type macvlan mode bridge &&
		ip netns exec mv ip addr add 10.9.0.11/24 dev mv0 &&
		ip netns exec mv ip link set mv0 up
}

# tunnel KIND NET WORDS: KIND0 here and KIND1 there, 10.9.NET.1 and .2
tunnel() {
	kind=$1 net=$2
	shift 2
	ip link add "${kind}t0" type "$kind" "$@" local 10.9.0.1 remote 10.9.0.2 &&
		ip addr add "10.9.$net.1/24" dev "${kind}t0" &&
		ip link set "${kind}t0" up &&
		in_peer ip link add "${kind}t1" type "$kind" "$@" local 10.9.0.2 remote 10.9.0.1 &&
		in_peer ip addr add "10.9.$net.2/24" dev "${kind}t1" &&
		in_peer ip link set "${kind}t1" up &&
		capture - "${kind}t0" "${kind}t1" &&
		capture peer "${kind}t1" "${kind}t0"
}

# network_queues: a veth pair of four queues, whose packets RPS spreads; segments of up to 150000 bytes
network_queues() {
	ip link add vq0 numtxqueues 4 numrxqueues 4 type veth peer name vq1 numtxqueues 4 numrxqueues 4 netns peer &&
		ip addr add 10.9.60.1/24 dev vq0 &&
		ip -6 addr add fd09:60::1/64 dev vq0 nodad &&
		ip link set vq0 up &&
		in_peer ip addr add 10.9.60.2/24 dev vq1 &&
		in_peer ip -6 addr add fd09:60::2/64 dev vq1 nodad &&
		in_peer ip link set vq1 up || return
	attempt ip link set vq0 gso_max_size 150000 gro_max_size 150000
	attempt in_peer ip link set vq1 gso_max_size 150000 gro_max_size 150000
	echo 1024 >/proc/sys/net/core/rps_sock_flow_entries
	for queue in /sys/class/net/vq0/queues/rx-*; do
		echo 3 >"$queue/rps_cpus" && echo 256 >"$queue/rps_flow_cnt" || return
	done
	capture - vq0 vq1 && capture peer vq1 vq0
}

# container NAME ADDRESS: a namespace on the bridge
container() {
	ip netns add "$1" &&
		ip link add "${1}h" type veth peer name "${1}e" netns "$1" &&
		ip link set "${1}h" master br0 up &&
		ip netns exec "$1" ip link set lo up &&
		ip netns exec "$1" ip addr add "$2/24" dev "${1}e" &&
		ip netns exec "$1" ip link set "${1}e" up &&
		ip netns exec "$1" ip route add default via 172.17.0.1 &&
		capture - "${1}h" "${1}e" && capture "$1" "${1}e" "${1}h"
}

# network_bridge: two containers, 172.17.0.2 and .3; masqueraded outwards, 10.9.0.1:8888 leads to the first
network_bridge() {
	ip link add br0 type bridge && ip addr add 172.17.0.1/24 dev br0 && ip link set br0 up &&
		container c1 172.17.0.2 && container c2 172.17.0.3 &&
		echo 1 >/proc/sys/net/ipv4/ip_forward &&
		nft -f - <<-END
			table ip nat {
				chain pre { type nat hook prerouting priority -100; tcp dport 8888 dnat to 172.17.0.2:4321; }
				chain post { type nat hook postrouting priority 100; ip saddr 172.17.0.0/24 oifname "veth0" masquerade; }
			}
			table inet filter {
				chain forward { type filter hook forward priority 0; ct state invalid drop; tcp dport 4444 drop; }
				chain in { type filter hook input priority 0; ct state established accept; tcp dport 4445 drop; }
			}
		END
}

# all_networks: of all the above, what this kernel and this machine's ip know
all_networks() {
	network_vlan || return
	network_macvlan || return
	tunnel ipip 50 || return
	tunnel gre 51 || return
	tunnel vxlan 52 id 42 dstport 4789 || return
	network_queues || return
	network_bridge || return
	stacked veth0 veth0.100 mv0 ipipt0 gret0 vxlant0 vq0 br0 c1h c2h
	stacked veth1 veth1.100 ipipt1 gret1 vxlant1 vq1
	ip netns exec c1 traffic -l 4321 &
	/lab/talk -mptcp 127.0.0.1 6001 &
	sleep 1
}

# mixed_traffic: everything that goes through them, with what is no TCP in between
mixed_traffic() {
	/lab/talk -noise 15 &
	noise=$!
	ip netns exec mv /lab/talk macvlan/echo,host=10.9.0.2,count=3 macvlan/get,host=10.9.0.2,bytes=30000 >>"$truth/traffic.jsonl"
	ip netns exec c1 /lab/talk nat/echo,host=10.9.0.2,count=3 nat/put,host=10.9.0.2,bytes=30000,size=10000 >>"$truth/traffic.jsonl"
	ip netns exec c2 /lab/talk bridge/echo,host=172.17.0.2,count=3 bridge/get,host=172.17.0.2,bytes=30000 >>"$truth/traffic.jsonl"
	in_peer /lab/talk dnat/echo,host=10.9.0.1,port=8888,count=3 >>"$truth/traffic.jsonl"
	timeout 2 ip netns exec c1 /lab/talk forbidden/echo,host=10.9.0.2,port=4444 >/dev/null
	timeout 2 ip netns exec peer /lab/talk forbidden/echo,host=10.9.0.1,port=4445 >/dev/null
	/lab/talk \
		vlan/echo,host=10.9.100.2,count=3 vlan/put,host=fd09:100::2,bytes=30000,size=10000 \
		tunnel/echo,host=10.9.50.2,count=3 tunnel/get,host=10.9.50.2,bytes=30000 \
		tunnel/echo,host=10.9.51.2,count=3 tunnel/put,host=10.9.51.2,bytes=30000,size=10000 \
		tunnel/echo,host=10.9.52.2,count=3 tunnel/get,host=10.9.52.2,bytes=30000 \
		queues/echo,host=10.9.60.2,count=3 queues/get,host=10.9.60.2,bytes=60000 \
		big/put,host=fd09:60::2,bytes=800000,size=65536 \
		bridge/echo,host=172.17.0.2,count=3 \
		ns4/echo,host=10.9.0.2,times=20,size=300 \
		mptcp/echo,host=127.0.0.1,port=6001,count=3,how=mptcp \
		ns4/put,host=10.9.0.2,bytes=200000,how=sendfile ns6/put,host=fd09::2,bytes=100000,how=splice \
		ns4/put,host=10.9.0.2,bytes=200000,size=50000,how=zerocopy \
		option/echo,host=10.9.0.2,count=3,how=ipoption option/echo,host=fd09::2,count=3,how=dstoption \
		>>"$truth/traffic.jsonl"
	wait $noise
}
