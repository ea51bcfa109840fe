# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154
#
# What recipes with parts="packets lean" share: a machine that is armed with --lean, a witness in a buffer of its own that records all
# that the default would, and traffic of which much is dropped before a device has it.

# lean_witness OPTIONS of pkttrace-arm: tests/lab/check-lean compares the packets of both.
lean_witness() {
	mkdir $T/instances/witness &&
		sed 's/.*\[\(.*\)\].*/\1/' $T/trace_clock >$T/instances/witness/trace_clock || return
	pkttrace-arm start --print "$@" 2>/dev/null |
		sed '/set_ftrace_filter/d; s/pkttrace\//witness\//; s/ > \(events\/\)/ > instances\/witness\/\1/
			s/ > \(buffer_size_kb\|tracing_on\)$/ > instances\/witness\/\1/' >/tmp/witness
	(cd $T && . /tmp/witness)
}

# Rules that drop what this machine makes, one in so many of what passes, and containers behind NAT.
lean_setup() {
	network_bridge && stacked veth0 br0 c1h c2h && stacked veth1 && nft -f - <<-END || return
		table inet lean {
			chain out { type filter hook output priority 10;
				tcp dport 4444 counter drop
				oifname "veth0" tcp dport 4321 numgen inc mod 9 == 3 counter drop
				oifname "lo" tcp sport 5999 counter drop
			}
			chain post { type filter hook postrouting priority 300; oifname "veth0" udp dport 4446 counter drop; }
		}
	END
	tc qdisc add dev veth0 root netem loss 6% limit 30 delay 1ms &&
		in_peer tc qdisc add dev veth1 root pfifo limit 4 || return
	in_peer nft -f - <<-END || return
		table inet lean {
			chain in { type filter hook input priority 0; tcp dport 4321 numgen inc mod 11 == 5 counter drop; }
		}
	END
	ip netns exec c1 traffic -l 4321 &
	traffic -l 7777 &
	in_peer traffic -l 7778 &
	sleep 1
}

lean_traffic() {
	for round in 1 2 3; do
		timeout 60 /lab/talk lean/echo,host=10.9.0.2,count=3,size=700,times=4 lean/put,host=10.9.0.2,bytes=40000,size=9000 \
			lean/get,host=10.9.0.2,bytes=40000 lean/echo,host=fd09::2,count=3,size=300,times=4 >>"$truth/traffic.jsonl" &
		talks=$!
		timeout 3 /lab/talk forbidden/echo,host=10.9.0.2,port=4444 >/dev/null
		timeout 60 ip netns exec c1 /lab/talk nat/echo,host=10.9.0.2,port=7778,count=3,times=3 nat/put,host=10.9.0.2,port=7778,bytes=20000,size=7000 \
			>>"$truth/traffic.jsonl"
		in_peer timeout 60 /lab/talk dnat/echo,host=10.9.0.1,port=8888,count=3,times=3 >>"$truth/traffic.jsonl"
		traffic lo4/echo,count=2,size=900,times=5 lo6/put,bytes=50000,size=9000 lo4/refused lo4/rst,bytes=3000 lo4/abort,bytes=2000 \
			wire/echo,count=3,size=700 wire/get,bytes=20000 >>"$truth/traffic.jsonl"
		wait $talks
	done
	for to in 127.0.0.1 ::1; do
		/lab/datagrams talk $to 7 3 400 && /lab/datagrams send $to 9 2 50 && /lab/datagrams hold $to 5002 12 1000 4000 &&
			/lab/datagrams filter $to 5003 2 300 && /lab/datagrams close $to 5004 3 600 || return
	done
	nft list ruleset >"$truth/nft"
	sleep 1
}
