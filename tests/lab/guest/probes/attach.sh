# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Sourced by the arm() of NN-probes: attaches one of everything, on every kernel the same. What a
# kernel does not have stands in truth/refused.
# shellcheck disable=SC2016,SC2086,SC2154

mount -t bpf bpf /sys/fs/bpf
mount -t cgroup2 cgroup2 /sys/fs/cgroup
put 'tcp_v4_*' $T/set_ftrace_filter
put 'tcp_enter_memory_pressure:traceoff:3' $T/set_ftrace_filter
put 'tcp_fin:stacktrace:5' $T/set_ftrace_filter
put 'tcp_check_oom:enable_event:skb:kfree_skb:2' $T/set_ftrace_filter
echo function_graph >$T/current_tracer
echo "$$ 77 4000 32000" >$T/set_event_pid
echo 1 >$T/events/tcp/enable
put 'p:my_rx tcp_v4_rcv skb=%di' $T/kprobe_events
put 'r:my_ret tcp_recvmsg $retval' $T/kprobe_events
# One instance for all who wait in it: misses. It is a function of its own from 5.13 on.
if grep -q ' tcp_recvmsg_locked$' /proc/kallsyms; then
	put 'r1:my_miss tcp_recvmsg_locked $retval' $T/kprobe_events
else
	put 'r1:my_miss sk_wait_data $retval' $T/kprobe_events
fi
put 'p:my_off tcp_v4_connect' $T/kprobe_events
for e in my_rx my_ret my_miss; do echo 1 >$T/events/kprobes/$e/enable; done
put 'stacktrace:5 if sport == 1' $T/events/tcp/tcp_probe/trigger
put 'traceoff:1 if sport == 7 && dport == 9' $T/events/tcp/tcp_receive_reset/trigger
# What tcp_destroy_sock knows of a socket differs: its family from 5.16 on.
if grep -q ' family;' $T/events/tcp/tcp_destroy_sock/format; then
	put 'enable_event:skb:consume_skb:2 if family == 99' $T/events/tcp/tcp_destroy_sock/trigger
else
	put 'enable_event:skb:consume_skb:2 if sport == 99' $T/events/tcp/tcp_destroy_sock/trigger
fi
put 'hist:keys=sport:vals=hitcount:sort=sport' $T/events/tcp/tcp_rcv_space_adjust/trigger
put 'protocol == 0x800' $T/events/skb/kfree_skb/filter
put 'sport != 1' $T/events/tcp/tcp_destroy_sock/filter
mkdir $T/instances/foo
echo 'tcp_rcv_*' >$T/instances/foo/set_ftrace_filter
echo function >$T/instances/foo/current_tracer
echo 1 >$T/instances/foo/events/skb/kfree_skb/enable
put 'stacktrace:2 if protocol == 7' $T/instances/foo/events/skb/kfree_skb/trigger
put 1 $T/events/syscalls/sys_enter_accept4/enable
put 1 $T/events/syscalls/sys_exit_accept4/enable
put 1 $T/instances/foo/events/syscalls/sys_enter_kill/enable
put 1 $T/instances/foo/events/raw_syscalls/sys_exit/enable
insmod /lab/probemod.ko
/lab/bpfload >$truth/bpfload.log 2>&1
tc qdisc add dev veth0 clsact
attempt tc filter add dev veth0 ingress bpf da object-pinned /sys/fs/bpf/my_tc
attempt tc filter add dev veth0 egress bpf da object-pinned /sys/fs/bpf/my_tc_out
attempt tc actions add action bpf object-pinned /sys/fs/bpf/my_act index 7
attempt ip link set dev lo xdpgeneric pinned /sys/fs/bpf/my_xdp_lo
echo tcp_fastopen_reset_cipher >$truth/text-patches
for word in $poke; do
	word=${word%%=*}
	echo "${word%%+*}" >>$truth/text-patches
done
sleep 2
