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
# compares all of it with the kernel, and removes it when nothing of ours is left. The way back writes
# nothing but tracefs: a full disk is no obstacle there.
#
# What is neither as it was nor as start set it has been changed by somebody else since: it stays, and
# is named.
#
#   pkttrace-arm 3
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
#   set FILE=VALUE    what start sets a control to, or adds to a list; of one file several
#   end
#
# Beside it, "counts" says that start came to its end; stop renames it to "undoing" when it begins.
#
# Probes and their events are not recorded: they are ours by their group's name. All writing to
# tracefs is done by the shell itself, so that no child goes on writing after the shell was killed.
# shellcheck disable=SC2034,SC2154 # shared with pkttrace-arm

format=3
record='' record_end='' recorded=$nl settings=$nl record_text='' state='' ticket='' tickets=''
midway=no finished=no tracer_of_another='' left='' kept=''

# ---- the state folder -------------------------------------------------------------------------

is_boot_id() {
	case $1 in
	*[!0-9a-f-]*) return 1 ;;
	????????-????-????-????-????????????) ;;
	*) return 1 ;;
	esac
}

# Sets boot to this boot's id; "" if it cannot be read.
read_boot() {
	boot=
	{ read -r boot </proc/sys/kernel/random/boot_id; } 2>/dev/null
	is_boot_id "$boot" || boot=
}

# of_another_boot RECORD: both ids were read, and they differ. Nothing else makes a record void.
of_another_boot() {
	word='' id=''
	{ { read -r _ && read -r word id; } <"$1"; } 2>/dev/null
	[ -n "$boot" ] && [ "$word" = boot ] && is_boot_id "$id" && [ "$id" != "$boot" ]
}

# Sets state: where a record of this boot is, else where one can be written; and stale to the folders
# with records of another boot. Changes nothing.
find_state() {
	read_boot
	stale=
	if [ -n "${PKTTRACE_ARM_STATE:-}" ]; then
		set -- "$PKTTRACE_ARM_STATE"
	else
		set -- /run /var/lib /tmp
	fi
	for dir; do
		state=$dir/$me.state
		ours "$state" && [ -e "$state/record" ] || continue
		of_another_boot "$state/record" || return 0
		stale=$stale$state$nl
	done
	for dir; do
		state=$dir/$me.state
		[ ! -d "$dir" ] || [ ! -w "$dir" ] || break
	done
	# /tmp is everybody's: trust only a folder of our own.
	[ ! -e "$state" ] && [ ! -L "$state" ] || ours "$state" ||
		fail "$state is a symbolic link, or belongs to somebody else: be root, or remove it"
}

# Of another boot: its tracing is gone.
drop_stale() {
	set -f
	IFS=$nl
	for dir in $stale; do
		rm -f "$dir/record" "$dir/record.new" "$dir/counts" "$dir/undoing"
		[ "$dir" = "$state" ] || rmdir "$dir" 2>/dev/null
	done
	unset IFS
	set +f
	stale=
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

# Another pkttrace-arm that is at work: sets other to its process id.
find_other() {
	other=
	for file in "$tickets"/by.*; do
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
# the older process goes on. The machine's own tracefs has one place for tickets, wherever records are.
take_lock() {
	birth $$
	tickets=$state
	[ "$own_tracefs" = no ] || [ ! -w /run ] || tickets=/run/$me.lock
	ticket=$tickets/by.$$.$born
	for tries in 1 2 3; do
		mkdir "$state" "$tickets" 2>/dev/null
		ours "$state" && ours "$tickets" && { printf '' >"$ticket"; } 2>/dev/null && break
	done
	if [ ! -e "$ticket" ]; then
		drop_lock
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

drop_lock() {
	[ -z "$ticket" ] || rm -f "$ticket"
	rmdir "$state" ${tickets:+"$tickets"} 2>/dev/null
	ticket=
}

# make_work: a folder for what is too large for a variable, in work.
make_work() {
	sweep_work
	work=$(mktemp -d "${TMPDIR:-/tmp}/$me.$$.XXXXXX") && { : >"$work/$me"; } 2>/dev/null ||
		fail "no room in ${TMPDIR:-/tmp}"
}

# Only what make_work and its users make, by name: another's folder may have a name like ours.
drop_work() {
	[ -n "$work" ] || return 0
	rm -f "$work/strings" "$work/words" "$work/offsets" "$work/$me"
	rmdir "$work" 2>/dev/null
	work=
}

# Those of processes that were killed.
sweep_work() {
	for work in "${TMPDIR:-/tmp}/$me".*.??????; do
		name=${work##*/"$me".}
		case ${name%.*} in '' | *[!0-9]*) continue ;; esac
		birth "${name%.*}"
		[ -n "$born" ] || ! ours "$work" || [ ! -f "$work/$me" ] || [ -L "$work/$me" ] || drop_work
	done
	work=
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
# are no part of the filter, and emptying it leaves them alone. "FUNCTION:mod:MODULE" is: of a module that is not
# loaded, and the same as "FUNCTION [MODULE]" of one that is.
list_value() {
	value=$(sed -e '/^#/d' -e '/^$/d' -e '/^no pid$/d' -e 's/^\([^:]*\):mod:\(.*\)/\1 [\2]/' -e '/:/d' "$1" 2>/dev/null && echo .) ||
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

# not_ours ITEM FILE TEXT: what was recorded turns out to have been there before.
not_ours() {
	entry="$1 $2${nl}was $3$nl"
	case $record in
	*"$entry"*)
		record=${record%%"$entry"*}${record#*"$entry"}
		write_record
		;;
	esac
}

# sets FILE VALUE: start sets the file to that, or adds it to the list.
sets() {
	is_set "$1" "$2" || settings=${settings}set\ $1=$2$nl
}

is_set() {
	case $settings in
	*"${nl}set $1=$2$nl"*) return 0 ;;
	esac
	return 1
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
	record_text="$me $format${nl}boot $boot${nl}tracefs $tracefs${nl}top $top${nl}graph $graph$nl$record$record_end${settings#"$nl"}end"
	printf '%s\n' "$record_text" | dd of="$state/record.new" conv=fsync 2>/dev/null || no_room
	[ "$(cat "$state/record.new" 2>/dev/null)" = "$record_text" ] || no_room
	mv -f "$state/record.new" "$state/record" || no_room
}

no_room() {
	rm -f "$state/record.new"
	case $phase in
	plan) fail "no room to record what would be changed in $state: nothing was changed (PKTTRACE_ARM_STATE=DIR names another place)" ;;
	*) fail "no room in $state: putting everything back" ;;
	esac
}

# Reads the record into record_text. Status 1: there is none.
load_record() {
	[ -e "$state/record" ] && ours "$state" || return 1
	! of_another_boot "$state/record" || return 1
	[ -n "$boot" ] || [ $verb = status ] || [ $force = yes ] ||
		fail "the boot's id cannot be read (/proc/sys/kernel/random/boot_id), so whether $state/record is of this boot is not known: $me stop --force takes it for this boot's"
	record_text=$(cat "$state/record" 2>/dev/null)
	{
		read -r line
		read -r boot_line
		IFS= read -r tracefs_line
		IFS= read -r top_line
		read -r graph_line
	} <"$state/record"
	case $line:$record_text in
	"$me $format:"*"${nl}end" | "$me 2:"*"${nl}end") ;;
	*) damaged || return 1 ;;
	esac
	tracefs=${tracefs_line#tracefs }
	top=${top_line#top }
	graph=${graph_line#graph }
	settings=$nl$record_text$nl
	[ -r "$tracefs/README" ] || fail "$tracefs is not mounted any more, or not readable$(lockdown)"
	find_definitions
	[ ! -e "$state/counts" ] && [ ! -e "$state/undoing" ] || finished=yes
	[ -e "$state/counts" ] || midway=yes
	[ "$line" = "$me $format" ] || settings_of_2
}

# Version 2 did not record what it set: only another's tracer can be told.
settings_of_2() {
	midway=yes
	record_text=$(printf '%s\n' "$record_text" | sed 's/^was \([^: ]*\):mod:\([^ ]*\)$/was \1 [\2]/')
	is_set() {
		case $1:$graph:$2 in
		"$top/current_tracer:"*:nop | "$top/current_tracer:"[!o]*:function_graph) return 0 ;;
		"$top/current_tracer:"*) return 1 ;;
		esac
	}
	strange_lines() { strange=; }
}

damaged() {
	[ "$verb$force" = stopyes ] ||
		fail "$state/record is damaged, or of another version of $me ($me stop --force does without it)"
	rm -f "$state/record"
	return 1
}

# each_recorded FUNCTION: calls it with item, file and text of each entry. From memory: the file may be gone.
each_recorded() {
	r_item=
	set -f
	IFS=$nl
	for r_line in $record_text; do
		unset IFS
		set +f
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
	done
	unset IFS
	set +f
}

# ---- the way back -----------------------------------------------------------------------------

# same_value ITEM FILE TEXT: is value that?
same_value() {
	[ "$value" != "$3" ] || return 0
	case $2 in */buffer_size_kb) is_rounded "$3" ;; *) return 1 ;; esac
}

# is_rounded SIZE: is value that, in whole sub-buffers? The kernel rounds up what is written ("expanded: 1408" becomes 1410).
is_rounded() {
	case $value:$1 in :* | *: | *[!0-9:]*) return 1 ;; esac
	unit=$(cat "$top/buffer_subbuf_size_kb" 2>/dev/null) || unit=$(($(getconf PAGESIZE 2>/dev/null || echo 4096) / 1024))
	[ "$value" -ge "$1" ] && [ $((value - $1)) -lt "$unit" ]
}

# is_set_size FILE: did start set the buffer to value? If start was killed right after its write, only what it wrote is
# recorded, not what the kernel made of it.
is_set_size() {
	! is_set "$1" "$value" || return 0
	[ $finished = no ] || return 1
	rest=$settings
	while :; do
		case $rest in *"${nl}set $1="*) ;; *) return 1 ;; esac
		rest=${rest#*"${nl}set $1="}
		! is_rounded "${rest%%"$nl"*}" || return 0
	done
}

# judge ITEM FILE TEXT: sets whose to
#   back     it is as it was, or gone (an event with its module)
#   ours     as start set it
#   theirs   neither: somebody else has changed it since
#   used     as start set it, but another's tracer works with it
#   unknown  it cannot be read
# and value to what it is, wanted to what it should be.
judge() {
	whose=back wanted=$3
	[ -e "$2" ] || return 0
	case $1 in
	control) judge_control "$@" ;;
	list) judge_list "$2" "$3" ;;
	trigger) judge_trigger "$2" "$3" ;;
	instance) value="there" whose=ours ;;
	esac
	[ $whose != theirs ] || [ "$verb$force" != stopyes ] || whose=ours wanted=$3
	[ $whose != ours ] || [ -z "$tracer_of_another" ] || case $1:$2 in
	*/events/*) ;;
	control:* | list:*) whose=used ;;
	esac
}

judge_control() {
	value_of "$2" || { whose=unknown && return; }
	! same_value "$@" || return 0
	whose=theirs
	case ${2##*/}:$value in
	buffer_size_kb:X) ! some_cpu_has_ours "$2" || whose=ours ;;
	buffer_size_kb:*) ! is_set_size "$2" || whose=ours ;;
	# A start that came to its end has left it on.
	tracing_on:0) [ $finished = yes ] || whose=ours ;;
	*) ! is_set "$2" "$value" || whose=ours ;;
	esac
}

# A CPU's buffer has been resized since, but not all of them.
some_cpu_has_ours() {
	for file in "${1%/*}"/per_cpu/cpu*/buffer_size_kb; do
		value_of "$file" && is_set_size "$1" && value=X && return
	done
	value=X
	return 1
}

judge_trigger() {
	value=$2
	grep -q -x -e "$2" -e "$2:unlimited" "$1"
	case $? in 0) whose=ours ;; 1) ;; *) whose=unknown ;; esac
}

# A list that start has emptied, or to which it added; midway, a part of what it was as well. If
# somebody added to it, what he added stays.
judge_list() {
	list_value "$1" || { whose=unknown && return; }
	[ "$value" != "$2" ] || return 0
	whose=ours
	[ -n "$value" ] || return 0
	strange_lines "$1" "$2" || { whose=unknown && return; }
	case $strange in
	'') ;;
	"$value") whose=theirs ;;
	*) wanted=$2${2:+$nl}$strange ;;
	esac
}

# strange_lines FILE TEXT: sets strange to the lines of value that start did not add. Status 1: not known.
strange_lines() {
	known=$(printf '%s' "$settings" | awk -v start="set $1=" '
		index($0, start) == 1 {
			name = substr($0, length(start) + 1)
			gsub(/[.]/, "[.]", name)
			gsub(/[*]/, "[^ ]*", name)
			printf "%s%s", sep, name
			sep = "|"
		}
		END { print "$" }') || return 1 # no line is that
	strange=$(printf '%s\n' "$value" | grep -v -E -e "^(${known%$})( .*)?\$")
	[ $? -le 1 ] || return 1
	[ $midway = yes ] && [ -n "$strange" ] && [ -n "$2" ] || return 0
	strange=$(printf '%s\n\n%s\n' "$2" "$strange" | awk '
		!after && $0 == "" { after = 1; next }
		!after { was[$0]; next }
		!($0 in was)')
}

# write_text FILE TEXT OPERATOR: as it is, in one write.
write_text() {
	if [ "$3" = '>' ]; then
		{ printf '%s' "$2" >"$1"; } 2>/dev/null
	else
		{ printf '%s' "$2" >>"$1"; } 2>/dev/null
	fi
}

# Sets tracer_of_another to the tracer that somebody else has switched on since. What a tracer works
# with (lists, buffer, clock, options) is then not touched: an empty list would mean all functions.
find_tracer_of_another() {
	tracer_of_another=
	value_of "$top/current_tracer" || return 0
	[ "$value" != nop ] && ! is_set "$top/current_tracer" "$value" && [ "$verb$force" != stopyes ] || return 0
	case $nl$record_text$nl in
	*"${nl}control $top/current_tracer${nl}was $value$nl"*) ;;
	*) tracer_of_another=$value ;;
	esac
}

# A trigger goes before lists come back: with "FUNCTION:mod:MODULE" among the functions the kernel (6.1) leaves out as many
# triggers as it lists functions.
put_back_trigger() {
	[ "$1" = trigger ] || return 0
	judge "$@"
	[ $whose = ours ] || grep -q ':mod:' "$2" || return 0
	write_text "$2" "!$3$nl" '>>'
}

put_back() {
	judge "$@"
	[ $whose = ours ] || return 0
	case $1:$2:$value in
	*/buffer_size_kb:X) put_back_buffers "$2" "$3" ;;
	# A filter that the kernel had refused is shown with its own words on it.
	control:*) write_text "$2" "${3%"$nl"*"^$nl"parse_error:*}" '>' ;;
	list:*) put_back_list "$2" "$wanted" ;;
	instance:*) rmdir "$2" 2>/dev/null ;;
	esac
}

put_back_buffers() {
	for file in "${1%/*}"/per_cpu/cpu*/buffer_size_kb; do
		value_of "$file"
		[ "$verb$force" != stopyes ] && ! is_set_size "$1" || write_text "$file" "$2" '>'
	done
}

# A module's function is shown as "NAME [MODULE]" and written as "NAME:mod:MODULE", or, to the graph's
# lists, without its module. The file is opened once: each closing makes the kernel go through all its
# functions, and the list has effect only then.
put_back_list() {
	set -f
	IFS=$nl
	for line in '' $2; do
		case $1:$line in
		*/set_graph_*:*' ['*) line=${line%% *} ;;
		*:*' ['*']')
			line=${line%\]}
			line=${line%% *}:mod:${line##*\[}
			;;
		esac
		{ printf '%s\n' "$line"; } 2>/dev/null
	done >"$1"
	unset IFS
	set +f
}

# compare ITEM FILE TEXT: adds to left, a line each, what is not as it was; and to kept what somebody else
# has changed since.
compare() {
	judge "$@"
	[ $whose != back ] || return 0
	file=${2#"$tracefs/"}
	case $1 in
	control) is="$file: ${value%%"$nl"*}" was="; it was ${3%%"$nl"*}" ;;
	list) is="$file: not the list that it was" was= ;;
	trigger) is="$file: $3" was= ;;
	instance) is="$file, an instance" was= ;;
	esac
	case $whose:$2 in
	ours:*) left="$left  $is$was$nl" ;;
	used:*) left="$left  $is, in use by somebody else's tracer $tracer_of_another$was$nl" ;;
	unknown:*) left="$left  $file: cannot be read$was$nl" ;;
	# While his tracer is on we are not done.
	theirs:*/current_tracer) left="$left  $is, by somebody else since$was$nl" ;;
	theirs:*) kept="$kept  $is, by somebody else since$was$nl" ;;
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

# Puts back what is ours, compares everything, and sets left and kept to what is not as it was.
undo_all() {
	[ ! -e "$state/counts" ] || mv -f "$state/counts" "$state/undoing" 2>/dev/null
	find_tracer_of_another
	# The tracer first: everything is quicker without it, and another's must not see its lists go.
	[ "$value" != function_graph ] || [ "$graph" = off ] || [ -n "$tracer_of_another" ] ||
		write_text "$top/current_tracer" nop '>'
	remove_probes
	each_recorded put_back_trigger
	each_recorded put_back
	compare_all
	[ -n "$left" ] || drop_record
}

compare_all() {
	left='' kept=''
	find_tracer_of_another
	each_recorded compare
	own_probes
	for name in $names; do
		left="$left  probe $group/$name$nl"
	done
}

# The record first: without it the rest means nothing.
drop_record() {
	rm -f "$state/record" 2>/dev/null
	if [ -e "$state/record" ]; then
		left="  $state/record: it cannot be removed, and says what is no longer so$nl"
	else
		rm -f "$state/counts" "$state/undoing"
	fi
}
