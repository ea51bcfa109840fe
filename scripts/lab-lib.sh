# shellcheck shell=bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# shellcheck disable=SC2034
#
# What the lab scripts share: progress lines, errors, the cache. Source it, do not run it.

lab_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
lab_cache=${PKTTRACE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/pkttrace}
lab_begin=$SECONDS

# Progress goes to standard error: standard output carries answers (paths) for other scripts.
say() {
	printf '[%4ds] %s\n' "$((SECONDS - lab_begin))" "$*" >&2
}

die() {
	printf '%s: error: %s\n' "${0##*/}" "$*" >&2
	exit 1
}

# only_one FILE: waits until no other script holds FILE; held until this script ends.
only_one() {
	mkdir -p "$(dirname "$1")"
	exec 9>"$1"
	if ! flock -n 9; then
		say "waiting for another run (${1##*/})"
		flock 9
	fi
}

# need GROUP...: install what a script needs; says nothing when everything is there.
need() {
	"$lab_root/scripts/install-deps" "$@" || die "cannot install what is missing ($*)"
}

# lab_own_suite NAME: from which suite's source a kernel of our own is built (build-kernel).
lab_own_suite() {
	sed -n 's/^# suite: *//p' "$lab_root/tests/lab/kernels/${1%:*}.config"
}

# lab_deb_arch SUITE: Debian's name of its architecture: bookworm:arm64; without a colon this machine's.
lab_deb_arch() {
	case $1 in *:*) echo "${1##*:}" ;; *) echo amd64 ;; esac
}

# lab_recipe NAME: the folder that holds the sample's whole `recipe`, written anew (scripts/recipe).
lab_recipe() {
	local folder=$lab_root/build/recipes/$1
	mkdir -p "$folder"
	"$lab_root/scripts/recipe" "$1" >"$folder/recipe.$$" || { rm -f "$folder/recipe.$$"; return 1; }
	mv "$folder/recipe.$$" "$folder/recipe"
	echo "$folder"
}

# lab_is_foreign RECIPE_DIR: of another architecture than this machine's.
lab_is_foreign() {
	grep -q '^suite=.*:' "$1/recipe"
}

# lab_lacks_crash RECIPE_DIR: no crash for this machine opens its dump. That is another architecture's, or of a kernel without SMP
# (8.0.6 and 9.0.2: "invalid structure member offset: thread_info_cpu").
lab_lacks_crash() {
	grep -qE '^suite=(.*:|own-alone)' "$1/recipe"
}

# lab_crash_suite SUITE: whose crash and makedumpfile the kernels of a suite need; nothing: this
# machine's own will do.
lab_crash_suite() {
	case $1 in
	own-*) lab_crash_suite "$(lab_own_suite "${1#own-}")" ;;
	trixie-backports*) echo sid ;;
	bookworm-security* | bookworm-backports* | trixie*) echo trixie ;;
	forky* | sid*) echo sid ;;
	esac
}
