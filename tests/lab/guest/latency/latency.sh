# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The guest's part of the recipes own-*: what only kernels of our own have (scripts/build-kernel). One
# tracer is the top buffer's, those that instances may have lie beside it, and the same frozen buffers
# are read with every option that changes their text. What a kernel does not have (`put`) is left out
# and noted in truth/refused.

# shellcheck disable=SC2086,SC2154,SC2231

# functions DIR PATTERN...: the function tracer below a latency tracer sees these only: patching all
# takes a machine without KVM a minute.
functions() {
	dir=$1
	shift
	for pattern in "$@"; do
		put "$pattern" "$dir/set_ftrace_filter"
	done
}

network_functions() { # DIR
	functions "$1" 'tcp_*' 'ip_*' '__netif*' 'net_rx*' 'skb_*' 'virtnet*' 'sock_*' '__do_softirq*' \
		'try_to_wake*' 'ttwu*'
}

# tracer DIR NAME KB OPTIONS: in a new instance, or in the top buffer. Options that only this tracer has
# come after it, the others before: some tracers start anew with an option.
tracer() {
	[ -d "$1" ] || mkdir "$1"
	echo "$3" >"$1/buffer_size_kb"
	for option in $4; do
		echo "$option" 2>/dev/null >"$1/trace_options"
	done
	put "$2" "$1/current_tracer"
	for option in $4; do
		put "$option" "$1/trace_options"
	done
	echo 0 2>/dev/null >"$1/tracing_max_latency"
}

# Wakes tasks of all kinds, on both CPUs.
latency_traffic() {
	chrt -f 20 traffic "wire/echo,count=2,size=1400,delay=5" "lo4/echo,count=2,size=2000,delay=5" \
		>/dev/null || return
	traffic "wire/echo,count=2,size=1400" "lo6/put,bytes=5000" "ns4/get,bytes=3000" >/dev/null
	echo "a marker between latencies" >$T/trace_marker
	[ ! -e /sys/module/textmod ] || echo 1 >/sys/module/textmod/parameters/go
}

# What the texts do not show: for tests/lab/check-probes.
latency_truth() {
	for d in $T $T/instances/*; do
		name=${d#"$T"}
		mkdir -p "$truth$name"
		cat "$d/tracing_max_latency" 2>/dev/null >"$truth$name/tracing_max_latency" ||
			rm -f "$truth$name/tracing_max_latency"
	done
	if [ -e $T/stack_trace ]; then
		echo 16384 >$T/stack_max_size
		cat $T/stack_trace >$truth/stack_trace
	fi
	[ -d $T/trace_stat ] || return 0
	mkdir -p $truth/trace_stat
	for f in $T/trace_stat/*; do
		cat "$f" >"$truth/trace_stat/${f##*/}"
	done
}

# latency_text NAME DIR ARGUMENTS: of one buffer, in every form. A tracer that keeps its maximum in the
# snapshot's buffer lets nobody read the file of that name.
latency_text() {
	name=$1 buffer=$2
	shift 2
	[ "$name" = top ] || text "$name" "" "$@"
	prefix=$name
	texts_of "$prefix" nolatency-format latency-format verbose verbose,latency-format sym-offset sym-addr \
		noirq-info nocontext-info raw hex bin fields noannotate record-tgid noprint-parent \
		nolatency-format,sym-addr raw,nolatency-format nolatency-format,noirq-info -- "$@"
	for cpu in 0 1; do
		text "$prefix-cpu$cpu" "" -c $cpu "$@"
		text "$prefix-cpu$cpu-plain" nolatency-format -c $cpu "$@"
	done
	cat "$buffer/snapshot" >/tmp/snapshot 2>&1 || return 0
	text "$prefix-snapshot" "" -s "$@"
	text "$prefix-snapshot-plain" nolatency-format -s "$@"
}

latency_texts() {
	latency_text top $T
	for d in $T/instances/*; do
		[ -d "$d" ] || continue
		i=${d##*/}
		latency_text "$i" "$d" -i "$i"
	done
	latency_truth
}
