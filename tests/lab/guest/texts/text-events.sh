# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The guest's part of the recipes NN-text-events: events of every kind the kernel prints, in the
# top buffer and in instances, and the same frozen buffers read with every option that changes
# their text. What a kernel does not have (`put`) is left out and noted in truth/refused.

# shellcheck disable=SC2016,SC2086,SC2154

# instance NAME KB EVENTS...: an instance with so much buffer a CPU and these events.
instance() {
	i=$T/instances/$1
	mkdir "$i" && echo "$2" >"$i/buffer_size_kb"
	shift 2
	for event; do
		put 1 "$i/events/$event/enable"
	done
}

# textmod_probe(text, list, bytes, all, n): see textmod.c for the offsets.
dynamic_kprobes() {
	k=$T/kprobe_events
	probe 'p:pk/numbers textmod_probe n=%r8:s64 u8=+29(%cx):u8 u16=+26(%cx):u16 u32=+20(%cx):u32 u64=+8(%cx):u64 s8=+28(%cx):s8 s16=+24(%cx):s16 s32=+16(%cx):s32 s64=+0(%cx):s64 x8=+29(%cx):x8 x16=+26(%cx):x16 x32=+20(%cx):x32 x64=+8(%cx):x64 plain=%r8' "$k"
	probe 'p:pk/bits textmod_probe b1=+20(%cx):b4@4/32 b2=+20(%cx):b1@31/32 b3=+8(%cx):b12@52/64 b4=+29(%cx):b3@5/8' "$k"
	probe 'p:pk/strings textmod_probe s=+0(%di):string name=+96(%cx):string list=+0(%si):string[4] none=+0(+120(%cx)):string nobody=+0(%r8):string' "$k"
	probe 'p:pk/arrays textmod_probe u8=+80(%cx):u8[16] x8=+80(%cx):x8[5] s8=+80(%cx):s8[8] u16=+32(%cx):u16[8] s16=+32(%cx):s16[4] x16=+32(%cx):x16[3] u32=+48(%cx):u32[4] s32=+48(%cx):s32[4] x32=+48(%cx):x32[2] u64=+64(%cx):u64[2] s64=+64(%cx):s64[2] x64=+64(%cx):x64[2] one=+64(%cx):u64[1]' "$k"
	probe 'p:pk/symbols textmod_probe f=+112(%cx):symbol none=+120(%cx):symbol ip=%ip:symbol caller=$stack0:symbol' "$k"
	probe 'p:pk/symbol_array textmod_probe f=+112(%cx):symbol[2]' "$k"
	probe 'p:pk/symstr textmod_probe f=+112(%cx):symstr' "$k"
	probe 'p:pk/deep textmod_probe d=+0(+128(+128(%cx))):s64 at=@loops_per_jiffy:u64 comm=$comm number=\123 stack=$stack s1=$stack1:x64' "$k"
	probe 'p:pk/comm textmod_probe c=$comm:string n=%r8:u8 text=\"constant":string' "$k"
	probe 'p:pk/chars textmod_probe c=+96(%cx):char cs=+96(%cx):char[8] odd=+80(%cx):char[9]' "$k"
	put 'p:pk/args textmod_probe a=$arg1 e=$arg5:s32' "$k"
	probe 'p:pk/inside textmod_probe+0 n=%r8:x8' "$k"
	put 'p:pk/nothing textmod_probe' "$k"
	put 'r:pk/ret textmod_probe ret=$retval s=$retval:s32 x=$retval:x32' "$k"
	put 'r:pk/ret_bare textmod_probe' "$k"
	put 'p:pk/ret_new textmod_probe%return $retval:u16' "$k"
	put 'r:pk/ret_entry textmod_probe n=$arg5:s64 ret=$retval:s32' "$k"
	probe 'p:pk/open do_sys_openat2 dfd=%di:s32 name=+0(%si):ustring how=+0(%dx):x64' "$k"
	probe 'p:pk/tcp tcp_v4_rcv skb=%di' "$k"
	put 'r:pk/tcp_ret tcp_v4_rcv ret=$retval:s32' "$k"
	put 'p:pk/btf tcp_v4_rcv skb len=skb->len dev=skb->dev->name:string' "$k"
	put 'p:pk/all_args tcp_v4_rcv $arg*' "$k"
}

dynamic_uprobes() {
	u=$T/uprobe_events
	at=$(deeds offset up_work)
	probe "p:up/work /bin/deeds:$at n=%di:s32 text=+0(%si):string halves=+0(%dx):u16[4] comm=\$comm top=\$stack0:x64" "$u"
	put "r:up/work_ret /bin/deeds:$at ret=\$retval:s64" "$u"
	put "p:up/bare /bin/deeds:$at" "$u"
	at=$(deeds offset up_string)
	probe "p:up/string /bin/deeds:$at s=+0(%di):ustring n=%dx:s64 x=+0(%si):x16[2]" "$u"
	put "r:up/string_ret /bin/deeds:$at s=+0(\$retval):string p=\$retval" "$u"
	probe "p:up/leaf /bin/deeds:$(deeds offset up_leaf) n=%di:b4@0/64 n8=%di:s8" "$u"
}

dynamic_events() {
	d=$T/dynamic_events
	put 'e:ep/open syscalls.sys_enter_openat name=+0($filename):ustring flags=$flags:x32' "$d"
	put 'e:ep/switch sched.sched_switch prev=$prev_comm:string prio=$prev_prio:s32 next=$next_pid' "$d"
	put 'e:ep/exit sched.sched_process_exit comm=$COMM pid=$pid:u32' "$d"
	probe 'f:fp/probe textmod_probe n=%r8:s64' "$d"
	put 'f:fp/bare tcp_v4_rcv' "$d"
	put 'f:fp/typed tcp_v4_rcv skb' "$d"
	put 'f:fp/all tcp_v4_rcv $arg*' "$d"
	put 'f:fp/ret tcp_v4_rcv%return ret=$retval:s32' "$d"
	put 'f:fp/ret_args tcp_v4_rcv%return skb=$arg1 ret=$retval' "$d"
	put 't:tp/rx netif_receive_skb skb' "$d"
	put 't:tp/switch sched_switch prev=prev->comm:string next=next->pid' "$d"
}

# Wake-up latencies as synthetic events, with each kind of field.
synthetic() {
	s=$T/synthetic_events
	[ -e "$s" ] || return 0
	put 'wakelat u64 lat; pid_t pid; char comm[16]; int prio' "$s"
	put 'wakedyn u64 lat; char comm[]; long state; int prio' "$s"
	put 'blocked unsigned long[] stack; pid_t pid; u64 lat' "$s"
	put 'hist:keys=pid:ts0=common_timestamp.usecs if comm=="deeds"' $T/events/sched/sched_waking/trigger
	put 'hist:keys=next_pid:lat=common_timestamp.usecs-$ts0:onmatch(sched.sched_waking).wakelat($lat,next_pid,next_comm,next_prio)' $T/events/sched/sched_switch/trigger
	put 'hist:keys=pid:ts1=common_timestamp.usecs if comm=="deeds"' $T/events/sched/sched_wakeup/trigger
	put 'hist:keys=next_pid:lat1=common_timestamp.usecs-$ts1:onmatch(sched.sched_wakeup).trace(wakedyn,$lat1,prev_comm,prev_state,prev_prio)' $T/events/sched/sched_switch/trigger
	if [ -e $T/events/synthetic/blocked ]; then
		put 'hist:keys=prev_pid:s=common_stacktrace,ts=common_timestamp.usecs if prev_state & 3' $T/events/sched/sched_switch/trigger
		put 'hist:keys=next_pid:st=$s,delta=common_timestamp.usecs-$ts:onmatch(sched.sched_switch).trace(blocked,$st,next_pid,$delta)' $T/events/sched/sched_switch/trigger
	fi
}

# The same few events on every clock.
clocks() {
	for clock in $(tr -d '[]' <$T/trace_clock); do
		instance "clock-$clock" 24 sched/sched_wakeup net sched/sched_process_exec
		put "$clock" "$T/instances/clock-$clock/trace_clock"
	done
}

# put, with the registers of the first arguments and of the instruction as this machine calls them.
probe() { # WORDS FILE
	words=$1
	[ "$(uname -m)" != aarch64 ] ||
		words=$(printf '%s' "$1" | sed 's/%di/%x0/g; s/%si/%x1/g; s/%dx/%x2/g; s/%cx/%x3/g; s/%r8/%x4/g; s/%ip/%pc/g')
	put "$words" "$2"
}

text_arm() {
	# The sniffers' sleeps would fill the buffers; nobody compares these packets.
	kill $sniffers
	insmod /lab/textmod.ko || return
	echo 768 >$T/buffer_size_kb
	dynamic_kprobes
	dynamic_uprobes
	dynamic_events
	synthetic
	clocks
	# Everything, and everything that is not frequent. They wrap.
	instance all 256 .
	instance rest 384 .
	for system in kmem sched timer irq irq_vectors x86_fpu exceptions syscalls rcu msr power tlb \
		maple_tree mmap_lock page_pool lock ipi cpuhp workqueue; do
		if [ -e "$T/instances/rest/events/$system" ]; then
			echo 0 >"$T/instances/rest/events/$system/enable"
		fi
	done
	instance stack 256 tcp/tcp_probe tcp/tcp_destroy_sock sched/sched_process_exit skb/kfree_skb
	echo 'common_pid != 0 && flags > 0' >$T/instances/stack/events/syscalls/sys_enter_openat/filter
	put 1 $T/instances/stack/events/syscalls/sys_enter_openat/enable
	put stacktrace $T/instances/stack/trace_options
	put userstacktrace $T/instances/stack/trace_options
	put 'stacktrace:5' $T/events/net/netif_rx/trigger
	put 'stacktrace:5 if len > 1000' $T/events/net/netif_receive_skb/trigger
	instance wrapped 8 sched net
	instance dropped 8 sched net
	echo nooverwrite >$T/instances/dropped/trace_options
	instance consumed 64 sched/sched_switch net
	instance empty 8
	instance snap 64 net tcp sched/sched_process_fork
	put copy_trace_marker $T/instances/snap/trace_options
	instance snap-empty 8 net
	instance snap-freed 8 net
	for system in net tcp skb sock napi irq sched workqueue signal task syscalls; do
		put 1 $T/events/$system/enable
	done
	for event in timer/timer_start timer/itimer_state timer/tick_stop kmem/rss_stat \
		kmem/mm_page_alloc; do
		put 1 $T/events/$event/enable
	done
	for event in sched/sched_stat_runtime syscalls/sys_enter_read syscalls/sys_exit_read; do
		put 0 $T/events/$event/enable
	done
	put 'bytes_req > 2000' $T/events/kmem/kmalloc/filter
	put 1 $T/events/kmem/kmalloc/enable
}

markers() {
	echo "a marker" >"$1/trace_marker"
	printf 'no newline at its end' >"$1/trace_marker"
	printf 'two\nlines\n' >"$1/trace_marker"
	printf 'tab\t and \001 and \303\251 and %%d\n' >"$1/trace_marker"
	head -c 900 /dev/zero | tr '\0' x >"$1/trace_marker"
}

text_activity() {
	put 1 $T/instances/snap/snapshot
	traffic "wire/echo,count=2,size=1400" "lo4/echo,count=2,size=2000" "lo6/put,bytes=9000" \
		"lo4/refused" "ns4/rst,bytes=2000" >/dev/null
	put 1 $T/snapshot
	put 1 $T/instances/snap-empty/snapshot
	put 2 $T/instances/snap-empty/snapshot
	put 1 $T/instances/snap-freed/snapshot
	put 0 $T/instances/snap-freed/snapshot
	for group in pk up ep fp tp synthetic; do
		if [ -e $T/events/$group ]; then put 1 $T/events/$group/enable; fi
	done
	traffic "wire/echo,count=1,size=1400" "lo6/put,bytes=3000" "ns4/abort,bytes=2000" >/dev/null
	deeds work 6
	echo 4 >/sys/module/textmod/parameters/go || return
	deeds wake 8
	# Not everything that busybox does in every read().
	echo 0 >$T/events/syscalls/enable
	for call in openat mount unlink unlinkat newfstatat getdents64 clock_nanosleep futex mmap brk \
		execve sendto recvfrom sendmsg epoll_ctl socket bind connect rt_sigaction poll pselect6 \
		fchmodat ftruncate getcwd readv writev pwrite64 ioctl fcntl pipe pipe2 close wait4 kill \
		setitimer nanosleep prlimit64 getrusage newuname getrandom mkdir symlink readlink rename \
		exit_group access mprotect madvise dup lseek setpgid socketpair setsockopt; do
		for side in enter exit; do
			if [ -e $T/events/syscalls/sys_${side}_$call ]; then
				echo 1 >$T/events/syscalls/sys_${side}_$call/enable
			fi
		done
	done
	deeds syscalls
	deeds signals
	deeds hold
	markers $T
	markers $T/instances/snap
	put "for the clocks" $T/instances/clock-local/trace_marker
	deeds raw $T/trace_marker_raw
	# Gone before the rest is read.
	dd if=$T/instances/consumed/trace_pipe of=/dev/null bs=4096 count=3 2>/dev/null
}

text_texts() {
	for cpu in 0 1; do
		text "cpu$cpu" "" -c $cpu
		text "cpu$cpu-latency" latency-format -c $cpu
		text "snapshot-cpu$cpu" "" -s -c $cpu
	done
	text snapshot "" -s
	texts_of snapshot latency-format raw hex verbose,latency-format -- -s
	texts_of top noirq-info latency-format verbose verbose,latency-format sym-offset sym-addr \
		sym-offset,sym-addr,noirq-info nocontext-info raw hex bin fields noprint-parent noannotate \
		printk-msg-only sym-userobj sym-userobj,sym-addr,sym-offset record-tgid \
		record-tgid,noirq-info record-tgid,latency-format nohash-ptr raw,nocontext-info \
		hex,nocontext-info bin,nocontext-info fields,nocontext-info latency-format,nocontext-info \
		latency-format,raw verbose,latency-format,noannotate fields,sym-offset raw,fields hex,bin \
		fields,hash-ptr bitmask-list bitmask-list,fields --
	for instance in all rest; do
		text "$instance" "" -i $instance
		texts_of "$instance" latency-format raw hex bin fields nohash-ptr bitmask-list \
			-- -i $instance
	done
	for instance in stack snap; do
		text "$instance" "" -i $instance
		texts_of "$instance" latency-format verbose,latency-format noirq-info raw hex bin fields \
			sym-offset sym-addr sym-userobj nocontext-info -- -i $instance
		text "$instance-cpu1" "" -i $instance -c 1
	done
	text snap-snapshot "" -i snap -s
	text snap-snapshot-cpu0 "" -i snap -s -c 0
	texts_of snap-snapshot latency-format fields noirq-info -- -i snap -s
	for instance in snap-empty snap-freed empty; do
		text "$instance" "" -i $instance
		text "$instance-snapshot" "" -i $instance -s
		text "$instance-latency" latency-format -i $instance
		text "$instance-snapshot-latency" latency-format -i $instance -s
		text "$instance-cpu0" "" -i $instance -c 0
	done
	for instance in wrapped dropped consumed; do
		text "$instance" "" -i $instance
		texts_of "$instance" latency-format noannotate verbose,latency-format -- -i $instance
		text "$instance-cpu0" "" -i $instance -c 0
		text "$instance-cpu1" "" -i $instance -c 1
	done
	for clock in $(tr -d '[]' <$T/trace_clock); do
		text "clock-$clock" "" -i "clock-$clock"
		texts_of "clock-$clock" latency-format verbose,latency-format raw hex nocontext-info \
			-- -i "clock-$clock"
	done
}
