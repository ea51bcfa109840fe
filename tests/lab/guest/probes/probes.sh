# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Sourced by the probe recipes in the guest, at the end of their texts(): what this kernel says of
# probes and tracers that the lab's init does not write down for every sample.
# shellcheck disable=SC2154

# The deepest stack must stay the one that is written down, with the tracer going on.
if [ -e "$T/stack_trace" ]; then
	echo 16384 >"$T/stack_max_size"
	cat "$T/stack_trace" >"$truth/stack_trace"
fi
for d in /sys/kernel/livepatch/*/*/*,*/; do
	[ -d "$d" ] || continue
	d=${d%/}
	f=${d##*/}
	d=${d%/*}
	patch=${d%/*}
	printf '%s\t%s\t%s\t%s\t%s\n' "${patch##*/}" "${d##*/}" "$f" "$(cat "$patch/enabled")" \
		"$(cat "$patch/transition")" >>"$truth/livepatch"
done
# Every trigger, of events that are not enabled too. One grep for all: there are thousands.
step "writing down the triggers and filters"
{
	grep -l -v '^#' "$T"/events/*/*/trigger "$T"/instances/*/events/*/*/trigger
	grep -l -v '^none' "$T"/events/*/*/filter "$T"/instances/*/events/*/*/filter
} 2>/dev/null | while read -r f; do
	name=${f#"$T"/}
	mkdir -p "$truth/${name%/*}"
	cat "$f" >"$truth/$name"
done
if [ -x /bin/bpftool ]; then
	step "bpftool"
	bpftool -j prog list >"$truth/bpftool-prog" 2>>"$truth/refused.log"
	bpftool -j link list >"$truth/bpftool-link" 2>>"$truth/refused.log"
	bpftool -j net list >"$truth/bpftool-net" 2>>"$truth/refused.log"
	bpftool -j perf list >"$truth/bpftool-perf" 2>>"$truth/refused.log"
	bpftool -j cgroup tree >"$truth/bpftool-cgroup" 2>>"$truth/refused.log"
fi
# Who sleeps in which call: what holds instances of kretprobes.
for p in /proc/[0-9]*; do
	printf '%s\t%s\t' "${p#/proc/}" "$(cat "$p/comm")"
	sed 's/.*\] //; s/+.*//' "$p/stack" | tr '\n' ' '
	echo
done >"$truth/stacks" 2>/dev/null
dmesg | grep probemod >"$truth/probemod.log" || true
# Long before they are due: the last words of a guest may be lost on its console.
announce_pokes
