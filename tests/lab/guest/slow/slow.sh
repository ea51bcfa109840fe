# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Sourced by the texts() of a recipe with build=slowmod. slow_truth writes truth/slow: a line a probed
# function (name, microseconds that its handlers take at least, how often they ran).
# shellcheck disable=SC2154

slow_truth() {
	p=/sys/module/slowmod/parameters
	printf 'tcp_v4_rcv\t30\t%s\n' "$(cat $p/entry_hits)" >"$truth/slow"
	printf 'tcp_rcv_established\t50\t%s\n' "$(cat $p/middle_hits)" >>"$truth/slow"
	printf 'tcp_sendmsg\t60\t%s\n' "$(cat $p/return_hits)" >>"$truth/slow"
}
