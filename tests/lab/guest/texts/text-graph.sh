# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The guest's part of the recipes NN-text-graph: function_graph in the top buffer, which wraps,
# with events and a probe in it, function tracers in instances beside it (and the graph, where the
# kernel lets instances have it), and the same frozen buffers read with every option that changes
# their text. What a kernel does not have (`put`) is left out and noted in truth/refused.

# shellcheck disable=SC2016,SC2086,SC2154

# functions NAME KB FILTER: an instance with the function tracer on these functions. Few are in more
# than one: each further tracer of a function costs a slow machine (RCU stalls).
functions() {
	i=$T/instances/$1
	mkdir "$i" && echo "$2" >"$i/buffer_size_kb"
	for pattern in $3; do
		put "$pattern" "$i/set_ftrace_filter"
	done
}

tracer() { # INSTANCE [TRACER]
	put "${2:-function}" "$T/instances/$1/current_tracer"
}

text_arm() {
	# The sniffers' sleeps would fill the buffers; nobody compares these packets.
	kill $sniffers
	insmod /lab/textmod.ko || return
	echo 384 >$T/buffer_size_kb
	put 'p:pk/tcp tcp_v4_rcv skb=%di' $T/kprobe_events
	put 'r:pk/tcp_ret tcp_v4_rcv ret=$retval:s32' $T/kprobe_events
	put 1 $T/events/pk/enable
	for system in net tcp skb sock napi irq; do
		put 1 $T/events/$system/enable
	done
	put 'stacktrace:3' $T/events/net/netif_receive_skb/trigger
	functions fn 128 'tcp_v4_* __netif_receive* ip_rcv* ip_queue*'
	tracer fn
	functions fn-stack 192 'tcp_v4_rcv tcp_data_queue'
	tracer fn-stack
	put func_stack_trace $T/instances/fn-stack/trace_options
	functions fn-repeats 64 'textmod_probe'
	tracer fn-repeats
	put func-no-repeats $T/instances/fn-repeats/trace_options
	functions fn-args 128 'tcp_rcv* tcp_ack ip_local*'
	tracer fn-args
	put func-args $T/instances/fn-args/trace_options
	functions fn-counter 32 'tcp_ack tcp_sendmsg'
	put counter $T/instances/fn-counter/trace_clock
	tracer fn-counter
	functions fn-wrapped 8 'skb_*'
	tracer fn-wrapped
	functions fn-dropped 8 '__skb_*'
	echo nooverwrite >$T/instances/fn-dropped/trace_options
	tracer fn-dropped
	functions fn-consumed 64 'tcp_write* tcp_event*'
	tracer fn-consumed
	functions fn-order 128 'inet_*'
	put 16 $T/instances/fn-order/buffer_subbuf_size_kb
	put 1 $T/instances/fn-order/events/net/enable
	tracer fn-order
	functions fn-events 96 'tcp_rcv_established'
	put 1 $T/instances/fn-events/events/sched/enable
	put userstacktrace $T/instances/fn-events/trace_options
	tracer fn-events
	mkdir $T/instances/graph && echo 192 >$T/instances/graph/buffer_size_kb
	put 1 $T/instances/graph/events/net/enable
	for option in funcgraph-args funcgraph-retval funcgraph-retaddr; do
		put $option $T/instances/graph/trace_options
	done
	tracer graph function_graph
	for option in funcgraph-args funcgraph-retval funcgraph-retaddr; do
		put $option $T/instances/graph/trace_options
	done
	for function in net_rx_action tcp_sendmsg tcp_recvmsg tcp_close tcp_v4_connect release_sock \
		textmod_probe; do
		put $function $T/set_graph_function
	done
	put ${text_depth:-0} $T/max_graph_depth
	put record-tgid $T/trace_options
	for option in $text_arm_options; do
		put $option $T/trace_options
	done
	echo function_graph >$T/current_tracer
	# Only then does this tracer have them.
	for option in $text_arm_options; do
		put $option $T/trace_options
	done
}

text_activity() {
	put 1 $T/instances/fn-events/snapshot
	traffic "wire/echo,count=2,size=1400" "lo4/echo,count=2,size=2000" "lo6/put,bytes=5000" >/dev/null
	put 1 $T/snapshot
	dd if=$T/instances/fn-consumed/trace_pipe of=/dev/null bs=4096 count=3 2>/dev/null
	traffic "wire/echo,count=2,size=1400,delay=10" "lo4/echo,count=2,size=2000" \
		"ns4/get,bytes=3000" >/dev/null
	echo "a marker between calls" >$T/trace_marker
	echo 2 >/sys/module/textmod/parameters/go
	printf 'a marker without a newline' >$T/trace_marker
	deeds raw $T/trace_marker_raw
}

# opposites FILE PATTERN: the options in it that match, each the other way round.
opposites() {
	grep "$2" "$1" | while read -r option; do
		case $option in
		no*) echo "${option#no}" ;;
		*) echo "no$option" ;;
		esac
	done
}

text_texts() {
	for cpu in 0 1; do
		text "cpu$cpu" "" -c $cpu
		text "cpu$cpu-latency" latency-format -c $cpu
		text "snapshot-cpu$cpu" "" -s -c $cpu
	done
	text snapshot "" -s
	graph_options=$(opposites $T/trace_options '^\(no\)*funcgraph')
	texts_of snapshot latency-format funcgraph-proc funcgraph-tail raw -- -s
	texts_of top $graph_options noirq-info latency-format verbose verbose,latency-format sym-offset \
		sym-addr nocontext-info raw hex bin fields noprint-parent noannotate printk-msg-only \
		norecord-tgid funcgraph-abstime,latency-format funcgraph-proc,latency-format \
		funcgraph-proc,funcgraph-abstime,funcgraph-tail,noirq-info \
		nofuncgraph-cpu,nofuncgraph-duration,nofuncgraph-overhead nofuncgraph-irqs,funcgraph-proc \
		funcgraph-overrun,funcgraph-tail sym-offset,funcgraph-tail sym-addr,sym-offset \
		raw,nocontext-info nocontext-info,funcgraph-proc verbose,funcgraph-abstime \
		funcgraph-retval,funcgraph-retval-hex funcgraph-args,funcgraph-retval funcgraph-retaddr,sym-addr \
		funcgraph-args,funcgraph-tail,funcgraph-retval --
	text graph "" -i graph
	# shellcheck disable=SC2046
	texts_of graph $(opposites $T/instances/graph/trace_options '^\(no\)*funcgraph') latency-format \
		raw hex bin fields -- -i graph
	for instance in fn fn-stack fn-args fn-events; do
		text "$instance" "" -i $instance
		texts_of "$instance" noprint-parent sym-offset sym-addr latency-format verbose,latency-format \
			noirq-info nocontext-info raw hex bin fields record-tgid -- -i $instance
		text "$instance-cpu0" "" -i $instance -c 0
	done
	texts_of fn-args nofunc-args sym-offset,noprint-parent -- -i fn-args
	texts_of fn noannotate raw,nocontext-info sym-offset,sym-addr -- -i fn
	for instance in fn-repeats fn-counter fn-wrapped fn-dropped fn-consumed fn-order; do
		text "$instance" "" -i $instance
		texts_of "$instance" latency-format raw verbose,latency-format hex bin fields -- -i $instance
		text "$instance-cpu0" "" -i $instance -c 0
		text "$instance-cpu1" "" -i $instance -c 1
	done
	text fn-events-snapshot "" -i fn-events -s
	text fn-snapshot "" -i fn -s
}
