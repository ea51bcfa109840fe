#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What pkttrace-arm is about to change, written down before it changes anything; and the way back.
# Sourced by pkttrace-arm.
#
# One file, record, in the state folder holds everything that "start" may touch, with the values of
# before. A first pass over the arming (phase "plan") collects it; it is written, synced, read back and
# renamed into place, and only then is the first byte written to tracefs. So wherever a kill strikes,
# either nothing was changed, or the record is whole. "stop" puts back what differs from the record,
# compares all of it with the kernel, and removes it when nothing differs. The way back writes
# nothing but tracefs: a full disk is no obstacle there.
#
#   pkttrace-arm 2
#   boot ID           the record of another boot is void
#   tracefs DIR
#   top DIR           the buffer's instance
#   graph MODE        of --graph
#   control FILE      a file of one value, with its lines
#   was LINE
#   list FILE         a filter list, with its lines
#   was LINE
#   trigger FILE      a function trigger that was not there
#   was TEXT
#   instance DIR      an instance that was not there
#   end
#
# Probes and their events are not recorded: they are ours by their group's name. All writing to
# tracefs is done by the shell itself, so that no child goes on writing after the shell was killed.
# shellcheck disable=SC2034,SC2154 # shared with pkttrace-arm

format=2
record='' record_end='' recorded=$nl ticket=''

# ---- the state folder -------------------------------------------------------------------------

# Sets state: where a record of this boot is, else where one can be written.
find_state() {
	boot=
	read -r boot </proc/sys/kernel/random/boot_id 2>/dev/null
	if [ -n "${PKTTRACE_ARM_STATE:-}" ]; then
		set -- "$PKTTRACE_ARM_STATE"
	else
		set -- /run /var/lib /tmp
	fi
	for dir; do
		state=$dir/$me.state
		ours "$state" && [ -e "$state/record" ] || continue
		grep -qxF "boot $boot" "$state/record" && return
		rm -rf "$state" # of another boot: its tracing is gone
	done
	for dir; do
		state=$dir/$me.state
		[ ! -d "$dir" ] || [ ! -w "$dir" ] || break
	done
	# /tmp is everybody's: trust only a folder of our own.
	[ ! -e "$state" ] || ours "$state" ||
		fail "$state belongs to somebody else: be root, or remove it"
}

ours() { [ -d "$1" ] && [ ! -L "$1" ] && [ -O "$1" ]; }

# birth PID: sets born to when a process began, in ticks; "" if there is no such process.
birth() {
	born=
	{ IFS= read -r line <"/proc/$1/stat"; } 2>/dev/null || return 0
	# shellcheck disable=SC2086 # words
	set -- ${line##*) }
	[ "$1" = Z ] || born=${20}
}

# Another pkttrace-arm that works in this state folder: sets other to its process id.
find_other() {
	other=
	for file in "$state"/by.*; do
		name=${file##*/by.}
		[ "$name" != "*" ] && [ "$file" != "$ticket" ] || continue
		birth "${name%.*}"
		if [ "$born" = "${name#*.}" ]; then
			other=${name%.*}
		else
			rm -f "$file" # it was killed
		fi
	done
}

# One start or stop at a time: each leaves a ticket and looks for others. Of two that come together
# the older process goes on.
take_lock() {
	birth $$
	ticket=$state/by.$$.$born
	for tries in 1 2 3; do
		mkdir "$state" 2>/dev/null
		ours "$state" && { printf '' >"$ticket"; } 2>/dev/null && break
	done
	if [ ! -e "$ticket" ]; then
		ticket=
		return 1
	fi
	for tries in 1 2 3 4 5 6; do
		find_other
		[ -n "$other" ] || return 0
		[ "$other" -gt $$ ] || break
		sleep 1
	done
	drop_lock
	fail "another $me is at work (process $other)" 3
}

# make_work: a folder for what is too large for a variable, in work.
make_work() {
	sweep_work
	work=$(mktemp -d "${TMPDIR:-/tmp}/$me.$$.XXXXXX") || fail "no room in ${TMPDIR:-/tmp}"
}

# Those of processes that were killed.
sweep_work() {
	for work in "${TMPDIR:-/tmp}/$me".*.*; do
		name=${work##*/"$me".}
		birth "${name%.*}"
		[ -n "$born" ] || ! ours "$work" || rm -rf "$work"
	done
	work=
}

drop_lock() {
	[ -z "$ticket" ] || rm -f "$ticket"
	rmdir "$state" 2>/dev/null
	ticket=
}

# ---- reading ----------------------------------------------------------------------------------

# value_of FILE: sets value to what the control file holds, as it would be written back. Status 1:
# it cannot be read. No process is started but for filters: under emulation, and while functions are
# traced, that takes long.
value_of() {
	value=
	case $1 in
	*/filter)
		# The kernel hands this file out in one read only. It may end in a newline or not.
		value=$(cat "$1" 2>/dev/null && echo .) || return 1
		value=${value%.}
		value=${value%"$nl"}
		;;
	*) { IFS= read -r value <"$1"; } 2>/dev/null || [ -n "$value" ] || return 1 ;;
	esac
	case $1 in
	*/trace_clock)
		value=${value#*\[}
		value=${value%%\]*}
		;;
	*/buffer_size_kb)
		# "7 (expanded: 1408)": nothing was traced since boot, and 1408 is what the first
		# user would get; the 7 cannot come back.
		value=${value##*expanded: }
		value=${value%\)}
		;;
	*/filter) [ "$value" != none ] || value=0 ;;
	*/enable) value=${value%\*} ;;
	esac
}

# Entries of a list file, without the kernel's remarks on an empty one.
list_of() { grep -v -e '^#' -e '^$' -e '^no pid$' "$1" 2>/dev/null; }

# list_value FILE: sets value to the lines of a filter list. Function triggers ("FUNCTION:traceoff")
# are no part of the filter, and emptying it leaves them alone; "FUNCTION:mod:MODULE" is.
list_value() {
	value=$(sed -e '/^#/d' -e '/^$/d' -e '/^no pid$/d' -e '/:mod:/b' -e '/:/d' "$1" 2>/dev/null && echo .) ||
		return 1
	value=${value%.}
	value=${value%"$nl"}
}

# ---- the record -------------------------------------------------------------------------------

# note ITEM FILE TEXT
note() {
	entry="was $3$nl"
	case $3 in
	*"$nl"*) entry=$(printf '%s' "$entry" | sed '2,$s/^/was /' && echo .) && entry=${entry%.} ;;
	esac || fail "cannot record $2; nothing was changed"
	entry=$1\ $2$nl$entry
	recorded=$recorded$2$nl
	# The order is that of the way back: the tracer and tracing itself come last.
	case $2 in
	*/current_tracer | */tracing_on) record_end=$entry$record_end ;;
	*) record=$record$entry ;;
	esac
}

is_recorded() {
	case $recorded in
	*"$nl$1$nl"*) return 0 ;;
	esac
	return 1
}

note_control() {
	is_recorded "$1" && return
	value_of "$1" || fail "cannot read $1; nothing was changed"
	note control "$1" "$value"
}

note_list() {
	is_recorded "$1" && return
	list_value "$1" || fail "cannot read $1; nothing was changed"
	note list "$1" "$value"
}

# Written, synced (some file systems find out only then that they are full), read back, and renamed.
write_record() {
	text="$me $format${nl}boot $boot${nl}tracefs $tracefs${nl}top $top${nl}graph $graph$nl$record${record_end}end"
	printf '%s\n' "$text" | dd of="$state/record.new" conv=fsync 2>/dev/null || no_room
	[ "$(cat "$state/record.new" 2>/dev/null)" = "$text" ] || no_room
	mv -f "$state/record.new" "$state/record" || no_room
}

no_room() {
	rm -f "$state/record.new"
	fail "no room to record what would be changed in $state: nothing was changed (PKTTRACE_ARM_STATE=DIR names another place)"
}

# Reads the head of the record. Status 1: there is none.
load_record() {
	[ -e "$state/record" ] || return 1
	{
		read -r line
		read -r boot_line
		IFS= read -r tracefs_line
		IFS= read -r top_line
		read -r graph_line
	} <"$state/record"
	[ "$line" = "$me $format" ] && [ "$(tail -n 1 "$state/record")" = end ] ||
		damaged || return 1
	tracefs=${tracefs_line#tracefs }
	top=${top_line#top }
	graph=${graph_line#graph }
	[ -r "$tracefs/README" ] || fail "$tracefs is not mounted any more, or not readable"
	find_definitions
}

damaged() {
	[ "$verb$force" = stopyes ] ||
		fail "$state/record is damaged, or of another version of $me ($me stop --force does without it)"
	rm -f "$state/record"
	return 1
}

# each_recorded FUNCTION: calls it with item, file and text of each entry.
each_recorded() {
	r_item=
	while IFS= read -r r_line <&3; do
		case $r_line in
		'was '*)
			r_text=$r_text$r_sep${r_line#was }
			r_sep=$nl
			continue
			;;
		esac
		[ -z "$r_item" ] || "$1" "$r_item" "$r_file" "$r_text"
		r_item=${r_line%% *} r_file=${r_line#* } r_text='' r_sep=''
		case $r_item in control | list | trigger | instance) ;; *) r_item= ;; esac
	done 3<"$state/record"
}

# ---- the way back -----------------------------------------------------------------------------

# same_value ITEM FILE TEXT: is value that? A buffer of whole sub-buffers may be a little larger than what is
# written ("expanded: 1408" becomes 1410).
same_value() {
	[ "$value" != "$3" ] || return 0
	case $2 in */buffer_size_kb) ;; *) return 1 ;; esac
	unit=$(cat "$top/buffer_subbuf_size_kb" 2>/dev/null) || unit=$(($(getconf PAGESIZE 2>/dev/null || echo 4096) / 1024))
	[ "$value" -gt "$3" ] && [ $((value - $3)) -lt "$unit" ]
}

# is_back ITEM FILE TEXT: is it as it was? Sets value to what it is. What is gone (an event with its
# module) holds nothing of ours.
is_back() {
	[ -e "$2" ] || return 0
	case $1 in
	control) value_of "$2" && same_value "$@" ;;
	list) list_value "$2" && [ "$value" = "$3" ] ;;
	trigger)
		value=$3
		grep -q "^$3" "$2"
		[ $? -eq 1 ]
		;;
	instance) value="there" && false ;;
	esac
}

# write_text FILE TEXT OPERATOR: as it is, in one write.
write_text() {
	if [ "$3" = '>' ]; then
		{ printf '%s' "$2" >"$1"; } 2>/dev/null
	else
		{ printf '%s' "$2" >>"$1"; } 2>/dev/null
	fi
}

# foreign_tracer FILE: somebody else has changed the tracer since.
foreign_tracer() {
	[ "$1" = "$top/current_tracer" ] && [ $force = no ] || return 1
	[ "$value" != nop ] || return 1
	[ "$graph" = off ] || [ "$value" != function_graph ]
}

put_back() {
	is_back "$@" && return
	case $1 in
	control)
		foreign_tracer "$2" && return
		# A filter that the kernel had refused is shown with its own words on it.
		write_text "$2" "${3%"$nl"*"^$nl"parse_error:*}" '>'
		;;
	list) put_back_list "$2" "$3" ;;
	trigger) write_text "$2" "!$3$nl" '>>' ;;
	instance) rmdir "$2" 2>/dev/null ;;
	esac
}

# A module's function is shown as "NAME [MODULE]" and written as "NAME:mod:MODULE", or, to the graph's
# lists, without its module. The file is opened once: each closing makes the kernel go through all its
# functions.
put_back_list() {
	write_text "$1" "$nl" '>'
	[ -n "$2" ] || return 0
	set -f
	IFS=$nl
	for line in $2; do
		case $1:$line in
		*/set_graph_*:*' ['*) line=${line%% *} ;;
		*:*' ['*']')
			line=${line%\]}
			line=${line%% *}:mod:${line##*\[}
			;;
		esac
		{ printf '%s\n' "$line"; } 2>/dev/null
	done >>"$1"
	unset IFS
	set +f
}

# compare ITEM FILE TEXT: adds to left, a line each, what is not as it was.
compare() {
	is_back "$@" && return
	file=${2#"$tracefs/"}
	case $1 in
	control)
		if foreign_tracer "$2"; then
			left="$left  $file: $value, by somebody else since; it was $3$nl"
		else
			left="$left  $file: ${value%%"$nl"*}; it was ${3%%"$nl"*}$nl"
		fi
		;;
	list) left="$left  $file: not the list that it was$nl" ;;
	trigger) left="$left  $file: $3$nl" ;;
	instance) left="$left  $file, an instance$nl" ;;
	esac
}

# Sets names to those of the probes that bear our group's name, each once. The full stop proves that the list is
# whole: the answer of a child that was killed would be "none".
own_probes() {
	names=
	[ -r "$definitions" ] || return 0
	names=$(awk -v group="$group/" '{ sub(/^[a-z][0-9]*:/, "", $1) }
		index($1, group) == 1 && !seen[$1]++ { printf "%s ", substr($1, length(group) + 1) }
		END { print "." }' "$definitions")
	case $names in
	*.) names=${names%.} names=${names% } ;;
	*) names="? (${definitions##*/} cannot be read)" ;;
	esac
}

remove_probes() {
	own_probes
	[ -n "$names" ] || return 0
	write_text "$top/events/$group/enable" 0 '>'
	for name in $names; do
		{ echo "-:$group/$name"; } 2>/dev/null
	done >>"$definitions"
}

# Puts everything back, compares everything, and sets left to what is not as it was.
undo_all() {
	rm -f "$state/counts"
	write_text "$top/tracing_on" 0 '>'
	# The tracer first: everything is quicker without it, and another's must not see its lists go.
	value_of "$top/current_tracer"
	[ "$value" != function_graph ] || [ "$graph" = off ] || write_text "$top/current_tracer" nop '>'
	remove_probes
	each_recorded put_back
	compare_all
	[ -n "$left" ] || drop_record
}

compare_all() {
	left=
	each_recorded compare
	own_probes
	for name in $names; do
		left="$left  probe $group/$name$nl"
	done
}

drop_record() {
	rm -f "$state/record" 2>/dev/null
	[ ! -e "$state/record" ] ||
		left="  $state/record: it cannot be removed, and says what is no longer so$nl"
}
