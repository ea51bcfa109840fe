# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The guest's part of the recipes NN-text-mmio: mmiotrace while a module reads the HPET.

# shellcheck disable=SC2086,SC2154

text_arm() {
	echo 64 >$T/buffer_size_kb
	insmod /lab/textmod.ko || return
	put mmiotrace $T/current_tracer
}

text_activity() {
	echo 1 >/sys/module/textmod/parameters/mmio || return
	echo "a marker of mmiotrace" >$T/trace_marker
	echo 1 >/sys/module/textmod/parameters/mmio
}

text_texts() {
	texts_of top noirq-info latency-format verbose,latency-format raw hex bin fields nocontext-info \
		sym-addr --
	text cpu0 "" -c 0
}
