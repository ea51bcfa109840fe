# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154
#
# What recipes with parts="packets udp ipsec ipsec6 ipsec-waiting" share, beside ipsec6.sh: ESP in UDP, and what it may be
# taken for, which all waits somewhere when the machine dies.

# gone WHERE SRC DST SPI: a state that is deleted when something was sent with it
gone() {
	state "$1" "$2" "$3" "$4" transport "$NULL" $AUTH $encap && policy "$1" out "$2" "$3" transport &&
		"$1" /lab/datagrams send "$3" 9 1 60 && "$1" ip xfrm policy deleteall &&
		"$1" ip xfrm state delete src "$2" dst "$3" proto esp spi "$4"
}

# What the peer sends waits for a program that never answers, in the first namespace; what is sent to it, in the device's queue.
# Nothing else is sent: neither neighbours nor routers are asked. Each packet's number is its state's count.
waiting_setup() {
	ipsec6_setup || return
	ip addr add 10.9.79.1/24 dev veth0 && in_peer ip addr add 10.9.79.2/24 dev veth1 &&
		ip -6 addr add fd09:79::1/64 dev veth0 nodad && in_peer ip -6 addr add fd09:79::2/64 dev veth1 nodad || return
	for to in 10.9.0.2 10.9.77.2 10.9.79.2 fd09::2 fd09:77::2 fd09:79::2; do
		ip neigh replace $to dev veth0 lladdr "$far" nud permanent || return
	done
	for to in 10.9.0.1 10.9.77.1 10.9.79.1 fd09::1 fd09:77::1 fd09:79::1; do
		in_peer ip neigh replace $to dev veth1 lladdr "$near" nud permanent || return
	done
	echo 0 >/proc/sys/net/ipv6/conf/veth0/router_solicitations
	nft -f - <<-END || return
		table inet queues {
			chain pre { type filter hook prerouting priority -300; iifname "veth0" udp dport 4500-4501 queue num 8; }
		}
	END
	/lab/hold 8 &
	sleep 1
	tc qdisc add dev veth0 root netem delay 250s
}

waiting_traffic() {
	for net in 77 78; do
		/lab/datagrams send 10.9.$net.2 9 3 100 && /lab/datagrams send fd09:$net::2 9 2 70 &&
			in_peer /lab/datagrams send 10.9.$net.1 9 2 90 && in_peer /lab/datagrams send fd09:$net::1 9 3 80 || return
	done
	for net in 0 "0:"; do
		if [ $net = 0 ]; then to=10.9.0.2 back=10.9.0.1; else to=fd09::2 back=fd09::1; fi
		/lab/say $to ike && /lab/say $to other && /lab/datagrams send $to 4501 1 33 &&
			in_peer /lab/say $back ike && in_peer /lab/datagrams send $back 4501 1 34 || return
	done
	# Only the socket there says what these are.
	encap="encap espinudp 4500 4500 0.0.0.0" reqid=9
	in_peer ip xfrm policy deleteall
	gone in_peer 10.9.79.2 10.9.79.1 0x7900 && gone in_peer fd09:79::2 fd09:79::1 0x7910 || return
	sleep 1
	ipsec_truth
	tc -s -j qdisc show dev veth0 >"$truth/waiting-qdisc.json"
	cat /proc/net/netfilter/nfnetlink_queue >"$truth/waiting-queue"
}
