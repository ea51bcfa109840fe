# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154,SC2086
#
# What recipes with parts="packets udp wireguard" share: WireGuard between this machine and the namespace peer, over IPv4
# (wg0, wg1: 10.9.80.0/24) and over IPv6 (wg6, wg7: 10.9.81.0/24), and packets of all fates in it. All four devices are
# captured, and so is the veth pair below them.

in_peer() { ip netns exec peer "$@"; }
here() { "$@"; }

# end WHERE DEVICE NET HOST PORT PEERS_KEY ENDPOINT
end() {
	$1 ip link add "$2" type wireguard && $1 ip addr add "10.9.$3.$4/24" dev "$2" &&
		$1 ip -6 addr add "fd09:$3::$4/64" dev "$2" nodad &&
		$1 wg set "$2" listen-port "$5" private-key "/tmp/$2.key" peer "$6" endpoint "$7" \
			allowed-ips "10.9.$3.$((3 - $4))/32,fd09:$3::$((3 - $4))/128,10.9.$3.9/32" &&
		$1 ip link set "$2" up
}

wireguard_setup() {
	umask 077
	for device in wg0 wg1 wg6 wg7 wg8 wg9; do
		wg genkey >/tmp/$device.key || return
		wg pubkey </tmp/$device.key >/tmp/$device.pub || return
	done
	end here wg0 80 1 51820 "$(cat /tmp/wg1.pub)" 10.9.0.2:51820 &&
		end in_peer wg1 80 2 51820 "$(cat /tmp/wg0.pub)" 10.9.0.1:51820 &&
		end here wg6 81 1 51821 "$(cat /tmp/wg7.pub)" '[fd09::2]:51821' &&
		end in_peer wg7 81 2 51821 "$(cat /tmp/wg6.pub)" '[fd09::1]:51821' &&
		capture - wg0 wg1 && capture peer wg1 wg0 && capture - wg6 wg7 && capture peer wg7 wg6 || return
	# 9: who sends as that is not believed. 7, 6: nobody has their keys, so that no handshake ever ends.
	ip addr add 10.9.80.9/32 dev wg0
	in_peer wg set wg1 peer "$(cat /tmp/wg0.pub)" allowed-ips 10.9.80.1/32,fd09:80::1/128
	wg set wg0 peer "$(cat /tmp/wg8.pub)" endpoint 10.9.0.2:51820 allowed-ips 10.9.80.7/32
	wg set wg0 peer "$(cat /tmp/wg9.pub)" endpoint 10.9.0.2:51820 allowed-ips 10.9.80.6/32
	stacked veth0 wg0 wg6
	stacked veth1 wg1 wg7
}

wireguard_traffic() {
	for to in 10.9.80.2 fd09:80::2 10.9.81.2 fd09:81::2; do
		/lab/datagrams talk $to 7 2 300 || return
		/lab/datagrams send $to 9 1 50 || return
		ping -c 1 $to >/dev/null || return
	done
	/lab/talk tunnel/echo,host=10.9.80.2,count=2 tunnel/put,host=10.9.80.2,bytes=30000,size=10000 \
		tunnel/echo,host=fd09:81::2,count=2 tunnel/get,host=10.9.81.2,bytes=30000 >>"$truth/traffic.jsonl"
	# Not believed; waits for a handshake; no peer has the address; no message of WireGuard's.
	ping -c 1 -W 1 -I 10.9.80.9 10.9.80.2 >/dev/null
	/lab/datagrams send 10.9.80.7 9 3 100 || return
	/lab/datagrams send 10.9.80.33 9 1 40
	/lab/datagrams send 10.9.0.2 51820 1 70 || return
	sleep 0.5
	wireguard_held
	sleep 0.5
}

hold() {
	echo "$1" >/sys/module/holdmod/parameters/hold
}

# Workers that do nothing any more, and what waits for them, a line of truth each: what for, the device that has it, who
# sent how many of which size and more, to whom. Each is sent before the one that it would have needed is held.
wireguard_held() {
	insmod /lab/holdmod.ko || return
	hold wg_packet_decrypt_worker && waiting in_peer decrypt wg0 10.9.80.2 10.9.80.1 3 200 || return
	hold wg_packet_handshake_receive_worker && waiting here handshake wg1 10.9.80.1 10.9.80.6 1 60 || return
	hold wg_packet_tx_worker && waiting here send wg6 10.9.81.1 10.9.81.2 2 400 || return
	hold wg_packet_encrypt_worker && waiting here encrypt wg0 10.9.80.1 10.9.80.2 3 500
}

waiting() { # WHERE WHAT DEVICE FROM TO COUNT SIZE
	$1 /lab/datagrams send "$5" 9 "$6" "$7" && sleep 0.3
	shift
	echo "$*" >>"$truth/wg-held"
}

# What sends; workers that encrypt, send and decrypt; and the thread that takes in what came out (7.0 and later).
wireguard_roots() {
	for f in udp_sendmsg udpv6_sendmsg wg_packet_tx_worker wg_packet_encrypt_worker wg_packet_decrypt_worker; do
		put $f $T/set_graph_function
	done
	! grep -q 'napi_threaded_poll_loop$' $T/available_filter_functions || put napi_threaded_poll_loop $T/set_graph_function
}

# Keys stay in the guest.
wireguard_truth() {
	for where in here in_peer; do
		end=; [ $where = here ] || end=-peer
		for what in endpoints transfer allowed-ips latest-handshakes; do
			$where wg show all $what | sed 's|[A-Za-z0-9+/]*=|key|g' >"$truth/wg-$what$end"
		done
	done
}
