# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Sourced by the guest's init once tracing is frozen, before a recipe's texts(): the same buffers
# are read many times with different options. Each reading is a file of truth/texts/, and a line of
# truth/texts/index: the file, a tab, the arguments of `pkttrace trace` that must give its bytes.
#
#   text NAME OPTIONS [-i INSTANCE] [-s] [-c CPU]
#
# OPTIONS are separated by commas, as after -o ("" is none); they are set in trace_options for this
# reading, in their order, and restored after it. An option that this kernel refuses makes no text.

# shellcheck disable=SC2154

mkdir -p "$truth/texts"

# The last event of each CPU left a note that the next task switch is to be remembered. Let that
# happen, or the texts with record-tgid would find a task more the later they are read.
if grep -q -x norecord-tgid "$T/trace_options"; then
	echo record-tgid >"$T/trace_options"
	sleep 0.5
	echo norecord-tgid >"$T/trace_options"
fi

# The line of trace_options, as it was before the first text, that option $1 has.
option_before() {
	grep -x -e "$1" -e "no$1" "$2" | head -n 1
}

text() {
	name=$1 options=$2
	shift 2
	dir=$T file=trace args=
	[ -z "$options" ] || args="-o $options"
	while [ $# -gt 0 ]; do
		case $1 in
		-i) dir=$T/instances/$2 args="$args -i $2" && shift ;;
		-c) file=per_cpu/cpu$2/$file args="$args -c $2" && shift ;;
		-s) file=${file%trace}snapshot args="$args -s" ;;
		esac
		shift
	done
	[ -e "$dir/$file" ] || return 0
	cat "$dir/trace_options" >/tmp/options
	set_list=$(echo "$options" | tr , ' ')
	good=yes
	for option in $set_list; do
		echo "$option" 2>/dev/null >"$dir/trace_options" || good=
	done
	if [ -n "$good" ]; then
		step "text $name"
		cat "$dir/$file" >"$truth/texts/$name"
		printf '%s\t%s\n' "$name" "${args# }" >>"$truth/texts/index"
	else
		echo "text $name: -o $options" >>"$truth/refused"
	fi
	for option in $set_list; do
		was=$(option_before "$option" /tmp/options)
		[ -n "$was" ] || was=$(option_before "${option#no}" /tmp/options)
		[ -z "$was" ] || echo "$was" 2>/dev/null >"$dir/trace_options"
	done
}

# texts_of PREFIX OPTIONS_LIST... -- ARGUMENTS of text: a text for each list of options.
texts_of() {
	prefix=$1 lists=
	shift
	while [ "$1" != -- ]; do
		lists="$lists $1"
		shift
	done
	shift
	for list in $lists; do
		text "$prefix-$(echo "$list" | tr , +)" "$list" "$@"
	done
}

# Reading must not have changed what is read: the top buffer once more.
texts_end() {
	cat "$T/trace" >"$truth/texts/again"
	if ! cmp -s "$truth/texts/again" "$truth/texts/default"; then
		step "FAILED: the last reading differs from the first"
	fi
	rm "$truth/texts/again"
}
