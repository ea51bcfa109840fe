# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154
#
# What recipes with parts="packets udp overlays ipsec turns" share: packets that become others, or somebody else's: ESP behind a
# device (VTI, xfrm), compressed by IPComp, in ERSPAN and in GRE of Ethernet, copied by nft (dup, in two places), given to a
# proxy (TPROXY), and TCP with a signature. To the namespace peer.

# esp_device SPI NET WORDS...: states (SPI with a digit more: 1 there, 2 back) and policies, between 10.9.NET.1 and .2, that the words (a mark, an interface
# id) bind to a device
esp_device() {
	spis=$1 net=10.9.$2 reqid=9
	shift 2
	for where in here in_peer; do
		for from in 1 2; do
			to=$((3 - from)) dir=out
			if [ "$where$from" = here2 ] || [ "$where$from" = in_peer1 ]; then dir=in; fi
			state $where "$net.$from" "$net.$to" "$spis$from" tunnel "$CBC" "$AUTH" flag af-unspec "$@" &&
				$where ip xfrm policy add src 0.0.0.0/0 dst 0.0.0.0/0 dir $dir tmpl src "$net.$from" dst "$net.$to" proto esp reqid $reqid \
					mode tunnel "$@" &&
				$where ip xfrm policy add src ::/0 dst ::/0 dir $dir tmpl src "$net.$from" dst "$net.$to" proto esp reqid $reqid \
					mode tunnel "$@" || return
		done
	done
}

# veths NAME NET: a pair of devices, ours and the peer's
veths() {
	ip link add "${1}0" type veth peer name "${1}1" netns peer && ends "$1" "$2"
}

network_turns() {
	step "VTI"
	ip link add vti0 type vti local 10.9.0.1 remote 10.9.0.2 key 42 &&
		in_peer ip link add vti1 type vti local 10.9.0.2 remote 10.9.0.1 key 42 &&
		esp_device 0x90 0 mark 42 && ends vti 90 || return
	step "xfrm device"
	veths way 89 &&
		ip link add xf0 type xfrm dev way0 if_id 7 && in_peer ip link add xf1 type xfrm dev way1 if_id 7 &&
		esp_device 0x91 89 if_id 7 && ends xf 91 || return
	step "Ethernet in GRE"
	ip link add er0 type erspan local 10.9.0.1 remote 10.9.0.2 erspan_ver 0 &&
		in_peer ip link add er1 type erspan local 10.9.0.2 remote 10.9.0.1 erspan_ver 0 && ends er 92 &&
		tunnel6 gt 93 ip6gretap || return
	step "copies"
	veths tee 94 &&
		veths dump 99 &&
		ip neigh add 10.9.99.9 lladdr 02:00:00:00:00:99 dev dump0 &&
		nft -f - <<-'END' || return
			table netdev copies {
				chain in {
					type filter hook ingress device tee0 priority 0;
					ip protocol udp dup to dump0
				}
			}
			table ip copies {
				chain in {
					type filter hook prerouting priority -300;
					iif tee0 ip protocol { tcp, icmp } dup to 10.9.99.9 device dump0
				}
			}
		END
	step "a proxy"
	veths pro 95 && ip route add 10.9.98.0/24 via 10.9.95.2 dev pro0 &&
		in_peer ip rule add fwmark 1 lookup 98 && in_peer ip route add local 0.0.0.0/0 dev lo table 98 &&
		in_peer nft -f - <<-'END' || return
			table ip proxy {
				chain in {
					type filter hook prerouting priority -150;
					ip daddr 10.9.98.0/24 tcp dport 80 tproxy to :4400 meta mark set 1 accept
				}
			}
		END
	step "signed"
	veths sig 96 || return
	step "compressed"
	veths com 97 &&
		for where in here in_peer; do
			for way in 1 2; do
				$where ip xfrm state add src 10.9.97.$way dst 10.9.97.$((3 - way)) proto comp spi 0x97$way reqid 10 \
					mode transport comp deflate || return
			done
		done
	compress here out 1 2 && compress here in 2 1 && compress in_peer out 2 1 && compress in_peer in 1 2 || return
	stacked veth0 vti0 er0 gt0
	stacked veth1 vti1 er1 gt1
	stacked way0 xf0
	stacked way1 xf1
	in_peer /lab/turns serve 4400 transparent &
	in_peer /lab/turns serve 4401 md5 10.9.96.1 &
	sleep 1
}

compress() { # WHERE DIR FROM TO
	optional=
	[ "$2" = out ] || optional='level use'
	# shellcheck disable=SC2086
	$1 ip xfrm policy add src 10.9.97.$3 dst 10.9.97.$4 dir "$2" tmpl proto comp reqid 10 mode transport $optional
}

turns_traffic() {
	for to in 10.9.90.2 fd09:90::2 10.9.91.2 fd09:91::2 10.9.92.2 fd09:92::2 10.9.93.2 fd09:93::2 10.9.94.2 10.9.97.2; do
		step "to $to"
		size=300
		[ $to != 10.9.97.2 ] || size=80 # IPComp leaves what is so short: no probe sees what it compressed
		attempt /lab/datagrams talk $to 7 1 $size && attempt /lab/datagrams send $to 9 1 50 && attempt ping -c 1 -w 5 $to >/dev/null
		timeout 30 /lab/talk turns/echo,host=$to,count=2,size=400 turns/put,host=$to,bytes=30000,size=10000 >>"$truth/traffic.jsonl"
	done
	step "proxied, signed"
	timeout 30 /lab/turns ask 10.9.98.5 80 20000 transparent && timeout 30 /lab/turns ask 10.9.96.2 4401 20000 md5 || return
	sleep 0.3
}
