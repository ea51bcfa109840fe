# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154,SC2016
#
# What recipes with parts="packets udp judged" share: chains of nft that let packets pass and drop them, the tracker, programs of BPF at a
# cgroup, at a device and at a socket, and queues that overflow; what each of them counted, and what the kernel's own tools
# counted of drops over the same window.

judged_rules() {
	nft -f - <<-END || return
		table inet judged {
			chain early { type filter hook prerouting priority -50; ct state invalid counter drop; counter accept; }
			chain in { type filter hook input priority 0; udp dport 12 counter drop; counter accept; }
			chain out { type filter hook output priority 0; udp dport 15 counter drop; counter accept; }
			chain last { type filter hook postrouting priority 50; counter accept; }
		}
	END
	in_peer nft -f - <<-END
		table inet guard {
			chain in { type filter hook input priority 0; ct state new,established,related counter; udp dport 13 counter drop; tcp dport 4445 counter drop; counter accept; }
		}
	END
}

# Of the root cgroup all packets; of "deny" none goes out.
judged_programs() {
	mkdir -p /tmp/cgroup /tmp/bpf && mount -t cgroup2 none /tmp/cgroup && mount -t bpf none /tmp/bpf && mkdir /tmp/cgroup/deny &&
		echo 1 >/proc/sys/kernel/bpf_stats_enabled || return
	{
		echo "ingress $(/lab/judge cgroup /tmp/cgroup ingress 1)" && echo "deny $(/lab/judge cgroup /tmp/cgroup/deny egress 0)" &&
			echo "filter $(/lab/judge serve 7000)" && echo "tc $(/lab/judge tc /tmp/bpf/pass -1)" # TC_ACT_UNSPEC
	} >"$truth/judged-programs" || return
	tc qdisc add dev veth0 clsact && tc filter add dev veth0 ingress bpf da pinned /tmp/bpf/pass
}

# A packet is one skb to each queue: nothing is cut into segments.
judged_queues() {
	ip link set veth0 gso_max_segs 1 && in_peer ip link set veth1 gso_max_segs 1 || return
	tc qdisc replace dev veth0 root tbf rate 400kbit burst 2000 limit 4000 &&
		in_peer tc qdisc replace dev veth1 root netem loss 10% limit 1000
}

judged_setup() {
	judged_queues && udp_peer && in_peer traffic -l 4445 &
	sleep 1
}

# The verdicts as the functions returned them: told by probes, but for the packets before.
judged_returns() {
	put 'r:lab/nft nf_tables:nft_do_chain ret=$retval' $T/kprobe_events
	put 'r:lab/track nf_conntrack:nf_conntrack_in ret=$retval' $T/kprobe_events
	put 'r:lab/cgroup __cgroup_bpf_run_filter_skb ret=$retval' $T/kprobe_events
	put 'r:lab/filter sk_filter_trim_cap ret=$retval' $T/kprobe_events
	echo 1 >$T/events/lab/enable
}

# judged_counts SUFFIX: what the kernel's own tools say, in both namespaces.
judged_counts() {
	for run in "" in_peer; do
		name=${run:+-peer}-$1
		$run nstat -asz --json >"$truth/judged-nstat$name"
		$run /bin/tc -s -j qdisc >"$truth/judged-tc$name"
		$run /bin/ip -s -s -j link >"$truth/judged-link$name"
	done
	cat /proc/net/softnet_stat >"$truth/judged-softnet-$1"
}

judged_traffic() { # PORTS that are new
	/lab/talk j/echo,host=10.9.0.2,count=3,size=700 j/put,host=10.9.0.2,bytes=20000,size=5000 \
		j/echo,host=fd09::2,count=2,size=300 j/echo,host=127.0.0.1,port=8080,count=2 >>"$truth/traffic.jsonl"
	timeout 3 /lab/talk deny/echo,host=10.9.0.2,port=4445 >/dev/null
	for to in 127.0.0.1 10.9.0.2; do
		/lab/datagrams talk $to 7 3 400
		/lab/datagrams send $to 9 2 50 # nobody is there
		/lab/datagrams send $to 12 2 60
		/lab/datagrams send $to 13 3 70
		/lab/datagrams send $to 15 2 80 # refused by the chain out: the program ends with an error
	done
	(echo hello && sleep 1000) | nc 127.0.0.1 7000 >/dev/null & # stays
	/lab/datagrams hold 127.0.0.1 "$1" 12 1000 4000 && /lab/datagrams filter 127.0.0.1 "$2" 2 300 && /lab/datagrams close 127.0.0.1 "$3" 3 600
	/lab/datagrams send 10.9.0.2 9 12 1000 # more than the queue of veth0 takes
	sh -c 'echo 0 >/tmp/cgroup/deny/cgroup.procs; exec /lab/datagrams send 10.9.0.2 16 1 90'
	sleep 1
}

judged_activity() {
	judged_rules && judged_programs || return
	/lab/judge monitor "$truth/judged-monitor" &
	monitor=$!
	sleep 1
	judged_counts before
	note_time window
	judged_traffic 5001 5002 5003
	judged_returns
	judged_traffic 5011 5012 5013
	note_time windowed
	sleep 2 # drop_monitor tells once a second
	judged_counts after
	kill $monitor
	cut -d ' ' -f 2 "$truth/judged-programs" | xargs /lab/judge ran >"$truth/judged-ran"
	nft -a list ruleset >"$truth/judged-nft" && in_peer nft -a list ruleset >"$truth/judged-nft-peer" &&
		cat /proc/net/nf_conntrack >"$truth/judged-conntrack" && in_peer cat /proc/net/nf_conntrack >"$truth/judged-conntrack-peer"
}
