# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of pkttrace for fish, by the program's own help. No dump is opened.

function __pkttrace_offers
    set -l words (commandline -opc)
    set -l program $words[1]
    set -l current (commandline -ct)
    set -l before $words[-1]
    set -l subcommands ($program help 2>/dev/null | awk '/^SUBCOMMANDS$/ { on = 1; next } on && !NF { exit } on { name = $1; $1 = ""; sub(/^ */, ""); print name "\t" $0 }')
    set -l sub
    for word in $words[2..]
        if string match -q "$word"\t'*' -- $subcommands; or test "$word" = help
            set sub $word
            break
        end
    end
    set -l all tcp udp icmp icmp6 gre ipip sit sctp esp udplite dccp macsec all
    switch "$sub:$before:$current"
        case 'help:*'
            printf '%s\n' $subcommands overview path
        case 'export:-t:*'
            printf '%s\n' capsule html pcapng perfetto retis retis-pcapng trace.dat
        case '?*:-e:*'
            printf '%s\n' delivered queued ofo-queued backlogged merged consumed dropped forwarded acked unacked unsent neigh-queued qdisc-queued driver-queued sent looped in-flight unknown
        case 'counters:-F:*'
            printf '%s\n' snmp netstat snmp6 sockstat sockstat6 softnet_stat
        case 'flows:--by:*'
            printf '%s\n' process cgroup netns
        case 'drops:--by:*'
            printf '%s\n' reason place dev flow netns second protocol
        case 'latency:--by:*'
            printf '%s\n' dev flow netns second protocol cpu cgroup
        case 'last:--by:*'
            echo latency
        case '?*:-d:*'
            printf '%s\n' rx tx
        case 'flows:-P:*'
            printf '%s\n' $all unix netlink packet raw
        case '?*:-P:*'
            printf '%s\n' $all
        case '?*:-n:*'
            echo all
        case '?*:*:-*'
            $program help $sub 2>/dev/null | awk '/^SYNOPSIS$/ { on = 1; next } /^DESCRIPTION$/ { exit } on' | grep -oE '(^|[[ |])--?[A-Za-z][A-Za-z-]*' | tr -d '[| '
            printf '%s\n' --wide --warnings
        case ':*:-*'
            printf '%s\n' --shell --partial -k --debuginfod --help --version
        case ':*'
            printf '%s\n' $subcommands help
            __fish_complete_path $current
        case 'export:*'
            __fish_complete_path $current
    end
end

complete -c pkttrace -f -a '(__pkttrace_offers)'
