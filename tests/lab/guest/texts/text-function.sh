# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The guest's part of the recipes NN-text-function: the function tracer in the top buffer, with
# events and stack traces, the graph and a persistent buffer in instances where the kernel has
# them, and the same frozen buffers read with every option that changes their text. What a kernel
# does not have (`put`) is left out and noted in truth/refused.

# shellcheck disable=SC2016,SC2086,SC2154

text_arm() {
	# The sniffers' sleeps would fill the buffers; nobody compares these packets.
	kill $sniffers
	echo 384 >$T/buffer_size_kb
	for pattern in 'tcp_*' 'ip_*' '__netif*' '__skb*' 'skb_c*'; do
		put "$pattern" $T/set_ftrace_filter
	done
	for pattern in '*poll*' '*memory*' '*options*'; do
		put "$pattern" $T/set_ftrace_notrace
	done
	put 'tcp_v4_rcv:stacktrace:3' $T/set_ftrace_filter
	for system in net tcp; do
		put 1 $T/events/$system/enable
	done
	put func-args $T/trace_options
	put function $T/current_tracer
	put func-args $T/trace_options
	mkdir $T/instances/graph && echo 192 >$T/instances/graph/buffer_size_kb
	put function_graph $T/instances/graph/current_tracer
	mkdir $T/instances/deep && echo 192 >$T/instances/deep/buffer_size_kb
	put inet_sendmsg $T/instances/deep/set_ftrace_filter
	put tcp_v6_rcv $T/instances/deep/set_ftrace_filter
	put func_stack_trace $T/instances/deep/trace_options
	put function $T/instances/deep/current_tracer
	put func_stack_trace $T/instances/deep/trace_options
	# Made by the kernel at boot, where its command line says so.
	if [ -d $T/instances/boot_map ]; then
		for system in net tcp sched; do
			put 1 $T/instances/boot_map/events/$system/enable
		done
		echo 1 >$T/instances/boot_map/tracing_on
	fi
	if [ -d $T/instances/boot_fn ]; then
		put 'tcp_v*' $T/instances/boot_fn/set_ftrace_filter
		put function $T/instances/boot_fn/current_tracer
		echo 1 >$T/instances/boot_fn/tracing_on
	fi
}

text_activity() {
	put 1 $T/snapshot
	traffic "wire/echo,count=2,size=1400" "lo4/echo,count=2,size=2000" "lo6/put,bytes=5000" \
		>/dev/null
	echo "a marker between functions" >$T/trace_marker
	echo "in the persistent one" 2>/dev/null >$T/instances/boot_map/trace_marker
	traffic "wire/echo,count=2,size=1400,delay=10" "ns4/get,bytes=3000" >/dev/null
}

text_texts() {
	for cpu in 0 1; do
		text "cpu$cpu" "" -c $cpu
		text "snapshot-cpu$cpu" "" -s -c $cpu
	done
	text snapshot "" -s
	texts_of top noirq-info latency-format verbose verbose,latency-format sym-offset sym-addr \
		sym-offset,sym-addr nocontext-info raw hex bin fields noprint-parent \
		noprint-parent,sym-offset noannotate record-tgid raw,nocontext-info hex,nocontext-info \
		latency-format,noprint-parent nofunc-args fields,sym-offset --
	text graph "" -i graph
	texts_of graph funcgraph-proc funcgraph-tail funcgraph-abstime latency-format raw -- -i graph
	for instance in deep boot_map boot_fn; do
		[ -d $T/instances/$instance ] || continue
		text "$instance" "" -i $instance
		texts_of "$instance" sym-offset sym-addr latency-format verbose,latency-format raw hex bin \
			fields nocontext-info -- -i $instance
		text "$instance-cpu0" "" -i $instance -c 0
	done
}
