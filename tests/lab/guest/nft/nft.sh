# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2154
#
# For the lab guest (busybox sh): rulesets of nft in the guest's namespace and in the namespace peer, with counters that traffic
# on both CPUs goes through. What counts matches this traffic alone, so that nothing is added between the truth and the
# death. Uses $truth, step, put and attempt of tests/lab/guest/init.

peer() { /bin/ip netns exec peer "$@"; }
nft() { /bin/nft "$@"; }

# br0 has a port to the namespace far.
nft_bridge() {
	ip netns add far && ip link add br0 type bridge && ip link add port0 type veth peer name port1 netns far &&
		ip link set port0 master br0 up && ip addr add 10.8.0.1/24 dev br0 && ip link set br0 up &&
		/bin/ip netns exec far ip addr add 10.8.0.2/24 dev port1 && /bin/ip netns exec far ip link set port1 up
}

nft_rules() {
	nft -f - <<-END || return
		table inet shop {
			counter web { }
			counter unused { }
			quota daily { 1 mbytes }
			quota tiny { over 200 bytes }
			limit often { rate 100/second }
			set addresses { type ipv4_addr; size 10; elements = { 10.9.0.1, 10.9.0.2, 10.9.0.3 }; }
			set addresses6 { type ipv6_addr; elements = { fd09::1, fd09::2 }; }
			set ports { type inet_service; elements = { 22, 80, 443, 4321, 8080 }; }
			set ranges { type ipv4_addr; flags interval; elements = { 10.0.0.0/8, 192.168.1.1-192.168.1.9, 240.0.0.0/4 }; }
			set limited { type ipv4_addr; flags interval; size 100; elements = { 172.16.0.0/12, 198.18.0.0/15 }; }
			set pairs { type ipv4_addr . inet_service; flags interval; elements = { 10.9.0.0/24 . 1-1023, 10.9.0.2 . 4321, 10.0.2.2 . 53 }; }
			set hosts { type ipv4_addr; flags timeout; timeout 1h; gc-interval 10m; elements = { 192.0.2.1, 192.0.2.2 timeout 2h, 192.0.2.3 timeout 5d }; }
			set seen { type ipv4_addr; flags dynamic,timeout; timeout 1d; size 128; }
			set few { type ipv4_addr; flags dynamic; size 2; }
			set const { type mark; flags constant; elements = { 1, 2, 3 }; }
			set brief { type ipv4_addr; timeout 1s; gc-interval 1h; elements = { 192.0.2.9 }; }
			set empty { type ether_addr; }
			map ways { type inet_service : verdict; elements = { 22 : accept, 23 : drop, 24 : continue }; }
			map marks { type ipv4_addr : mark; flags interval; elements = { 10.9.0.0/25 : 1, 10.9.0.128/25 : 2 }; }
			map counts { type ipv4_addr : counter; elements = { 10.9.0.2 : "web", 10.9.0.3 : "unused" }; }
			flowtable fast { hook ingress priority 0; devices = { veth0, eth0 }; }
			chain gone { }
			chain in {
				type filter hook input priority 0; policy accept;
				ip saddr @addresses icmp type echo-reply counter accept
				icmp type echo-request meta l4proto icmp counter ip daddr 127.0.0.0/8 counter jump loops
				icmpv6 type echo-reply counter
				tcp dport { 8080, 8081 } ip saddr 192.0.2.0/24 counter drop
			}
			chain loops {
				icmp type echo-request counter name web
				icmp type echo-request quota name daily
				icmp type echo-request quota name tiny counter
				icmp type echo-request limit name often
				ip daddr 127.0.0.0/8 add @few { ip daddr } counter
				ip daddr 127.0.0.0/8 update @seen { ip daddr }
				tcp dport vmap @ways
				tcp dport vmap { 1 : accept, 2 : drop }
			}
			chain through { type filter hook forward priority filter; policy drop; }
			chain way { type route hook output priority -150; icmp type echo-request ip ttl 64 counter; }
			chain early { type filter hook ingress device veth0 priority -500; icmp type echo-reply counter; }
		}
		table ip old {
			chain out { type filter hook output priority 10; ip daddr 10.9.0.2 icmp type echo-request counter; }
		}
		table ip6 old {
			chain out { type filter hook output priority 10; ip6 daddr fd09::2 icmpv6 type echo-request counter; }
		}
		table arp links {
			chain out { type filter hook output priority 0; arp daddr ip 10.9.0.77 counter; }
		}
		table netdev cards {
			chain veth0 { type filter hook ingress device veth0 priority -5; ip saddr 10.9.0.2 icmp type echo-reply counter; }
			chain both { type filter hook ingress devices = { eth0, lo } priority 5; ip daddr 127.0.0.3 icmp type echo-request counter; }
		}
		table bridge frames {
			chain in { type filter hook input priority 0; ip saddr 10.8.0.2 icmp type echo-reply counter; }
			chain out { type filter hook output priority 0; ip daddr 10.8.0.2 icmp type echo-request counter; }
		}
		table ip asleep {
			flags dormant;
			chain in { type filter hook input priority 0; icmp type echo-request counter; }
		}
		table ip nothing { }
		table ip deleted {
			chain in { type filter hook input priority 0; counter; }
		}
	END
	nft delete table ip deleted && nft delete chain inet shop gone || return
	# what is replaced has another handle, and another place
	nft insert rule inet shop in icmp type router-solicitation counter packets 12345678901 bytes 99999999999999 &&
		nft add rule inet shop in icmp type router-advertisement counter && nft delete element inet shop ports '{ 443 }' || return
	attempt nft 'add chain netdev cards late { type filter hook egress device veth0 priority 0; }
		add rule netdev cards late ip daddr 10.9.0.2 icmp type echo-request counter'
}

nft_rules_peer() {
	peer /bin/nft -f - <<-END
		table ip filter {
			counter asked { }
			set ours { type ipv4_addr; elements = { 10.9.0.1 } }
			chain in { type filter hook input priority 0; ip saddr @ours icmp type echo-request counter counter name asked; }
		}
	END
}

nft_setup() {
	nft_bridge && nft_rules && nft_rules_peer
}

nft_traffic() {
	for cpu in 1 2; do
		for to in 10.9.0.2 10.8.0.2 127.0.0.1 127.0.0.2 127.0.0.3 127.0.0.4 fd09::2; do
			taskset $cpu ping -c 3 -i 0.1 -s $((100 * cpu)) $to >/dev/null || return
		done
	done
	ping -c 1 -W 1 10.9.0.77 >/dev/null # nobody: asked for three times, once a second
	sleep 5
}

nft_truth() {
	step "writing down the rulesets of nft"
	nft -j list ruleset >"$truth/nft.json" && nft --debug=netlink list ruleset >"$truth/nft-netlink" &&
		peer /bin/nft -j list ruleset >"$truth/nft-peer.json" &&
		peer /bin/nft --debug=netlink list ruleset >"$truth/nft-peer-netlink" &&
		readlink /proc/self/ns/net >"$truth/netns" && peer readlink /proc/self/ns/net >"$truth/netns-peer"
}
