# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2154
#
# For the lab guest (busybox sh): limits that are lowered and then really reached, packets that are mangled, a device
# that loses its carrier; and for each such trouble what the kernel itself said of it, right before the machine dies:
# truth/planted, a line each: the rule's name and the evidence that its finding must have. KEY>=VALUE is what may have
# grown since. Uses $truth, step and fail of tests/lab/guest/init.

in_ns() { # NAMESPACE COMMAND...; - is the machine's own
	if [ "$1" = - ]; then
		shift
		"$@"
	else
		/bin/ip netns exec "$@"
	fi
}

put_in() { # NAMESPACE VALUE FILE
	in_ns "$1" /bin/busybox sh -c "echo '$2' >/proc/sys/$3"
}

sysctl_of() { cat "/proc/sys/$1"; }

pair() { # NET NAMESPACE HERE THERE: 10.9.NET.1 here, 10.9.NET.2 in the namespace peer
	ip link add "$3" type veth peer name "$4" netns peer &&
		if [ "$2" = - ]; then
			ip addr add "10.9.$1.1/24" dev "$3" && ip link set "$3" up
		else
			ip link set "$3" netns "$2" && in_ns "$2" /bin/ip link set lo up &&
				in_ns "$2" /bin/ip addr add "10.9.$1.1/24" dev "$3" && in_ns "$2" /bin/ip link set "$3" up
		fi &&
		in_ns peer /bin/ip addr add "10.9.$1.2/24" dev "$4" && in_ns peer /bin/ip link set "$4" up
}

# So that a full table of neighbours does not forget these.
known_neighbours() {
	near=$(cat /sys/class/net/veth0/address)
	far=$(in_ns peer cat /sys/class/net/veth1/address)
	for net in 10.9.0. fd09::; do
		ip neigh replace ${net}2 lladdr "$far" nud permanent dev veth0 &&
			in_ns peer /bin/ip neigh replace ${net}1 lladdr "$near" nud permanent dev veth1 || return
	done
}

# What needs minutes begins first: a window that stays closed for two minutes. The CPU that loops in the end is CPU 1.
limits_setup() {
	taskset -p 1 $$ >/dev/null || return
	for conf in /proc/sys/net/ipv6/conf/*/router_solicitations; do echo 0 >"$conf"; done
	ip netns add ct && ip netns add tw && in_ns tw /bin/ip link set lo up &&
		pair 40 ct cta ctb && pair 41 - ua ub && pair 42 - nc0 nc1 || return
	ip route add 10.77.0.0/16 via 10.9.0.2
	known_neighbours || return
	sleep 2
	/lab/limits serve 127.0.0.1 7000 keep && /lab/limits connect 127.0.0.1 7000 1 9000000 || return
	began=$(cut -d . -f 1 /proc/uptime)
}

# Datagrams that nobody answers make room for each other; connections do not, and a table of them is full.
plant_conntrack() {
	in_ns ct /bin/nft -f - <<-END || return
		table ip t {
			chain in { type filter hook input priority 0; ct state new accept; }
			chain out { type filter hook output priority 0; ct state new accept; }
		}
	END
	echo 512 >/proc/sys/net/netfilter/nf_conntrack_buckets
	put_in ct 1 net/netfilter/nf_conntrack_udp_timeout &&
		echo 100 >/proc/sys/net/netfilter/nf_conntrack_max &&
		in_ns ct /lab/limits send 10.9.40.2 10000 400 100 1 &&
		echo 10000 >/proc/sys/net/netfilter/nf_conntrack_max &&
		in_ns peer /lab/limits serve 10.9.40.2 7400 keep &&
		in_ns ct /lab/limits connect 10.9.40.2 7400 40 hold || return
	# Reading the table removes what has run out.
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		sleep 2
		in_ns ct cat /proc/net/nf_conntrack >/dev/null
		tracked=$(in_ns ct cat /proc/sys/net/netfilter/nf_conntrack_count)
		[ "$tracked" -gt 40 ] || break
	done
	echo "$tracked" >/proc/sys/net/netfilter/nf_conntrack_max &&
		in_ns ct /lab/limits send 10.9.40.2 10000 3 100 1
}

plant_listeners() {
	echo 0 >/proc/sys/net/ipv4/tcp_syncookies
	echo 8 >/proc/sys/net/ipv4/tcp_synack_retries
	somaxconn=$(sysctl_of net/core/somaxconn)
	echo 1 >/proc/sys/net/core/somaxconn
	/lab/limits listen 127.0.0.1 7777 100 || return
	echo 3 >/proc/sys/net/core/somaxconn
	/lab/limits listen 10.9.0.1 7778 100 || return
	echo "$somaxconn" >/proc/sys/net/core/somaxconn
	/lab/limits connect 127.0.0.1 7777 5 hold &&
		in_ns peer /lab/limits syns 10.77.0.1 10.9.0.1 7778 7
}

plant_fragments() {
	for protocol in ipv4/ipfrag ipv6/ip6frag; do
		put_in peer 600 net/${protocol}_time && put_in peer 10000 net/${protocol}_low_thresh &&
			put_in peer 20000 net/${protocol}_high_thresh || return
	done
	for id in 1 2 3 4 5 6 7 8; do
		/lab/fragments 10.9.0.1 10.9.0.2 9 $id hole && /lab/fragments fd09::1 fd09::2 9 $id hole || return
	done >/dev/null
}

# What was established, and then gets no answer.
plant_silence() {
	in_ns peer /lab/limits serve 10.9.41.2 7410 keep && /lab/limits connect 10.9.41.2 7410 1 later &&
		tc qdisc add dev ua root netem loss 100%
}

# Closed, kept in FIN_WAIT2, where no timer looks at the limit.
plant_orphans() {
	echo 600 >/proc/sys/net/ipv4/tcp_fin_timeout
	/lab/limits serve 127.0.0.1 7500 keep && /lab/limits connect 127.0.0.1 7500 20 close
}

plant_slow_device() {
	near=$(in_ns peer cat /sys/class/net/nc1/address)
	ip neigh replace 10.9.42.2 lladdr "$near" nud permanent dev nc0 &&
		tc qdisc add dev nc0 root tbf rate 8bit burst 1600 limit 200000 && /lab/limits send 10.9.42.2 9 6 1000
}

limits_fill() {
	step "filling the tables"
	plant_conntrack && plant_listeners && plant_fragments && plant_silence && plant_orphans &&
		plant_slow_device || return
	step "waiting for two minutes without a byte"
	while [ "$(cut -d . -f 1 /proc/uptime)" -lt $((began + 124)) ]; do sleep 1; done
}

# --- the last seconds -------------------------------------------------------------------------------------------

# Who closes is an orphan for a moment: not while there are too many of these.
plant_time_wait() {
	echo 1000 >/proc/sys/net/ipv4/tcp_max_orphans
	sleep 0.3
	put_in tw 10 net/ipv4/tcp_max_tw_buckets &&
		in_ns tw /lab/limits serve 127.0.0.1 7600 close && in_ns tw /lab/limits connect 127.0.0.1 7600 14 close || return
	sleep 1
	echo 16 >/proc/sys/net/ipv4/tcp_max_orphans
	planted time-wait-full tw_count="$(sockstat tw TCP tw)" tcp_max_tw_buckets=10
	planted memory-lost TCPTimeWaitOverflow="$(mib tw TcpExt TCPTimeWaitOverflow)"
}

# Up to a megabyte a CPU is not counted. A socket takes a datagram, or the first segment, although there is no memory, while
# it has next to nothing.
plant_memory() {
	/lab/limits bind 127.0.0.1 7100 && /lab/limits bind ::1 7101 &&
		/lab/limits send 127.0.0.1 7100 60 50000 || return
	/lab/limits serve 127.0.0.1 7200 keep && /lab/limits connect 127.0.0.1 7200 4 60000 || return
	sleep 2
	echo "1 2 3" >/proc/sys/net/ipv4/udp_mem
	echo "4 6 8" >/proc/sys/net/ipv4/tcp_mem
	/lab/limits send 127.0.0.1 7100 2 40000 && /lab/limits send ::1 7101 2 40000 &&
		/lab/limits connect 127.0.0.1 7200 1 500
}

plant_orphan_limit() {
	echo 16 >/proc/sys/net/ipv4/tcp_max_orphans
	sleep 0.3 # it counts them each 100 ms
	/lab/limits connect 127.0.0.1 7500 1 close
}

# Whom nobody has told of is asked for, hundreds of times; that holds its entry. From then on no loopback device that is not
# used all the time has an entry for itself: nothing can be connected there.
plant_neighbours() {
	echo 500 >/proc/sys/net/ipv4/neigh/veth0/mcast_solicit
	echo 500 >/proc/sys/net/ipv6/neigh/veth0/mcast_solicit
	for nr in 1 2 3 4 5 6 7 8; do
		/lab/limits send 10.9.0.10$nr 9 1 100 && /lab/limits send fd09::10$nr 9 1 100 || return
	done
	for family in 4 6; do
		for limit in 1 2 3; do echo 8 >/proc/sys/net/ipv$family/neigh/default/gc_thresh$limit || return; done
	done
	/lab/limits send 10.9.0.120 9 1 100 && /lab/limits send fd09::120 9 1 100 || return
	planted neighbours-full gc_entries="$(neighbours_of 4)" gc_thresh3=8
	planted neighbours-full gc_entries="$(neighbours_of 6)" gc_thresh3=8
}

# Segments of two connections. The second takes CPU 1 away: what its device receives waits there from then on. Who sends that
# waits for RCU when its mounts go, and RCU for that CPU.
plant_mangled() {
	/lab/limits serve 10.9.0.1 7001 keep && /lab/limits serve 10.9.0.1 7002 keep &&
		put_in peer 200 net/ipv4/tcp_retries1 && echo 10 >/proc/sys/net/core/netdev_max_backlog &&
		insmod /lab/limitsmod.ko dev=nc0 && in_ns peer /lab/limits connect 10.9.0.1 7001 1 100 &&
		echo 2 >/sys/class/net/veth0/queues/rx-0/rps_cpus || return
	in_ns peer /lab/limits stall 10.9.0.1 7002 40 &
	sleep 2
}

# --- what the kernel says ----------------------------------------------------------------------------------------

planted() { echo "$*" >>"$truth/planted"; }

# The value behind a word on the line of /proc/net/sockstat that begins so: sockstat NAMESPACE LINE WORD
sockstat() {
	in_ns "$1" cat /proc/net/sockstat /proc/net/sockstat6 |
		awk -v line="$2:" -v word="$3" '$1 == line { for (i = 2; i < NF; i += 2) if ($i == word) print $(i + 1) }'
}

# A counter of /proc/net/netstat and snmp: mib NAMESPACE GROUP NAME
mib() {
	in_ns "$1" cat /proc/net/netstat /proc/net/snmp |
		awk -v group="$2:" -v name="$3" '$1 == group && !at { for (i = 2; i <= NF; i++) if ($i == name) at = i; next }
			$1 == group && at && !done { print $at; done = 1 }'
}

# A column of every CPU's line of /proc/net/stat/FILE, summed: cpu_stat NAMESPACE FILE COLUMN
cpu_stat() {
	wanted=$3
	in_ns "$1" cat "/proc/net/stat/$2" | {
		read -r names
		total=0
		while read -r values; do
			# shellcheck disable=SC2086
			set -- $values
			for name in $names; do
				[ "$name" != "$wanted" ] || total=$((total + 0x$1))
				shift
			done
		done
		echo $total
	}
}

queues_of() { /bin/ss -Htnlp "sport = :$1" | awk '{ print $2, $3 }'; } # of a listener: waiting, backlog

# The TCP socket that sends to a port: what `ss` says behind a word; and its queues, receive and send.
told() { /bin/ss -Htnio "$1" | tr ' ,()' '\n\n\n\n' | sed -n "s/^$2://p" | head -n 1; }
queue_of() { /bin/ss -Htn "$1" | awk -v at="$2" '{ print $at }'; }

neighbours_of() { # 4|6, of every namespace: the table has one limit
	for ns in - peer ct tw; do in_ns $ns /bin/ip -"$1" neigh show nud all; done | grep -vc PERMANENT
}

counters_truth() { # NAMESPACE
	for name in ListenOverflows TCPReqQFullDrop; do
		value=$(mib "$1" TcpExt "$name")
		[ "${value:-0}" = 0 ] || planted connects-lost "$name>=$value"
	done
	for name in TCPAbortOnMemory TCPMemoryPressures; do
		value=$(mib "$1" TcpExt "$name")
		[ "${value:-0}" = 0 ] || planted memory-lost $name="$value"
	done
	value=$(mib "$1" Udp MemErrors)
	[ "${value:-0}" = 0 ] || planted memory-lost MemErrors="$value"
	value=$(in_ns "$1" awk '$1 == "Udp6MemErrors" { print $2 }' /proc/net/snmp6)
	[ "${value:-0}" = 0 ] || planted memory-lost Udp6MemErrors="$value"
}

limits_truth() {
	planted conntrack-full nf_conntrack_count="$(in_ns ct cat /proc/sys/net/netfilter/nf_conntrack_count)" \
		nf_conntrack_max="$(sysctl_of net/netfilter/nf_conntrack_max)" netns="$(stat -L -c %i /run/netns/ct)" \
		found="$(in_ns ct cat /proc/sys/net/netfilter/nf_conntrack_count)"
	planted conntrack-lost early_drop="$(cpu_stat ct nf_conntrack early_drop)"
	# shellcheck disable=SC2046
	set -- $(queues_of 7777) $(queues_of 7778)
	planted accept-queue-full sk_ack_backlog="$1" sk_max_ack_backlog="$2"
	planted syn-queue-full icsk_accept_queue.qlen="$(/bin/ss -Htn state syn-recv 'sport = :7778' | wc -l)" sk_max_ack_backlog="$4"
	planted fragments-full fqdir.mem="$(sockstat peer FRAG memory)" high_thresh=20000
	planted fragments-full fqdir.mem="$(sockstat peer FRAG6 memory)" high_thresh=20000
	planted tcp-orphans orphan_count="$(sockstat tw TCP orphan)" tcp_max_orphans=16 found="$(sockstat tw TCP orphan)"
	/bin/ethtool -S eth0 >"$truth/ethtool-eth0"
	/bin/ethtool -S veth0 >"$truth/ethtool-veth0"
	/bin/ethtool -g eth0 >"$truth/ethtool-rings-eth0"
	planted tcp-memory memory_allocated="$(sockstat tw TCP mem)" 'tcp_mem[2]=8'
	planted udp-memory memory_allocated="$(sockstat tw UDP mem)" 'udp_mem[2]=3'
	planted zero-window snd_wnd=0 icsk_backoff\>="$(told 'dport = :7000' backoff)" \
		tx_queue="$(queue_of 'dport = :7000' 3)" connections=1
	planted unread rcv_wnd=0 rx_queue="$(queue_of 'sport = :7000' 2)" idle_ms\>="$(told 'sport = :7000' lastrcv)" connections=1
	planted unanswered icsk_retransmits\>="$(told 'dport = :7410' backoff)" tx_queue="$(queue_of 'dport = :7410' 3)" connections=1
	for ns in - peer ct tw; do counters_truth $ns; done
}

# Of the CPU that loops; more than netdev_max_backlog and one do not wait.
backlog_truth() {
	# shellcheck disable=SC2046
	set -- $(sed -n 2p /proc/net/softnet_stat)
	planted backlog-full input_pkt_queue.qlen=11 netdev_max_backlog=10 dropped\>=$((0x$2))
	planted backlog-lost dropped\>=$((0x$2))
	# The console has what the module says of its own troubles.
	dmesg | sed -n 's/.*pkttrace-limits: //p' | while read -r rule evidence; do
		case $rule in
		no-carrier-backlog) planted no-carrier-backlog "${evidence##* }" ;;
		*) planted "$rule" "$evidence" ;;
		esac
	done
	dmesg | grep -o 'table full, dropping packet\|neighbor table overflow\|too many orphaned sockets\|out of memory -- consider tuning tcp_mem' |
		sort | uniq -c >"$truth/planted-said"
	cat /proc/net/softnet_stat /proc/net/protocols >"$truth/planted-files"
}

# In place of init's: TIME_WAIT lasts a minute, and a CPU that loops is a soft lockup soon. What takes long goes first,
# what is planted now follows into the same archive (whose end of two empty blocks is left out).
truth_send() {
	{
		tar -c -f - -C "$truth" . | head -c -1024 && limits_end >/dev/console 2>&1 &&
			tar -c -f - -C "$truth" planted planted-said planted-files ethtool-eth0 ethtool-veth0 ethtool-rings-eth0 dmesg
	} >"$(port 1)" || fail "cannot send the truth"
	step "the truth is out"
}

limits_end() {
	step "the last troubles"
	plant_memory && plant_orphan_limit || return
	limits_truth
	plant_time_wait && plant_neighbours && plant_mangled || return
	backlog_truth
	dmesg >"$truth/dmesg"
}
