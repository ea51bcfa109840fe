# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The guest's part of the recipes NN-text-blk: the blk tracer on a loop device.

# shellcheck disable=SC2086,SC2154

text_arm() {
	echo 256 >$T/buffer_size_kb
	dd if=/dev/zero of=/tmp/disk bs=1M count=4 2>/dev/null
	losetup /dev/loop0 /tmp/disk || return
	put blk $T/current_tracer
	put 1 /sys/block/loop0/trace/enable
	put 1 $T/events/block/enable
	mkdir $T/instances/events
	put 1 $T/instances/events/events/block/enable
}

text_activity() {
	dd if=/dev/zero of=/dev/loop0 bs=64k count=6 2>/dev/null
	dd if=/dev/loop0 of=/dev/null bs=4k count=20 2>/dev/null
	dd if=/dev/zero of=/dev/loop0 bs=512 count=3 seek=1000 conv=fsync 2>/dev/null
	sync
	# No events after this: those of a device that goes away would be the last.
	put 0 /sys/block/loop0/trace/enable
}

text_texts() {
	texts_of top blk_classic blk_cgname blk_cgroup blk_classic,blk_cgroup blk_classic,nocontext-info \
		noirq-info latency-format verbose,latency-format blk_classic,latency-format raw hex bin \
		fields nocontext-info raw,nocontext-info bin,nocontext-info record-tgid sym-addr --
	text cpu0 "" -c 0
	text cpu1 "" -c 1
	texts_of cpu0 blk_classic -- -c 0
	text events "" -i events
	texts_of events raw hex fields latency-format -- -i events
}
