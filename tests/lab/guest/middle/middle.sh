# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154
#
# What recipes with parts="packets modern middle" share (modern.sh has pair and ingress programs): what stands between two
# ends. Namespaces are one letter and a number: a1 and a2 by a flow table, b1 by nft's queue, c1 to c2 by IPVS, d1 by TUN
# devices and a relay, e1 by an IFB and with a mirror, f1 by MACsec, g1 in a VRF, h1 by threads of NAPI.

# between NET NAME: the namespace NAME behind a veth pair, 10.9.NET.1 and .2, both ends captured; it has a server of its own
between() {
	ip netns add "$2" && pair "$1" "${2}h" "${2}e" "$2" &&
		ip netns exec "$2" ip link set lo up &&
		ip netns exec "$2" ip route add default via "10.9.$1.1" &&
		capture - "${2}h" "${2}e" && capture "$2" "${2}e" "${2}h" || return
	ip netns exec "$2" traffic -l 4321 &
}

# network_flow_table: what is forwarded from a1 to a2 passes IP once a direction, and then no more
network_flow_table() {
	between 81 a1 && between 82 a2 && echo 1 >/proc/sys/net/ipv4/ip_forward &&
		nft -f - <<-END
			table inet fast {
				flowtable f { hook ingress priority 0; devices = { a1h, a2h }; }
				chain forward { type filter hook forward priority 0; ip protocol tcp flow add @f; }
			}
		END
}

# network_user_queue: what goes to and comes from b1 waits for a program, and port 4999 for one that never answers
network_user_queue() {
	between 83 b1 && nft -f - <<-END || return
		table inet queues {
			chain in { type filter hook input priority 0;
				iifname "b1h" tcp dport 4999 queue num 8
				iifname "b1h" meta l4proto tcp queue num 7
			}
			chain out { type filter hook output priority 0;
				oifname "b1h" tcp dport 4999 queue num 8
				oifname "b1h" meta l4proto tcp queue num 7
			}
		}
	END
	/lab/middle queue 7 &
	/lab/middle hold 8 &
}

# network_ipvs: c1's 10.9.84.1:8080 is c2's server
network_ipvs() {
	between 84 c1 && between 85 c2 &&
		ipvsadm -A -t 10.9.84.1:8080 -s rr && ipvsadm -a -t 10.9.84.1:8080 -r 10.9.85.2:4321 -m
}

# network_tun: 10.9.86.1 and .2, by a program that reads from one device and writes to the other
network_tun() {
	ip netns add d1 || return
	[ -e /dev/net/tun ] || { mkdir -p /dev/net && mknod /dev/net/tun c 10 200; }
	/lab/middle relay d1h d1 d1e &
	sleep 0.5
	ip addr add 10.9.86.1/24 dev d1h && ip link set d1h up &&
		ip netns exec d1 ip addr add 10.9.86.2/24 dev d1e && ip netns exec d1 ip link set d1e up &&
		capture - d1h d1e && capture d1 d1e d1h || return
	ip netns exec d1 traffic -l 4321 &
}

# network_ifb: what comes from e1 passes shape0, an IFB, first; what goes there is copied to copy0, whose peer takes nothing
network_ifb() {
	between 87 e1 && ip link add shape0 type ifb && ip link set shape0 up &&
		ip link add copy0 type veth peer name copy1 netns e1 && ip link set copy0 up &&
		ip netns exec e1 ip link set copy1 up && capture e1 copy1 copy0 &&
		tc qdisc add dev e1h clsact &&
		tc filter add dev e1h ingress protocol ip matchall action mirred egress redirect dev shape0 &&
		tc filter add dev e1h egress protocol ip matchall action mirred egress mirror dev copy0 &&
		echo e1h shape0 >>"$truth/captures/passes"
}

# secured NETNS|- DEVICE NAME OWN OTHER OTHERS_ADDRESS: MACsec on DEVICE
secured() {
	run=
	[ "$1" = - ] || run="ip netns exec $1"
	$run ip link add link "$2" "$3" type macsec encrypt on &&
		$run ip macsec add "$3" tx sa 0 pn 1 on key 00 "$4" &&
		$run ip macsec add "$3" rx port 1 address "$6" &&
		$run ip macsec add "$3" rx port 1 address "$6" sa 0 pn 1 on key 01 "$5" &&
		$run ip link set "$3" up
}

# network_macsec: 10.9.88.1 and .2 above the veth pair of 10.9.89.0
network_macsec() {
	between 89 f1 || return
	here=$(cat /sys/class/net/f1h/address) there=$(ip netns exec f1 cat /sys/class/net/f1e/address)
	one=00112233445566778899aabbccddeeff two=ffeeddccbbaa99887766554433221100
	secured - f1h f1m $one $two "$there" && ip addr add 10.9.88.1/24 dev f1m &&
		secured f1 f1e f1n $two $one "$here" && ip netns exec f1 ip addr add 10.9.88.2/24 dev f1n &&
		capture - f1m f1n && capture f1 f1n f1m && stacked f1h f1m && stacked f1e f1n
}

# network_vrf: 10.9.90.1 belongs to a routing domain of its own
network_vrf() {
	ip link add vrf1 type vrf table 90 && ip link set vrf1 up && between 90 g1 &&
		ip link set g1h master vrf1 && stacked g1h vrf1 && echo 1 >/proc/sys/net/ipv4/tcp_l3mdev_accept
}

# network_threads: threads of NAPI instead of the softirq; veth has NAPI where a program of XDP is
network_threads() {
	between 91 h1 && /lab/modern -xdp 2 $BPFFS/passed && ip link set dev h1h xdpdrv pinned $BPFFS/passed &&
		echo 1 >/sys/class/net/h1h/threaded
}

# network_wrapped: l2tt0, ip6t0 and fout0 above veth0 and IPv4 or IPv6, 10.9.92.1 to .94.1
network_wrapped() {
	ip l2tp add tunnel tunnel_id 1 peer_tunnel_id 1 encap udp local 10.9.0.1 remote 10.9.0.2 udp_sport 6101 udp_dport 6101 &&
		ip l2tp add session name l2tt0 tunnel_id 1 session_id 1 peer_session_id 1 &&
		in_peer ip l2tp add tunnel tunnel_id 1 peer_tunnel_id 1 encap udp local 10.9.0.2 remote 10.9.0.1 udp_sport 6101 udp_dport 6101 &&
		in_peer ip l2tp add session name l2tt1 tunnel_id 1 session_id 1 peer_session_id 1 &&
		ip link add ip6t0 type ip6tnl mode any local fd09::1 remote fd09::2 &&
		in_peer ip link add ip6t1 type ip6tnl mode any local fd09::2 remote fd09::1 &&
		ip fou add port 5555 ipproto 4 && in_peer ip fou add port 5555 ipproto 4 &&
		ip link add fout0 type ipip local 10.9.0.1 remote 10.9.0.2 encap fou encap-sport auto encap-dport 5555 &&
		in_peer ip link add fout1 type ipip local 10.9.0.2 remote 10.9.0.1 encap fou encap-sport auto encap-dport 5555 || return
	net=92
	for name in l2tt ip6t fout; do
		ip addr add "10.9.$net.1/24" dev "${name}0" && ip link set "${name}0" up &&
			in_peer ip addr add "10.9.$net.2/24" dev "${name}1" && in_peer ip link set "${name}1" up &&
			capture - "${name}0" "${name}1" && capture peer "${name}1" "${name}0" || return
		net=$((net + 1))
	done
	stacked veth0 l2tt0 ip6t0 fout0
	stacked veth1 l2tt1 ip6t1 fout1
}

middle_networks() {
	mount -t bpf bpf $BPFFS || return
	for network in flow_table user_queue ipvs tun ifb macsec vrf threads wrapped; do
		"network_$network" || { echo "network_$network" >>"$truth/failed"; return 1; }
	done
	traffic -l 4321 &
	sleep 1
}

# conversation WHERE HOST [PORT]
conversation() {
	/lab/talk "$1/echo,host=$2,port=${3:-4321},count=3,size=2000" "$1/put,host=$2,port=${3:-4321},bytes=40000,size=10000" \
		"$1/get,host=$2,port=${3:-4321},bytes=40000"
}

middle_plans() {
	ip netns exec a1 /lab/talk flowtable/echo,host=10.9.82.2,count=4,size=2000 flowtable/put,host=10.9.82.2,bytes=40000,size=10000 \
		flowtable/get,host=10.9.82.2,bytes=40000
	conversation queue 10.9.83.2
	ip netns exec b1 /lab/talk queued/echo,host=10.9.83.1,count=3 queued/get,host=10.9.83.1,bytes=20000
	ip netns exec c1 /lab/talk ipvs/echo,host=10.9.84.1,port=8080,count=3 ipvs/get,host=10.9.84.1,port=8080,bytes=40000
	conversation tun 10.9.86.2
	conversation ifb 10.9.87.2
	conversation macsec 10.9.88.2
	ip netns exec g1 /lab/talk vrf/echo,host=10.9.90.1,count=3 vrf/get,host=10.9.90.1,bytes=40000
	conversation threads 10.9.91.2
	conversation l2tp 10.9.92.2
	conversation ip6tnl 10.9.93.2
	conversation fou 10.9.94.2
}

middle_traffic() {
	middle_plans >>"$truth/traffic.jsonl"
	timeout 2 /lab/talk held/echo,host=10.9.83.2,port=4999 >/dev/null
	timeout 2 /bin/ip netns exec b1 /lab/talk held/echo,host=10.9.83.1,port=4999 >/dev/null
	cat /proc/net/netfilter/nfnetlink_queue >"$truth/nfnetlink-queue"
}
