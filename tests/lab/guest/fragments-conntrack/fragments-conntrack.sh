# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154
#
# What recipes with parts="fragments fragments-conntrack" share: fragments of which the others never come, to the namespace
# peer, where the connection tracker puts them together before IPv6 does, and to ours, where nothing asks for it.

conntrack_setup() {
	for f in ipv4/ipfrag_time ipv6/ip6frag_time; do
		echo 900 >/proc/sys/net/$f && ip netns exec peer sh -c "echo 900 >/proc/sys/net/$f" || return
	done
	ip netns exec peer sh -c 'echo 700 >/proc/sys/net/netfilter/nf_conntrack_frag6_timeout' || return
	ip netns exec peer nft -f - <<-END
		table inet tracks {
			chain zones { type filter hook prerouting priority -450; frag id 70010 ct zone set 5; }
			chain pre { type filter hook prerouting priority 0; ct state invalid accept; }
		}
	END
}

conntrack_fragments() {
	for to in 10.9.0.2 fd09::2; do
		ping -c 1 $to >/dev/null || return
	done
	id=10
	for what in hole headless endless whole overlap; do
		/lab/fragments 10.9.0.1 10.9.0.2 7 $id $what >>"$truth/fragments.jsonl" || return
		/lab/fragments fd09::1 fd09::2 7 $((id + 70000)) $what >>"$truth/fragments.jsonl" || return
		id=$((id + 1))
	done
	# On its way out it is put together, too; what is sent to ourselves meets no rule.
	ip netns exec peer /lab/fragments fd09::2 fd09::1 7 70020 hole >>"$truth/fragments.jsonl" || return
	/lab/fragments fd09::1 fd09::1 7 70030 hole >>"$truth/fragments.jsonl" || return
	sleep 0.3
}

conntrack_truth() {
	for f in sockstat sockstat6; do
		cat /proc/net/$f >"$truth/net-$f-fragments"
		ip netns exec peer cat /proc/net/$f >"$truth/net-$f-fragments-peer"
	done
	ip netns exec peer cat /proc/sys/net/netfilter/nf_conntrack_frag6_timeout >"$truth/nf_conntrack_frag6_timeout"
	ip netns exec peer nft list ruleset >"$truth/nft-peer"
}
