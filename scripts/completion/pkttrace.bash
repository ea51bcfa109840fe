# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of pkttrace for bash. Subcommands and options are those that the program's own help names; no dump is opened.

_pkttrace_subcommands() {
	"$1" help 2>/dev/null | awk '/^SUBCOMMANDS$/ { on = 1; next } on && !NF { exit } on { print $1 }'
}

_pkttrace_options() { # PROGRAM SUBCOMMAND
	"$1" help "$2" 2>/dev/null | awk '/^SYNOPSIS$/ { on = 1; next } /^DESCRIPTION$/ { exit } on' | grep -oE '(^|[[ |])--?[A-Za-z][A-Za-z-]*' |
		tr -d '[| '
}

_pkttrace() {
	local program=${COMP_WORDS[0]} current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
	local sub='' words='' word subcommands
	subcommands=$(_pkttrace_subcommands "$program")
	for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
		case " ${subcommands//$'\n'/ } help " in *" $word "*) sub=$word && break ;; esac
	done
	case $sub:$before:$current in
	help:*) words="$subcommands overview path" ;;
	export:-t:*) words="capsule html pcapng perfetto retis retis-pcapng trace.dat" ;;
	?*:-e:*) words="delivered queued ofo-queued backlogged merged consumed dropped forwarded acked unacked unsent neigh-queued qdisc-queued driver-queued sent looped in-flight unknown" ;;
	counters:-F:*) words="snmp netstat snmp6 sockstat sockstat6 softnet_stat" ;;
	flows:--by:*) words="process cgroup netns" ;;
	drops:--by:*) words="reason place dev flow netns second protocol" ;;
	latency:--by:*) words="dev flow netns second protocol cpu cgroup" ;;
	last:--by:*) words="latency" ;;
	?*:-d:*) words="rx tx" ;;
	flows:-P:*) words="tcp udp icmp icmp6 gre ipip sit sctp esp udplite dccp macsec all unix netlink packet raw" ;;
	?*:-P:*) words="tcp udp icmp icmp6 gre ipip sit sctp esp udplite dccp macsec all" ;;
	?*:-n:*) words=all ;;
	?*:*:-*) words="$(_pkttrace_options "$program" "$sub") --wide --warnings" ;;
	:*:-*) words="--shell --partial -k --debuginfod --help --version" ;;
	:*) words="$subcommands help" ;;
	esac
	mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
	# A file may stand before the subcommand, and where an export goes.
	case $sub:$before in
	:* | export:-[!t]* | export:[!-]*)
		compopt -o filenames 2>/dev/null
		mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current")
		;;
	esac
}

complete -F _pkttrace pkttrace
