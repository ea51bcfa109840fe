// SPDX-License-Identifier: GPL-3.0-or-later
#include "protocol/drop_words.h"

#include <stddef.h>
#include <string.h>

struct words {
	const char *name, *text;
};

/* By include/net/dropreason-core.h: names stay, their numbers do not. */
static const struct words reasons[] = {
	{"BPF_CGROUP_EGRESS", "a BPF program of its cgroup refused it"},
	{"CAKE_FLOOD", "its flow floods the cake queueing discipline"},
	{"CPU_BACKLOG", "the CPU's input queue was full (netdev_max_backlog)"},
	{"DEV_HDR", "the device could make no link header for it"},
	{"DEV_READY", "the device was not ready"},
	{"FQ_BAND_LIMIT", "fq: its band was full"},
	{"FQ_FLOW_LIMIT", "fq: its flow had too many packets waiting"},
	{"FQ_HORIZON_LIMIT", "fq: its departure time was too far ahead"},
	{"FRAG_REASM_TIMEOUT", "the other fragments did not come in time"},
	{"FULL_RING", "a ring to its reader was full"},
	{"ICMP_CSUM", "its ICMP checksum is wrong"},
	{"INVALID_PROTO", "its protocol is not valid here"},
	{"IPV6DISABLED", "IPv6 is disabled on the device"},
	{"IP_CSUM", "its IP checksum is wrong"},
	{"IP_INADDRERRORS", "it came for an address that is not this host's"},
	{"IP_INHDR", "its IP header is bad"},
	{"IP_INNOROUTES", "no route to hand it on"},
	{"IP_NOPROTO", "nobody handles its protocol"},
	{"IP_OUTNOROUTES", "no route to its destination"},
	{"IP_RPFILTER", "rp_filter: no route back to its sender by that device"},
	{"NEIGH_CREATEFAIL", "no entry for the next hop could be made"},
	{"NEIGH_DEAD", "the next hop's entry was dead"},
	{"NEIGH_FAILED", "the next hop's link address was not resolved"},
	{"NEIGH_QUEUEFULL", "too many packets waited for the next hop's link address"},
	{"NETFILTER_DROP", "a netfilter hook dropped it"},
	{"NOMEM", "no memory"},
	{"NO_SOCKET", "no socket takes it"},
	{"NO_TX_TARGET", "no device to send it by"},
	{"OTHERHOST", "its link address is another host's"},
	{"PKT_TOO_BIG", "too big for the path"},
	{"PKT_TOO_SMALL", "shorter than its headers say"},
	{"PROTO_MEM", "the memory of all sockets of its protocol was used up (tcp_mem, udp_mem)"},
	{"QDISC_BURST_DROP", "the queueing discipline dropped it in a burst"},
	{"QDISC_CONGESTED", "the queueing discipline dropped it against congestion"},
	{"QDISC_DROP", "the queueing discipline dropped it"},
	{"QDISC_OVERLIMIT", "the queueing discipline was full"},
	{"SECURITY_HOOK", "a security module refused it"},
	{"SKB_CSUM", "its checksum could not be computed"},
	{"SKB_GSO_SEG", "it could not be cut into segments"},
	{"SOCKET_BACKLOG", "the socket's backlog was full"},
	{"SOCKET_CLOSE", "its socket was closed"},
	{"SOCKET_FILTER", "the socket's filter refused it"},
	{"SOCKET_RCVBUFF", "the socket's receive buffer was full"},
	{"TAP_FILTER", "the tap's filter refused it"},
	{"TAP_TXFILTER", "the tap's filter refused it"},
	{"TCP_ABORT_ON_DATA", "the connection was aborted: data came after the close"},
	{"TCP_ACK_UNSENT_DATA", "it acknowledges what was never sent"},
	{"TCP_CLOSE", "the socket was in CLOSE"},
	{"TCP_CSUM", "its TCP checksum is wrong"},
	{"TCP_FASTOPEN", "its fast open data was not taken"},
	{"TCP_FLAGS", "its TCP flags are not acceptable"},
	{"TCP_INVALID_ACK_SEQUENCE", "its ACK number is not acceptable"},
	{"TCP_INVALID_SEQUENCE", "its sequence numbers lie outside of the window"},
	{"TCP_INVALID_SYN", "a SYN that does not fit the connection's state"},
	{"TCP_MINTTL", "its TTL is below the socket's IP_MINTTL"},
	{"TCP_OFOMERGE", "its data waits out of order already"},
	{"TCP_OFO_DROP", "out of order, and the receive buffer was full"},
	{"TCP_OFO_QUEUE_PRUNE", "pruned from the out-of-order queue for room"},
	{"TCP_OLD_ACK", "its ACK is an old one"},
	{"TCP_OLD_DATA", "its data had come before"},
	{"TCP_OLD_SEQUENCE", "its sequence numbers had come before"},
	{"TCP_OVERWINDOW", "it begins behind the receive window"},
	{"TCP_RESET", "it reset the connection"},
	{"TCP_RFC7323_PAWS", "its timestamp is older than the last one"},
	{"TCP_TOO_OLD_ACK", "its ACK is too old"},
	{"TCP_ZEROWINDOW", "the receive window was closed"},
	{"TC_EGRESS", "a tc filter or program dropped it at egress"},
	{"TC_INGRESS", "a tc filter or program dropped it at ingress"},
	{"UDP_CSUM", "its UDP checksum is wrong"},
	{"UNHANDLED_PROTO", "nobody handles its protocol"},
	{"UNICAST_IN_L2_MULTICAST", "a unicast address in a link-layer multicast"},
	{"XDP", "an XDP program dropped it"},
	{"XFRM_POLICY", "an IPsec policy refused it"},
};

/* Functions that free for these causes alone. */
static const struct words places[] = {
	{"__neigh_event_send", "the next hop's link address was not resolved"},
	{"arp_error_report", "the next hop's link address was not resolved"},
	{"enqueue_to_backlog", "the CPU's input queue was full (netdev_max_backlog)"},
	{"geneve_udp_encap_recv", "Geneve: no network of its number here, or its header is bad"},
	{"gre_rcv", "GRE: no tunnel of its key and addresses here, or its header is bad"},
	{"inet_sock_destruct", "its socket was closed"},
	{"ip6_mc_input", "nobody here is a member of its group"},
	{"ip_rcv_finish_core",
	 "no route takes it in: its addresses, or a group without members; or "
	 "its options are bad"},
	{"ip_tunnel_xmit",
	 "its tunnel could not send it: no route to the other end, a loop, or too "
	 "big"},
	{"ndisc_error_report", "the next hop's link address was not resolved"},
	{"neigh_invalidate", "the next hop's link address was not resolved"},
	{"nf_hook_slow", "a netfilter hook dropped it"},
	{"sk_stream_kill_queues", "its socket was closed"},
	{"tcp_filter", "the socket's filter refused it"},
	{"tcp_prune_ofo_queue", "pruned from the out-of-order queue for room"},
	{"udp_destruct_common", "its socket was closed"},
	{"udp_destruct_sock", "its socket was closed"},
	{"udp_recvmsg", "its reader found its checksum wrong, or could not copy it"},
	{"udpv6_recvmsg", "its reader found its checksum wrong, or could not copy it"},
	{"vxlan_rcv", "VXLAN: no network of its number here, or its header is bad"},
	{"xfrm4_udp_encap_rcv", "a keepalive of ESP in UDP, or not whole"},
	{"xfrm6_udp_encap_rcv", "a keepalive of ESP in UDP, or not whole"},
};

static const char *words_of(const struct words *words, size_t nr, const char *name)
{
	const size_t len = strcspn(name, "."); /* ".constprop.0" is the compiler's */

	for (size_t i = 0; i < nr; i++)
		if (!strncmp(words[i].name, name, len) && !words[i].name[len])
			return words[i].text;
	return NULL;
}
#define WORDS_OF(table, name) words_of(table, sizeof(table) / sizeof(*(table)), name)

const char *pk_drop_reason_words(const char *reason)
{
	return WORDS_OF(reasons, reason);
}

const char *pk_drop_place_words(const char *func)
{
	return WORDS_OF(places, func);
}
