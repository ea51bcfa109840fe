# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154,SC2016
#
# What recipes with parts=sctp share: probes that read SCTP's header and first chunks, associations of all fates, and the
# kernel's own tables of them.

# Both families' headers behind skb->data, as bytes. What SCTP sends at once for a device to cut has its chunks elsewhere:
# data_len says so.
sctp_probes() {
	offset() { pkttrace-arm offsets | awk -v name="sk_buff.$1" '$1 == name { print $2 }'; }
	data=$(offset data) data_len=$(offset data_len)
	for event in in=net.netif_receive_skb out=net.net_dev_start_xmit; do
		words="skb=\$skbaddr:x64 len=\$len:u32 data_len=+$data_len(\$skbaddr):u32"
		[ "${event%=*}" = in ] || words="$words noff=\$network_offset:s32 protocol=\$protocol:u16"
		put "e:lab/${event%=*} ${event#*=} $words c=+0(+$data(\$skbaddr)):x8[64] d=+64(+$data(\$skbaddr)):x8[48]" \
			$T/dynamic_events
	done
	echo 1 >$T/events/lab/enable
	for f in sctp_sendmsg sctp_recvmsg sctp_packet_transmit; do
		put $f $T/set_graph_function
	done
}

in_peer() { ip netns exec peer "$@"; }

# Of both machines, which answer; and what nobody lets in.
sctp_setup() {
	in_peer /lab/associations serve 10.9.0.2 7 && in_peer /lab/associations serve fd09::2 7 &&
		in_peer /lab/associations serve 10.9.0.2 8 && /lab/associations serve 127.0.0.1 7 && /lab/associations serve ::1 7 || return
	nft add table inet lab && nft add chain inet lab in '{ type filter hook input priority 0; }' &&
		nft add rule inet lab in sctp dport 13 drop || return
	# Given up after two INITs.
	echo 1 >/proc/sys/net/sctp/max_init_retransmits
	echo 200 >/proc/sys/net/sctp/rto_initial
	sleep 0.3
}

sctp_traffic() {
	for to in 127.0.0.1 ::1 10.9.0.2 fd09::2; do
		/lab/associations talk $to 7 2 400 || return
		/lab/associations refused $to 9 || return
	done
	for to in ::1 10.9.0.2; do
		/lab/associations abort $to 7 1 200 && /lab/associations burst $to 7 6 900 || return
	done
	/lab/associations talk 10.9.0.2 7 1 5000 || return
	/lab/associations refused 127.0.0.1 13 || return
	/lab/associations refused ::1 13 || return
	for to in 127.0.0.1 ::1; do
		/lab/associations hold $to 5001 4 700 || return
		/lab/associations hold $to 5002 40 1000 8000 || return
		/lab/associations many $to 5003 2 300 || return
	done
	/lab/associations keep 10.9.0.2 8 2 600 || return
	sleep 1
}

# As the held ones are: nothing changes them any more but heartbeats.
sctp_truth() {
	for f in assocs eps snmp remaddr; do
		cat /proc/net/sctp/$f >"$truth/net-sctp-$f"
		in_peer cat /proc/net/sctp/$f >"$truth/net-sctp-$f-peer"
	done
	ss -San -ieO >"$truth/ss-sctp"
	in_peer ss -San -ieO >"$truth/ss-sctp-peer"
}
