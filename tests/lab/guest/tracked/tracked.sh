# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2154
#
# For the lab guest (busybox sh): tracked flows from the guest's namespace to the namespace peer, through NAT in either. The
# trackers of both are written down right before the machine dies. Uses $truth and step of tests/lab/guest/init.

# 10.9.0.9 does not exist: what goes there is sent to peer's servers. Peer redirects port 4000 to the server at 4321, and
# loses what comes to port 4999.
tracked_setup() {
	for namespace in "" "/bin/ip netns exec peer"; do # IPv6 is tracked where a rule asks
		$namespace /bin/nft 'add table ip6 watch; add chain ip6 watch in { type filter hook input priority 0; }; add rule ip6 watch in ct state new accept' || return
	done
	/bin/nft -f - <<-END || return
		table ip nat {
			chain zones { type filter hook output priority -300; tcp dport 4322 ct zone set 3; }
			chain answers { type filter hook prerouting priority -300; tcp sport 4322 ct zone set 3; }
			chain marks { type filter hook output priority 0; tcp dport 4323 ct mark set 0x17; }
			chain out { type nat hook output priority -100;
				ip daddr 10.9.0.9 tcp dport 80 dnat to 10.9.0.2:4321;
				ip daddr 10.9.0.9 udp dport 53 dnat to 10.9.0.2:5353;
			}
			chain post { type nat hook postrouting priority 100; tcp dport 4000 snat to 10.9.0.1:61000-61999; }
		}
	END
	/bin/ip netns exec peer /bin/nft -f - <<-END || return
		table ip nat {
			chain pre { type nat hook prerouting priority -100; tcp dport { 4000, 4322, 4323 } redirect to :4321; }
			chain in { type filter hook input priority 0; udp dport 4999 drop; }
		}
	END
	/bin/ip netns exec peer /lab/flow serve 10.9.0.2 5353 &
	sleep 1
}

tracked_flows() {
	# as it is; by a DNAT here; by an SNAT here and a redirect there; with a zone; with a mark
	/lab/flow tcp 10.9.0.2 4321 && /lab/flow tcp 10.9.0.9 80 && /lab/flow tcp 10.9.0.2 4000 &&
		/lab/flow tcp 10.9.0.2 4322 && /lab/flow tcp 10.9.0.2 4323 &&
		/lab/flow udp 10.9.0.9 53 && /lab/flow udp 10.9.0.2 4999 silent || return
	sleep 1
}

tracked_truth() {
	step "writing down the tracked flows"
	cat /proc/net/nf_conntrack >"$truth/conntrack" &&
		/bin/ip netns exec peer cat /proc/net/nf_conntrack >"$truth/conntrack-peer"
}
