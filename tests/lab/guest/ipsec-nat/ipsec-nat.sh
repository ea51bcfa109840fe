# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154
#
# What recipes with parts="packets udp ipsec ipsec6 ipsec-nat" share, beside ipsec6.sh's probes: ESP in UDP between the namespace peer
# and one behind this machine, far, to which it forwards port 4500. The peer's states are deleted in the end, as if it were another
# machine: what it sent was to an address that no state has.

in_far() { ip netns exec far "$@"; }

nat_setup() {
	ip netns add far &&
		ip link add far0 type veth peer name far1 netns far &&
		ip addr add 172.17.9.1/24 dev far0 && ip link set far0 up &&
		in_far ip addr add 172.17.9.2/24 dev far1 && in_far ip link set far1 up && in_far ip link set lo up &&
		in_far ip route add default via 172.17.9.1 &&
		capture - far0 far1 && capture far far1 far0 || return
	echo 1 >/proc/sys/net/ipv4/ip_forward
	nft -f - <<-END || return
		table ip nat {
			chain pre { type nat hook prerouting priority -100; iifname "veth0" udp dport 4500 dnat to 172.17.9.2; }
		}
	END
	encap="encap espinudp 4500 4500 0.0.0.0" reqid=8
	state in_peer 10.9.0.2 10.9.0.1 0x7a00 transport "$NULL" $AUTH $encap &&
		state in_peer 10.9.0.1 10.9.0.2 0x7a01 transport "$NULL" $AUTH $encap &&
		state in_far 10.9.0.2 172.17.9.2 0x7a00 transport "$NULL" $AUTH $encap &&
		state in_far 172.17.9.2 10.9.0.2 0x7a01 transport "$NULL" $AUTH $encap &&
		policy in_peer out 10.9.0.2 10.9.0.1 transport && policy in_peer in 10.9.0.1 10.9.0.2 transport &&
		policy in_far in 10.9.0.2 172.17.9.2 transport && policy in_far out 172.17.9.2 10.9.0.2 transport || return
	in_peer /lab/natt serve && in_far /lab/natt serve || return
	in_far /lab/datagrams serve :: 7 &
	sleep 0.2
}

nat_traffic() {
	in_peer /lab/datagrams talk 10.9.0.1 7 4 200 || return
	sleep 0.5
	in_far cat /proc/net/xfrm_stat >"$truth/net-xfrm_stat-far"
	in_far ip -s xfrm state >"$truth/nat-xfrm-state"
	in_peer ip xfrm policy deleteall && in_peer ip xfrm state deleteall
}
