# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Sourced by the arm() of a recipe with build=stap_lab and programs="staprun /usr/lib/systemtap/stapio": runs the
# script in the background, and waits until it says something.
# shellcheck disable=SC2154

mkdir -p /usr/lib/systemtap /var/run
ln -sf /bin/usr/lib/systemtap/stapio /usr/lib/systemtap/stapio
cp /lab/stap_lab.stp "$truth/stap_lab.stp"
staprun -D -o "$truth/stap_lab.out" /lab/stap_lab.ko >"$truth/staprun.log" 2>&1
for _ in 1 2 3 4 5 6 7 8 9 10; do
	[ ! -s "$truth/stap_lab.out" ] || break
	sleep 1
done
[ -s "$truth/stap_lab.out" ] || fail "staprun: $(cat "$truth/staprun.log")"
