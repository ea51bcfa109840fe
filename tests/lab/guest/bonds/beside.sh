# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2154
#
# For the lab guest (busybox sh): neighbours, addresses, forwarding databases and VLANs of every kind that iproute2 prints, what it
# printed of them, and teams. Uses $truth and step of tests/lab/guest/init, and the namespaces of bonds.sh.

beside_each() { # reads "PROGRAM WORDS" lines, for the namespace here; "-": this kernel may not have it
	while read -r program line; do
		may=
		[ "$program" != - ] || { may=yes; program=${line%% *}; line=${line#* }; }
		# shellcheck disable=SC2086
		case $program in '' | '#'*) ;; *) /bin/"$program" -n here $line || [ "$may" ] || { step "$program $line"; return 1; } ;; esac
	done
}

# team7 sends by t71, which is not its first port; team8 by all that are up.
beside_teams() {
	for n in 7 8; do
		ip -n here link add team$n type team &&
			ip netns exec here /lab/teamctl team$n set mode $([ $n = 7 ] && echo activebackup || echo roundrobin) || return
		for i in 0 1 2; do
			ip -n here link add t$n$i type veth peer name t$n${i}e && ip -n here link set t$n$i master team$n || return
			[ $i = 2 ] || ip -n here link set t$n${i}e up || return
		done
		ip -n here link set team$n up || return
	done
	ip netns exec here /lab/teamctl team7 set activeport t71
}

beside() {
	beside_teams || return
	for family in 4 6; do
		echo 3600000 >/proc/sys/net/ipv$family/neigh/default/base_reachable_time_ms
		ip netns exec here sh -c "for f in /proc/sys/net/ipv$family/neigh/*/base_reachable_time_ms; do echo 3600000 >\$f; done"
	done
	beside_each <<-END
		ip link add fil7 type bridge vlan_filtering 1 vlan_default_pvid 1
		ip link add f0 type veth peer name f0e
		ip link add f1 type dummy
		ip link set f0 master fil7 up
		ip link set f0e up
		ip link set f1 master fil7 up
		ip link set fil7 up
		ip link add vx7 type vxlan id 7 dstport 4789 nolearning
		ip link set vx7 up
		ip link add way7 type dummy
		ip link set way7 up
		ip link add tun7 type ipip local 10.60.0.1 remote 10.60.0.9
		ip link set tun7 up
		bridge vlan add vid 10 dev f0 pvid untagged
		bridge vlan add vid 20-24 dev f0
		bridge vlan add vid 30 dev f0 untagged
		bridge vlan del vid 1 dev f1
		bridge vlan add vid 30 dev f1
		bridge vlan add vid 4000-4094 dev f1
		bridge vlan add vid 10 dev fil7 self
		bridge vlan add vid 31 dev fil7 self untagged
		bridge fdb add 02:00:00:00:00:01 dev f0 master static vlan 20
		bridge fdb add 02:00:00:00:00:02 dev f0 master dynamic vlan 10
		bridge fdb add 02:00:00:00:00:03 dev f1 master static sticky vlan 30
		bridge fdb add 02:00:00:00:00:04 dev f1 master dynamic extern_learn vlan 30
		bridge fdb add 02:00:00:00:00:05 dev f1 self
		bridge fdb add 02:00:00:00:00:06 dev fil7 self local vlan 10
		bridge fdb append 00:00:00:00:00:00 dev vx7 dst 10.60.0.7
		bridge fdb append 00:00:00:00:00:00 dev vx7 dst 10.60.0.8 port 8472 vni 77
		bridge fdb add 02:00:00:00:00:07 dev vx7 dst 10.60.0.8 via way7
		ip addr add 10.61.0.1/24 brd + dev way7
		ip addr add 10.61.0.2/24 dev way7 label way7:1
		ip addr add 10.62.0.1 peer 10.62.0.9/24 dev way7 metric 77 scope link
		ip addr add 10.63.0.1/24 dev way7 valid_lft 100000 preferred_lft 50000 noprefixroute
		ip addr add 10.64.0.1/32 dev way7 scope host
		ip -6 addr add fd61::1/64 dev way7 nodad
		ip -6 addr add fd62::1 peer fd62::9/128 dev way7 nodad
		ip -6 addr add fd63::1/64 dev way7 valid_lft 100000 preferred_lft 0 nodad
		ip -6 addr add fd64::1/64 dev way7 valid_lft forever preferred_lft 90000 nodad home mngtmpaddr noprefixroute
		ip -6 addr add fd65::1/64 dev way7 metric 99 nodad
		ip -6 addr add fd66::1/64 dev silent
		ip neigh add 10.61.0.50 lladdr 02:00:00:00:01:50 dev f0e nud permanent
		ip neigh add 10.61.0.51 lladdr 02:00:00:00:01:51 dev f0e nud reachable
		ip neigh add 10.61.0.52 lladdr 02:00:00:00:01:52 dev f0e nud stale
		ip neigh add 10.61.0.53 lladdr 02:00:00:00:01:53 dev f0e nud noarp
		ip neigh add 10.61.0.54 lladdr 02:00:00:00:01:54 dev f0e nud permanent protocol static
		ip neigh add 10.61.0.55 lladdr 02:00:00:00:01:55 dev f0e nud stale extern_learn
		ip neigh add fd61::50 lladdr 02:00:00:00:06:50 dev f0e nud stale router
		ip neigh add fd61::51 lladdr 02:00:00:00:06:51 dev f0e nud permanent
		ip neigh add proxy 10.61.0.99 dev f0e
		ip neigh add proxy fd61::99 dev f0e
		- ip neigh add 10.61.0.56 dev f0e managed
	END
	ip netns exec here ping -c 1 -W 1 10.60.0.77 # nobody answers
	ip netns exec here ping -c 1 10.60.0.1
	true
}

beside_truth() {
	step "writing down neighbours, addresses and what bridges know"
	stat -L -c '%i %n' /proc/self/ns/net /run/netns/* >"$truth/beside-netns"
	for n in 7 8; do
		ip netns exec here /lab/teamctl team$n >"$truth/beside-team$n"
	done
	for at in "" -here -far; do
		n=${at:+-n ${at#-}}
		# shellcheck disable=SC2086
		{ /bin/ip $n neigh show nud all && /bin/ip $n neigh show proxy; } >"$truth/beside-neigh$at"
		/bin/ip $n -o addr >"$truth/beside-addr$at"
		/bin/bridge $n fdb show >"$truth/beside-fdb$at"
		/bin/bridge $n -j vlan show >"$truth/beside-vlan$at"
	done
}
