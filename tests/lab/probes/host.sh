# shellcheck shell=bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Sourced by recipes, on the host only: `[ -z "${lab_root-}" ] || . "$lab_root/tests/lab/probes/host.sh"`.
# Lets the recipe's word `build` name what lies in this folder too: modules, and programs, which come
# to the guest's /lab as well; `bpftool` is this machine's, copied with its libraries. These files
# become part of the recipe's key. scripts/make-vmcore does not know this folder: samples that have
# nothing to do with probes are not made again when a probe changes.
# shellcheck disable=SC2154

if ! declare -F build_module_of_guest >/dev/null; then
	eval "build_module_of_guest() $(declare -f build_module | tail -n +2)"
	eval "recipe_key_of_guest() $(declare -f recipe_key | tail -n +2)"

	build_module() { # NAME
		local probes=$lab_root/tests/lab/probes
		case $1 in
		bpftool) copy_program "$work/root" bpftool ;;
		*.sh) cp "$probes/$1" "$work/root/lab/" ;;
		bpfload) gcc -O2 -static -o "$work/root/lab/$1" "$probes/$1.c" ;;
		*)
			local guest=$guest
			[ ! -e "$probes/$1.c" ] || guest=$probes
			build_module_of_guest "$1"
			;;
		esac
	}

	recipe_key() { # RECIPE_DIR
		if ! grep -q lab/probes/host.sh "$1/recipe"; then
			recipe_key_of_guest "$1"
			return
		fi
		{
			recipe_key_of_guest "$1"
			cat "$lab_root"/tests/lab/probes/*.{c,sh}
		} | sha256sum | cut -d ' ' -f 1
	}
fi
