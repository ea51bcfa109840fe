# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154
#
# What recipes with parts="packets udp overlays labels" share: MPLS, segment routing over IPv6, GUE, addresses that tc changes on
# their way out, options in IPv4's header, and a bridge that calls iptables. To the namespace peer, and between two others.

network_labels() {
	modes=/proc/sys/net
	# Labels: one for IPv6, two for IPv4; the peer takes them off on its loopback.
	ip link add mp0 type veth peer name mp1 netns peer && ends mp 80 &&
		echo 1000 >$modes/mpls/platform_labels && echo 1 >$modes/mpls/conf/mp0/input &&
		in_peer sh -c "echo 1000 >$modes/mpls/platform_labels; echo 1 >$modes/mpls/conf/mp1/input; echo 1 >$modes/mpls/conf/lo/input" &&
		ip addr add 10.9.81.1/32 dev lo && ip -6 addr add fd09:81::1/128 dev lo nodad &&
		in_peer ip addr add 10.9.81.2/32 dev lo && in_peer ip -6 addr add fd09:81::2/128 dev lo nodad &&
		in_peer ip -M route add 100 dev lo && in_peer ip -M route add 200 dev lo &&
		ip route add 10.9.81.2/32 encap mpls 100/200 via inet 10.9.80.2 src 10.9.81.1 &&
		in_peer ip route add 10.9.81.1/32 via 10.9.80.1 src 10.9.81.2 &&
		ip -6 route add fd09:81::2/128 encap mpls 100 via inet6 fd09:80::2 src fd09:81::1 &&
		in_peer ip -6 route add fd09:81::1/128 via fd09:80::1 src fd09:81::2 || return
	step "segments"
	ip link add sr0 type veth peer name sr1 netns peer && ends sr 82 &&
		in_peer sh -c "for f in $modes/ipv6/conf/*/seg6_enabled; do echo 1 >\$f; done" &&
		ip -6 addr add fd09:83::1/128 dev lo nodad && in_peer ip -6 addr add fd09:83::2/128 dev lo nodad &&
		ip -6 addr add fd09:84::1/128 dev lo nodad && in_peer ip -6 addr add fd09:84::2/128 dev lo nodad &&
		in_peer ip -6 route add fd09:82::100/128 encap seg6local action End.DT6 table 255 dev sr1 &&
		ip -6 route add fd09:82::100/128 via fd09:82::2 &&
		ip -6 route add fd09:83::2/128 encap seg6 mode encap segs fd09:82::100 dev sr0 src fd09:83::1 &&
		in_peer ip -6 route add fd09:83::1/128 via fd09:82::1 src fd09:83::2 &&
		ip -6 route add fd09:84::2/128 encap seg6 mode inline segs fd09:82::2 dev sr0 src fd09:84::1 &&
		in_peer ip -6 route add fd09:84::1/128 via fd09:82::1 src fd09:84::2 || return
	step "GUE"
	ip fou add port 5556 gue && in_peer ip fou add port 5556 gue &&
		ip link add guet0 type ipip local 10.9.0.1 remote 10.9.0.2 ttl 64 encap gue encap-sport auto encap-dport 5556 &&
		in_peer ip link add guet1 type ipip local 10.9.0.2 remote 10.9.0.1 ttl 64 encap gue encap-sport auto encap-dport 5556 &&
		ip addr add 10.9.85.1/24 dev guet0 && ip link set guet0 up &&
		in_peer ip addr add 10.9.85.2/24 dev guet1 && in_peer ip link set guet1 up &&
		capture - guet0 guet1 && capture peer guet1 guet0 || return
	step "rewritten by tc"
	ip link add rew0 type veth peer name rew1 netns peer && ends rew 86 &&
		tc qdisc add dev rew0 clsact &&
		tc filter add dev rew0 egress protocol ip u32 match ip dst 10.9.87.2/32 action nat egress 10.9.86.1/32 10.9.87.1 &&
		tc filter add dev rew0 ingress protocol ip u32 match ip dst 10.9.87.1/32 action nat ingress 10.9.87.1/32 10.9.86.1 &&
		in_peer ip addr add 10.9.87.2/32 dev rew1 && in_peer ip route add 10.9.87.1/32 via 10.9.86.1 src 10.9.87.2 && ip route add 10.9.87.2/32 dev rew0 src 10.9.86.1 || return
	step "a bridge that calls iptables"
	ip netns add b1 && ip netns add b2 && ip link add br9 type bridge && ip link set br9 up &&
		ip link add bp1 type veth peer name bo1 netns b1 && ip link add bp2 type veth peer name bo2 netns b2 || return
	for nr in 1 2; do
		ip link set bp$nr master br9 up && ip netns exec b$nr ip addr add 10.9.88.$nr/24 dev bo$nr &&
			ip netns exec b$nr ip -6 addr add fd09:88::$nr/64 dev bo$nr nodad &&
			ip netns exec b$nr ip link set bo$nr up && ip netns exec b$nr ip link set lo up &&
			capture - bp$nr bo$nr && capture b$nr bo$nr bp$nr || return
	done
	echo 1 >$modes/bridge/bridge-nf-call-iptables && echo 1 >$modes/bridge/bridge-nf-call-ip6tables || return
	stacked bp1 br9 bp2
	stacked veth0 guet0
	stacked veth1 guet1
	nft -f - <<-'END' || return
		table inet bridged {
			chain forward {
				type filter hook forward priority 0; policy accept;
				ct state new counter
				tcp dport 4399 drop
			}
		}
	END
	ip netns exec b2 traffic -l 4321 &
	ip netns exec b2 /lab/datagrams serve :: 7 &
	sleep 3
}

labels_traffic() {
	for to in 10.9.81.2 fd09:81::2 fd09:83::2 fd09:84::2 10.9.85.2 10.9.87.2; do
		step "to $to"
		/lab/datagrams talk $to 7 1 300 && /lab/datagrams send $to 9 1 50 && ping -c 1 -w 5 $to >/dev/null || return
		timeout 30 /lab/talk labels/echo,host=$to,count=2,size=400 labels/put,host=$to,bytes=30000,size=10000 >>"$truth/traffic.jsonl"
	done
	step "options"
	/lab/datagrams options 10.9.80.2 7 2 120 && timeout 30 /lab/talk labels/echo,host=10.9.80.2,count=2,how=ipoption >>"$truth/traffic.jsonl" || return
	for to in 10.9.88.2 fd09:88::2; do
		ip netns exec b1 /lab/datagrams talk $to 7 2 200 && ip netns exec b1 ping -c 1 -w 5 $to >/dev/null || return
		ip netns exec b1 timeout 30 /lab/talk bridge/echo,host=$to,count=2 bridge/put,host=$to,bytes=30000,size=10000 >>"$truth/traffic.jsonl"
	done
	ip netns exec b1 timeout 1 traffic -c 10.9.88.2 4399 >/dev/null 2>&1
	sleep 0.3
}
