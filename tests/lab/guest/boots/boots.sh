# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The guest's part of the recipes NN-text-boots: what a trace buffer in reserved memory (memmap=,
# trace_instance=boot_map@...) keeps over a reboot. The first boot traces into it and starts the kernel
# anew with kexec; the second one reads what is left there, and dies. Addresses of the boot before are
# shifted by the kernel that prints them: its text (KASLR) and its modules lie elsewhere now.

# shellcheck disable=SC2086,SC2154

# This boot's root as an initrd once more: nothing else has one.
pack_this_root() {
	(cd / && {
		find bin sbin lab etc lib lib64 usr init
		printf '%s\n' dev proc sys tmp
	} | cpio -o -H newc 2>/dev/null) >/tmp/initrd
}

start_anew() {
	step "starting anew"
	pack_this_root
	kexec -l /lab/bzImage --initrd=/tmp/initrd --append="$(cat /proc/cmdline) boots.second" || return
	kexec -e
}

# No kdump has memory that memmap= reserved, because kexec -p takes what /proc/iomem calls RAM. Call it
# that, and load the capture kernel again.
dump_reserved_memory() {
	sed '/^28000000-/s/ : .*/ : System RAM/' /proc/iomem >/tmp/iomem
	mount --bind /tmp/iomem /proc/iomem && load_kdump
}

trace_for_the_next() {
	# A module more than the last boot has.
	insmod /lab/textmod.ko
	m=$T/instances/boot_map
	for event in net tcp sched/sched_switch sched/sched_waking; do
		put 1 "$m/events/$event/enable"
	done
	put stacktrace:40 "$m/events/net/netif_receive_skb/trigger"
	put 'tcp_v4_*' "$m/set_ftrace_filter"
	put skb_clone "$m/set_ftrace_filter"
	put veth_xmit "$m/set_ftrace_filter"
	put function "$m/current_tracer"
	echo 1 >"$m/tracing_on"
	traffic "wire/echo,count=2,size=1400" "ns4/get,bytes=3000" >/dev/null
	echo "the boot before was here" >"$m/trace_marker"
	echo 0 >"$m/tracing_on"
}

# Called as setup(). Returns in the second boot only.
boots_setup() {
	kill $sniffers
	if grep -q -w boots.second /proc/cmdline; then
		step "the second boot"
		dump_reserved_memory
	else
		trace_for_the_next && start_anew
	fi
}

boots_texts() {
	text boot_map "" -i boot_map
	texts_of boot_map sym-offset sym-addr sym-offset,sym-addr latency-format raw hex bin fields -- \
		-i boot_map
	for cpu in 0 1; do
		text "boot_map-cpu$cpu" "" -i boot_map -c $cpu
	done
}
