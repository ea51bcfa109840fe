# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154
#
# What recipes with parts="packets udp ipsec ipsec6" share: all of ipsec.sh, and ESP in UDP over IPv6 (5.8 and later).

# In place of ipsec.sh's, which reads 64 bytes: behind Ethernet's and IPv6's headers and UDP's are SPI and number.
ipsec_headers() {
	words="a=\$skbaddr:x64 b=\$len:u32 g=+$(offset data_len)(\$skbaddr):u32 c=+0(+$data(\$skbaddr)):x8[64] h=+64(+$data(\$skbaddr)):x8[16]"
	put "e:lab/in net.netif_receive_skb $words" $T/dynamic_events
	put "e:lab/out net.net_dev_start_xmit $words d=\$network_offset:s32 e=\$protocol:u16" $T/dynamic_events
	echo 1 >$T/events/lab/enable
}

ipsec6_setup() {
	ipsec_setup || return
	near=$(cat /sys/class/net/veth0/address) far=$(in_peer cat /sys/class/net/veth1/address)
	for net in 77 78; do
		ip -6 addr add fd09:$net::1/64 dev veth0 nodad && in_peer ip -6 addr add fd09:$net::2/64 dev veth1 nodad || return
	done
	# A neighbour's answer would be no ESP either.
	ip neigh add fd09:77::2 dev veth0 lladdr "$far" && in_peer ip neigh add fd09:77::1 dev veth1 lladdr "$near" || return
	encap="encap espinudp 4500 4500 ::" reqid=8
	pair fd09:77::1 fd09:77::2 0x7720 transport "$NULL" && pair fd09:78::1 fd09:78::2 0x7820 tunnel "$CBC" fd09::1 fd09::2 || return
	encap='' reqid=7
}

ipsec6_traffic() {
	for to in fd09:77::2 fd09:78::2; do
		/lab/datagrams talk $to 7 2 302 || return
		/lab/datagrams send $to 9 1 50 || return
		ping -c 1 $to >/dev/null || return
	done
	/lab/talk tunnel/put,host=fd09:77::2,bytes=1414,size=1414 tunnel/get,host=fd09:78::2,bytes=4001 >>"$truth/traffic.jsonl"
	/lab/say fd09::2 ike || return
	ipsec_traffic
}
