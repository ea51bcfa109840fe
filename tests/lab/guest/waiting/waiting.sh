# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2154
#
# For the lab guest (busybox sh): tasks that sleep on sockets, and what the kernel says of them right before the
# machine dies. Uses $truth and step of tests/lab/guest/init.

sleep_on_sockets() {
	/lab/sleepers 10.9.0.77 7 >"$truth/sleepers"
	sleep 3
}

# The stack as the kernel unwinds it.
waiting_truth() {
	step "writing down who sleeps where"
	while read -r name pid; do
		printf '%s %s %s ' "$name" "$pid" "$(cat "/proc/$pid/wchan")"
		sed 's/.*\] //; s/+.*//' "/proc/$pid/stack" | tr '\n' ' '
		echo
	done <"$truth/sleepers" >"$truth/sleeping"
}
