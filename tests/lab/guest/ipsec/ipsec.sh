# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154,SC2016,SC2086
#
# What recipes with parts="packets udp ipsec" share: ESP between this machine and the namespace peer, in transport and tunnel
# mode, over IPv4 and IPv6; packets of all fates in it, and the kernel's own view of its states.
#
# In transport mode nothing is encrypted (cipher_null): so that the captures of ESP's frames tell what is in them. In
# tunnel mode the receiving device's capture has what came out of the tunnel. Two more pairs of states have ESP in UDP (port 4500).

in_peer() { ip netns exec peer "$@"; }
here() { "$@"; }

NULL='ecb(cipher_null)'
CBC='cbc(aes)'
AES=0x000102030405060708090a0b0c0d0e0f
AUTH=0x202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f
OTHER=0x402122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f

# state WHERE SRC DST SPI MODE CIPHER [AUTH [WORDS...]]
state() {
	where=$1 src=$2 dst=$3 spi=$4 mode=$5 cipher=$6 auth=${7:-$AUTH}
	shift 6
	[ $# -eq 0 ] || shift
	if [ "$cipher" = "$CBC" ]; then key=$AES; else key=; fi
	$where ip xfrm state add src "$src" dst "$dst" proto esp spi "$spi" reqid $reqid mode "$mode" \
		replay-window 32 auth-trunc 'hmac(sha256)' "$auth" 128 enc "$cipher" "$key" "$@"
}

# policy WHERE DIR SRC DST MODE [TSRC TDST]
policy() {
	ends=
	[ "$5" = transport ] || ends="src $6 dst $7"
	# shellcheck disable=SC2086
	$1 ip xfrm policy add src "$3" dst "$4" dir "$2" tmpl $ends proto esp reqid $reqid mode "$5"
}

# pair SRC DST SPI MODE CIPHER [TSRC TDST]: both ways, with SPI and SPI + 1, and what $encap and $reqid say
encap='' reqid=7
pair() {
	from=${6:-$1} to=${7:-$2}
	for where in here in_peer; do
		state $where "$from" "$to" "$3" "$4" "$5" $AUTH $encap &&
			state $where "$to" "$from" $(($3 + 1)) "$4" "$5" $AUTH $encap || return
	done
	policy here out "$1" "$2" "$4" "$from" "$to" && policy in_peer in "$1" "$2" "$4" "$from" "$to" &&
		policy in_peer out "$2" "$1" "$4" "$to" "$from" && policy here in "$2" "$1" "$4" "$to" "$from"
}

ipsec_setup() {
	for net in 70 71 72 73 74 75 76 77 78; do
		ip addr add 10.9.$net.1/24 dev veth0 && in_peer ip addr add 10.9.$net.2/24 dev veth1 || return
	done
	for net in 70 71; do
		ip -6 addr add fd09:$net::1/64 dev veth0 nodad && in_peer ip -6 addr add fd09:$net::2/64 dev veth1 nodad || return
	done
	# A neighbour's answer is no ESP either: nobody would take it.
	ip neigh add fd09:70::2 dev veth0 lladdr "$(in_peer cat /sys/class/net/veth1/address)" &&
		in_peer ip neigh add fd09:70::1 dev veth1 lladdr "$(cat /sys/class/net/veth0/address)" || return
	pair 10.9.70.1 10.9.70.2 0x7000 transport "$NULL" && pair fd09:70::1 fd09:70::2 0x7010 transport "$NULL" &&
		pair 10.9.71.1 10.9.71.2 0x7100 tunnel "$CBC" 10.9.0.1 10.9.0.2 &&
		pair fd09:71::1 fd09:71::2 0x7110 tunnel "$CBC" fd09::1 fd09::2 || return
	encap="encap espinudp 4500 4500 0.0.0.0" reqid=8
	pair 10.9.77.1 10.9.77.2 0x7700 transport "$NULL" && pair 10.9.78.1 10.9.78.2 0x7800 tunnel "$CBC" 10.9.0.1 10.9.0.2 || return
	encap='' reqid=7
	/lab/natt serve && in_peer /lab/natt serve || return
	# 72: the peer has no state. 73: its key is another. 74: it wants ESP and gets none. 75: no more than two packets.
	state here 10.9.72.1 10.9.72.2 0x7200 transport "$NULL" && policy here out 10.9.72.1 10.9.72.2 transport &&
		state here 10.9.73.1 10.9.73.2 0x7300 transport "$NULL" &&
		state in_peer 10.9.73.1 10.9.73.2 0x7300 transport "$NULL" $OTHER &&
		policy here out 10.9.73.1 10.9.73.2 transport && policy in_peer in 10.9.73.1 10.9.73.2 transport &&
		policy in_peer in 10.9.74.1 10.9.74.2 transport &&
		state here 10.9.75.1 10.9.75.2 0x7500 transport "$NULL" $AUTH limit packet-hard 2 &&
		state in_peer 10.9.75.1 10.9.75.2 0x7500 transport "$NULL" &&
		policy here out 10.9.75.1 10.9.75.2 transport && policy in_peer in 10.9.75.1 10.9.75.2 transport || return
	# 76: nobody answers who is asked for a state: packets wait at the policy.
	echo 0 >/proc/sys/net/core/xfrm_larval_drop
	echo 600 >/proc/sys/net/core/xfrm_acq_expires
	ip xfrm monitor acquire >/dev/null &
	policy here out 10.9.76.1 10.9.76.2 transport &&
		in_peer ip xfrm policy add src 0.0.0.0/0 dst 10.9.0.2 proto 17 dport 13 dir in action block
}

# As udp_probes, and how much of the packet lies elsewhere: else what is behind UDP's header may be another's.
ipsec_headers() {
	data_len=$(offset data_len)
	if ! grep -q '<attached-group>' $T/README; then
		at="+$data(\$arg1)" len=$(offset len)
		for f in ip_rcv ipv6_rcv loopback_xmit veth:veth_xmit virtio_net:start_xmit; do
			put "p:lab/${f#*:} $f skb=\$arg1:x64 b=+$len(\$arg1):u32 g=+$data_len(\$arg1):u32 c=+0($at):x8[64] d=+64($at):x8[64]" \
				$T/kprobe_events
		done
		echo 1 >$T/events/lab/enable
		return
	fi
	words="a=\$skbaddr:x64 b=\$len:u32 g=+$data_len(\$skbaddr):u32 c=+0(+$data(\$skbaddr)):x8[64]"
	put "e:lab/in net.netif_receive_skb $words" $T/dynamic_events
	put "e:lab/out net.net_dev_start_xmit $words d=\$network_offset:s32 e=\$protocol:u16" $T/dynamic_events
	echo 1 >$T/events/lab/enable
}

# Headers of what is sent before it is in ESP, and of what came out of it.
ipsec_probes() {
	offset() { pkttrace-arm offsets | awk -v name="sk_buff.$1" '$1 == name { print $2 }'; }
	data=$(offset data)
	ipsec_headers
	put "p:lab/esp_out xfrm_output_resume a=\$arg2:x64 c=+0(+$data(\$arg2)):x8[64]" $T/kprobe_events
	put "p:lab/esp_in xfrm_trans_queue a=\$arg1:x64 c=+0(+$data(\$arg1)):x8[64]" $T/kprobe_events
	echo 1 >$T/events/lab/enable
	for f in udp_sendmsg udpv6_sendmsg raw_sendmsg rawv6_sendmsg ping_v4_sendmsg ping_v6_sendmsg xfrm_trans_reinject; do
		put $f $T/set_graph_function
	done
}

again() { # WHAT ADDRESS
	/lab/again veth0 "$1" >/tmp/again.$1 &
	last=$!
	while ! grep -q ready /tmp/again.$1; do sleep 0.1; done
	/lab/datagrams send "$2" 9 1 50 && wait $last
}

ipsec_traffic() {
	for to in 10.9.70.2 fd09:70::2 10.9.71.2 fd09:71::2 10.9.77.2 10.9.78.2; do
		/lab/datagrams talk $to 7 2 302 || return
		/lab/datagrams send $to 9 1 50 || return
		ping -c 1 $to >/dev/null || return
	done
	/lab/talk esp/echo,host=10.9.70.2,count=2,size=70 esp/echo,host=fd09:70::2,count=2,size=50 \
		tunnel/echo,host=10.9.71.2,count=2 tunnel/put,host=10.9.71.2,bytes=12000,size=6000 \
		tunnel/echo,host=fd09:71::2,count=2 esp/get,host=10.9.70.2,bytes=9002 \
		tunnel/put,host=10.9.77.2,bytes=1414,size=1414 tunnel/get,host=10.9.78.2,bytes=4001 >>"$truth/traffic.jsonl"
	for to in 10.9.72.2 10.9.73.2 10.9.74.2; do
		/lab/datagrams send $to 9 2 60 || return
	done
	for i in 1 2 3; do /lab/datagrams send 10.9.75.2 9 1 40; done
	for i in 1 2; do /lab/datagrams send 10.9.76.2 9 1 100; done
	/lab/datagrams send 10.9.0.2 13 2 80 || return
	/lab/natt say 10.9.0.2 || return
	again replay 10.9.70.2 && again broken 10.9.70.2 && again spi fd09:70::2 || return
	sleep 0.5
}

# Nothing changes them any more.
ipsec_truth() {
	for where in here in_peer; do
		end=; [ $where = here ] || end=-peer
		$where cat /proc/net/xfrm_stat >"$truth/net-xfrm_stat$end"
		$where ip -s xfrm state >"$truth/xfrm-state$end"
		$where ip -s xfrm policy >"$truth/xfrm-policy$end"
	done
}
