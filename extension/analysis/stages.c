// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/stages.h"

#include <stdio.h>
#include <string.h>

#include "core/context.h"

#define RX PK_SIDE_RX
#define TX PK_SIDE_TX
#define BOTH PK_SIDE_BOTH
#define F(name, stage, side)                                                                       \
	{                                                                                          \
		name, stage, side, PK_ACT_NONE, NULL                                               \
	}
#define A(name, stage, side, act, args)                                                            \
	{                                                                                          \
		name, stage, side, PK_ACT_##act, args                                              \
	}

/* Sorted by stage for the reader; looked up by a sorted index. Names of every kernel from 3.10 on:
 * one that a kernel lacks costs nothing. */
const struct pk_stage pk_stages[] = {
	/* hard interrupt */
	F("handle_irq_event", "irq", RX),
	F("handle_irq_event_percpu", "irq", RX),
	F("__handle_irq_event_percpu", "irq", RX),
	F("vring_interrupt", "irq", RX),
	F("skb_recv_done", "irq", RX),
	A("__napi_schedule", "irq", RX, NAPI_SCHEDULE, NULL),
	A("__napi_schedule_irqoff", "irq", RX, NAPI_SCHEDULE, NULL),
	F("napi_schedule_prep", "irq", RX),
	/* softirq, NAPI */
	A("net_rx_action", "napi", RX, NAPI_RUN, NULL),
	F("__napi_poll", "napi", RX),
	F("napi_poll", "napi", RX),
	F("process_backlog", "napi", RX),
	F("virtnet_poll", "napi", RX),
	F("virtnet_receive", "napi", RX),
	F("receive_buf", "napi", RX),
	F("napi_complete_done", "napi", RX),
	F("netif_rx", "napi", RX),
	F("__netif_rx", "napi", RX),
	F("netif_rx_ni", "napi", RX),
	F("netif_rx_internal", "napi", RX),
	F("enqueue_to_backlog", "napi", RX),
	/* GRO */
	A("napi_gro_receive", "gro", RX, GRO, "napi skb"),
	A("gro_receive_skb", "gro", RX, GRO, "gro skb"),
	A("napi_gro_frags", "gro", RX, GRO, "napi"),
	F("dev_gro_receive", "gro", RX),
	F("inet_gro_receive", "gro", RX),
	F("ipv6_gro_receive", "gro", RX),
	A("tcp4_gro_receive", "gro", RX, GRO_HEADER, "head skb"),
	A("tcp6_gro_receive", "gro", RX, GRO_HEADER, "head skb"),
	F("tcp_gro_receive", "gro", RX),
	A("skb_gro_receive", "gro", RX, GRO_MERGE, "p skb"),
	F("napi_gro_complete", "gro", RX),
	F("gro_complete", "gro", RX),
	F("inet_gro_complete", "gro", RX),
	F("ipv6_gro_complete", "gro", RX),
	F("tcp4_gro_complete", "gro", RX),
	F("tcp6_gro_complete", "gro", RX),
	F("napi_gro_flush", "gro", RX),
	F("gro_normal_list", "gro", RX),
	A("gro_pull_from_frag0", "gro", RX, GRO_HEADER, "skb"),
	F("__skb_gro_checksum_complete", "gro", RX),
	/* layer 2 */
	A("netif_receive_skb", "l2", RX, RX_L2, "skb"),
	A("netif_receive_skb_internal", "l2", RX, RX_L2, "skb"),
	A("__netif_receive_skb", "l2", RX, RX_L2, "skb"),
	A("__netif_receive_skb_one_core", "l2", RX, RX_L2, "skb"),
	A("__netif_receive_skb_core", "l2", RX, RX_CORE, NULL),
	A("__netif_receive_skb_list_core", "l2", RX, RX_PASS, NULL),
	A("vlan_do_receive", "l2", RX, RX_VLAN, NULL),
	A("bond_handle_frame", "l2", RX, RX_MASTER, NULL),
	A("team_handle_frame", "l2", RX, RX_MASTER, NULL),
	A("br_handle_frame", "l2", RX, RX_BRIDGE, NULL),
	F("__netif_receive_skb_list", "l2", RX),
	F("netif_receive_skb_list", "l2", RX),
	F("netif_receive_skb_list_internal", "l2", RX),
	/* IP */
	F("ip_rcv", "ip", RX),
	F("ip_list_rcv", "ip", RX),
	F("ip_sublist_rcv", "ip", RX),
	F("ip_rcv_core", "ip", RX),
	F("ip_rcv_finish", "ip", RX),
	F("ip_rcv_finish_core", "ip", RX),
	A("ip_local_deliver", "ip", RX, RX_DELIVER, NULL),
	A("ip_local_deliver_finish", "ip", RX, RX_DELIVER, NULL),
	A("ip_protocol_deliver_rcu", "ip", RX, RX_DELIVER, NULL),
	F("ip_route_input_noref", "ip", RX),
	F("ip_forward", "ip", RX),
	F("ip6_forward", "ip", RX),
	F("ip_defrag", "ip", RX),
	F("ipv6_rcv", "ip", RX),
	F("ipv6_list_rcv", "ip", RX),
	F("ip6_sublist_rcv", "ip", RX),
	F("ip6_rcv_core", "ip", RX),
	F("ip6_rcv_finish", "ip", RX),
	A("ip6_input", "ip", RX, RX_DELIVER, NULL),
	A("ip6_input_finish", "ip", RX, RX_DELIVER, NULL),
	A("ip6_protocol_deliver_rcu", "ip", RX, RX_DELIVER, NULL),
	F("tcp_v4_early_demux", "ip", RX),
	F("tcp_v6_early_demux", "ip", RX),
	F("nf_hook_slow", "netfilter", BOTH),
	F("nf_hook_slow_list", "netfilter", BOTH),
	F("ipt_do_table", "netfilter", BOTH),
	F("nft_do_chain", "netfilter", BOTH),
	F("nf_conntrack_in", "netfilter", BOTH),
	A("udp_rcv", "ip", RX, RX_OTHER, "skb"),
	A("udpv6_rcv", "ip", RX, RX_OTHER, "skb"),
	A("icmp_rcv", "ip", RX, RX_OTHER, "skb"),
	A("icmpv6_rcv", "ip", RX, RX_OTHER, "skb"),
	A("igmp_rcv", "ip", RX, RX_OTHER, "skb"),
	A("arp_rcv", "ip", RX, RX_OTHER, "skb"),
	A("sctp_rcv", "ip", RX, RX_OTHER, "skb"),
	A("udplite_rcv", "ip", RX, RX_OTHER, "skb"),
	/* tunnels: what comes out of them comes in once more, on their own device */
	A("tunnel4_rcv", "ip", RX, RX_OTHER, "skb"),
	A("tunnel64_rcv", "ip", RX, RX_OTHER, "skb"),
	A("tunnel6_rcv", "ip", RX, RX_OTHER, "skb"),
	A("tunnel46_rcv", "ip", RX, RX_OTHER, "skb"),
	A("gre_rcv", "ip", RX, RX_OTHER, "skb"),
	/* TCP, receive */
	A("tcp_v4_rcv", "tcp", RX, RX_TCP, "skb"),
	A("tcp_v6_rcv", "tcp", RX, RX_TCP, "skb"),
	F("tcp_filter", "tcp", RX),
	F("sk_filter_trim_cap", "tcp", RX),
	A("tcp_v4_do_rcv", "tcp", RX, RX_DO, "sk skb"),
	A("tcp_v6_do_rcv", "tcp", RX, RX_DO, "sk skb"),
	A("tcp_rcv_established", "tcp", RX, NONE, "sk skb"),
	A("tcp_rcv_state_process", "tcp", RX, NONE, "sk skb"),
	A("tcp_validate_incoming", "tcp", RX, RX_VALIDATE, "sk skb"),
	F("tcp_child_process", "tcp", RX),
	A("tcp_check_req", "tcp", RX, RX_HANDSHAKE, NULL),
	A("tcp_conn_request", "tcp", RX, RX_HANDSHAKE, NULL),
	A("tcp_finish_connect", "tcp", RX, RX_HANDSHAKE, NULL),
	A("tcp_v4_conn_request", "tcp", RX, RX_HANDSHAKE, NULL),
	A("tcp_v6_conn_request", "tcp", RX, RX_HANDSHAKE, NULL),
	F("tcp_v4_syn_recv_sock", "tcp", RX),
	F("tcp_v6_syn_recv_sock", "tcp", RX),
	F("tcp_fin", "tcp", RX),
	A("tcp_reset", "tcp", RX, RX_RESET, NULL),
	F("tcp_done", "tcp", RX),
	A("tcp_timewait_state_process", "tcp", RX, RX_TW, "tw skb"),
	F("tcp_time_wait", "tcp", RX),
	F("tcp_rcv_synsent_state_process", "tcp", RX),
	F("tcp_prequeue", "tcp", RX),
	F("tcp_drop", "tcp", RX),
	F("tcp_drop_reason", "tcp", RX),
	F("mptcp_incoming_options", "tcp", RX),
	F("mptcp_data_ready", "tcp", RX),
	A("tcp_add_backlog", "backlog", RX, BACKLOG_ADD, "sk skb"),
	A("__release_sock", "backlog", RX, BACKLOG_RUN, "sk"),
	F("release_sock", "backlog", BOTH),
	A("tcp_data_queue", "queue", RX, RX_DATA, "sk skb"),
	A("tcp_queue_rcv", "queue", RX, RX_QUEUE, "sk skb"),
	F("tcp_try_coalesce", "queue", RX),
	A("tcp_data_queue_ofo", "queue", RX, RX_OFO, "sk skb"),
	A("tcp_prune_ofo_queue", "queue", RX, RX_PRUNE, NULL),
	F("tcp_ofo_queue", "queue", RX),
	F("tcp_rcv_space_adjust", "queue", RX),
	A("kfree_skb_partial", "queue", RX, COALESCE, "skb"),
	/* wake-up */
	F("tcp_data_ready", "wakeup", RX),
	F("sock_def_readable", "wakeup", RX),
	F("__wake_up_sync_key", "wakeup", RX),
	F("__wake_up_common_lock", "wakeup", RX),
	F("__wake_up_common", "wakeup", RX),
	F("ep_poll_callback", "wakeup", RX),
	F("try_to_wake_up", "wakeup", BOTH),
	F("sk_stream_write_space", "wakeup", TX),
	F("tcp_check_space", "wakeup", TX),
	F("tcp_new_space", "wakeup", TX),
	/* process, read */
	F("__sys_recvfrom", "read", RX),
	F("sock_read_iter", "read", RX),
	F("sock_recvmsg", "read", RX),
	F("inet_recvmsg", "read", RX),
	F("inet6_recvmsg", "read", RX),
	F("tcp_recvmsg", "read", RX),
	F("tcp_recvmsg_locked", "read", RX),
	A("skb_copy_datagram_iter", "read", RX, COPY, "skb"),
	A("skb_copy_datagram_iovec", "read", RX, COPY, "skb"),
	F("__skb_datagram_iter", "read", RX),
	F("tcp_cleanup_rbuf", "read", RX),
	F("__tcp_cleanup_rbuf", "read", RX),
	F("tcp_read_sock", "read", RX),
	F("tcp_read_skb", "read", RX),
	F("tcp_splice_read", "read", RX),
	F("tcp_zerocopy_receive", "read", RX),
	F("mptcp_recvmsg", "read", RX),
	/* free */
	A("skb_release_head_state", "free", BOTH, FREE, "skb"),
	A("skb_attempt_defer_free", "free", BOTH, DEFER_FREE, "skb"),
	A("__kfree_skb", "free", BOTH, FREE_CALL, NULL),
	F("skb_release_data", "free", BOTH),
	F("kfree_skbmem", "free", BOTH),
	F("consume_skb", "free", BOTH),
	F("kfree_skb", "free", BOTH),
	F("kfree_skb_reason", "free", BOTH),
	F("sk_skb_reason_drop", "free", BOTH),
	F("napi_consume_skb", "free", BOTH),
	F("__kfree_skb_defer", "free", BOTH),
	/* send */
	F("__sys_sendto", "send", TX),
	F("sock_write_iter", "send", TX),
	F("sock_sendmsg", "send", TX),
	F("inet_sendmsg", "send", TX),
	F("inet6_sendmsg", "send", TX),
	F("tcp_sendmsg", "send", TX),
	F("tcp_sendmsg_locked", "send", TX),
	F("do_tcp_sendpages", "send", TX),
	F("skb_splice_from_iter", "send", TX),
	F("mptcp_sendmsg", "send", TX),
	F("tcp_push", "send", TX),
	F("__tcp_push_pending_frames", "send", TX),
	F("tcp_push_one", "send", TX),
	F("tcp_connect", "send", TX),
	A("tcp_close", "send", TX, CLOSE, NULL),
	A("__tcp_close", "send", TX, CLOSE, NULL),
	A("tcp_disconnect", "send", TX, CLOSE, NULL),
	F("tcp_shutdown", "send", TX),
	F("tcp_send_fin", "send", TX),
	F("tcp_v4_connect", "send", TX),
	F("tcp_v6_connect", "send", TX),
	/* TCP, transmit */
	F("tcp_write_xmit", "tcp", TX),
	F("tcp_event_new_data_sent", "tcp", TX),
	F("tcp_fragment", "tcp", TX),
	F("tcp_tsq_handler", "tcp", TX),
	F("tcp_tasklet_func", "tcp", TX),
	F("tcp_tsq_workfn", "tcp", TX),
	F("tcp_release_cb", "tcp", TX),
	A("__tcp_transmit_skb", "tcp", TX, TX_TCP, "sk skb clone_it"),
	A("tcp_transmit_skb", "tcp", TX, TX_TCP, "sk skb clone_it"),
	F("tcp_send_ack", "tcp", TX),
	F("__tcp_send_ack", "tcp", TX),
	F("__tcp_ack_snd_check", "tcp", TX),
	F("tcp_send_delayed_ack", "tcp", TX),
	A("tcp_v4_send_ack", "tcp", TX, TX_CONTROL, NULL),
	A("tcp_v4_reqsk_send_ack", "tcp", TX, TX_CONTROL, NULL),
	A("tcp_v6_reqsk_send_ack", "tcp", TX, TX_CONTROL, NULL),
	A("tcp_v4_send_reset", "tcp", TX, TX_CONTROL, NULL),
	A("tcp_v6_send_reset", "tcp", TX, TX_CONTROL, NULL),
	A("tcp_v6_send_response", "tcp", TX, TX_CONTROL, NULL),
	A("tcp_v4_send_synack", "tcp", TX, TX_CONTROL, NULL),
	A("tcp_v6_send_synack", "tcp", TX, TX_CONTROL, NULL),
	A("tcp_rtx_synack", "tcp", TX, TX_CONTROL, NULL),
	F("tcp_send_active_reset", "tcp", TX),
	F("tcp_make_synack", "tcp", TX),
	F("tcp_send_synack", "tcp", TX),
	F("tcp_xmit_probe_skb", "tcp", TX),
	F("tcp_write_wakeup", "tcp", TX),
	F("tcp_send_probe0", "tcp", TX),
	A("tcp_retransmit_skb", "tcp", TX, RETRANSMIT, "sk skb"),
	A("__tcp_retransmit_skb", "tcp", TX, RETRANSMIT, "sk skb"),
	F("tcp_xmit_retransmit_queue", "tcp", TX),
	F("tcp_send_loss_probe", "tcp", TX),
	F("tcp_write_timer", "timer", TX),
	F("tcp_write_timer_handler", "timer", TX),
	F("tcp_retransmit_timer", "timer", TX),
	F("tcp_delack_timer", "timer", TX),
	F("tcp_delack_timer_handler", "timer", TX),
	F("tcp_keepalive_timer", "timer", TX),
	/* IP, transmit */
	F("ip_queue_xmit", "ip", TX),
	F("__ip_queue_xmit", "ip", TX),
	F("ip_local_out", "ip", TX),
	F("__ip_local_out", "ip", TX),
	F("ip_output", "ip", TX),
	F("ip_finish_output", "ip", TX),
	F("__ip_finish_output", "ip", TX),
	A("ip_finish_output2", "ip", TX, TX_IP, "net sk skb"),
	F("ip_build_and_send_pkt", "ip", TX),
	F("ip_send_unicast_reply", "ip", TX),
	F("ip_push_pending_frames", "ip", TX),
	F("ip_send_skb", "ip", TX),
	F("inet6_csk_xmit", "ip", TX),
	F("ip6_xmit", "ip", TX),
	F("ip6_output", "ip", TX),
	F("ip6_finish_output", "ip", TX),
	F("__ip6_finish_output", "ip", TX),
	A("ip6_finish_output2", "ip", TX, TX_IP, "net sk skb"),
	F("ip6_local_out", "ip", TX),
	F("__ip6_local_out", "ip", TX),
	F("neigh_resolve_output", "neigh", TX),
	F("neigh_hh_output", "neigh", TX),
	F("neigh_connected_output", "neigh", TX),
	A("__neigh_event_send", "neigh", TX, NEIGH_WAIT, NULL),
	A("__neigh_update", "neigh", TX, NEIGH_UPDATE, NULL),
	A("arp_send_dst", "neigh", TX, TX_OTHER, NULL),
	A("arp_xmit", "neigh", TX, TX_OTHER, NULL),
	A("arp_solicit", "neigh", TX, TX_OTHER, NULL),
	A("arp_process", "neigh", TX, TX_OTHER, NULL),
	A("ndisc_send_ns", "neigh", TX, TX_OTHER, NULL),
	A("ndisc_send_skb", "neigh", TX, TX_OTHER, NULL),
	A("ndisc_solicit", "neigh", TX, TX_OTHER, NULL),
	A("ndisc_rcv", "neigh", TX, TX_OTHER, NULL),
	A("udp_sendmsg", "send", TX, TX_OTHER, NULL),
	A("udpv6_sendmsg", "send", TX, TX_OTHER, NULL),
	A("icmp_push_reply", "ip", TX, TX_OTHER, NULL),
	A("__icmp_send", "ip", TX, TX_OTHER, NULL),
	A("icmp6_send", "ip", TX, TX_OTHER, NULL),
	A("raw_sendmsg", "send", TX, TX_OTHER, NULL),
	/* qdisc, segmentation, driver, completion */
	F("dev_queue_xmit", "qdisc", TX),
	F("__dev_queue_xmit", "qdisc", TX),
	F("dev_qdisc_enqueue", "qdisc", TX),
	A("sch_direct_xmit", "qdisc", TX, QDISC_RUN, NULL),
	F("__qdisc_run", "qdisc", TX),
	F("net_tx_action", "qdisc", TX),
	F("pfifo_fast_enqueue", "qdisc", TX),
	F("pfifo_fast_dequeue", "qdisc", TX),
	F("fq_codel_enqueue", "qdisc", TX),
	F("fq_codel_dequeue", "qdisc", TX),
	F("fq_enqueue", "qdisc", TX),
	F("fq_dequeue", "qdisc", TX),
	F("validate_xmit_skb", "gso", TX),
	F("validate_xmit_skb_list", "gso", TX),
	F("__skb_gso_segment", "gso", TX),
	F("skb_mac_gso_segment", "gso", TX),
	F("inet_gso_segment", "gso", TX),
	F("ipv6_gso_segment", "gso", TX),
	F("tcp4_gso_segment", "gso", TX),
	F("tcp6_gso_segment", "gso", TX),
	F("tcp_gso_segment", "gso", TX),
	F("skb_segment", "gso", TX),
	F("dev_hard_start_xmit", "driver", TX),
	A("start_xmit", "driver", TX, NONE, "skb dev"),
	F("xmit_skb", "driver", TX),
	A("loopback_xmit", "driver", TX, NONE, "skb dev"),
	A("veth_xmit", "driver", TX, NONE, "skb dev"),
	F("tcp_wfree", "complete", TX),
	F("sock_wfree", "complete", TX),
	F("free_old_xmit_skbs", "complete", TX),
	F("free_old_xmit", "complete", TX),
	/* acknowledged */
	A("tcp_ack", "ack", TX, ACK, NULL),
	F("tcp_sacktag_write_queue", "ack", TX),
	F("tcp_fastretrans_alert", "ack", TX),
	F("tcp_rate_skb_delivered", "ack", TX),
	F("tcp_clean_rtx_queue", "ack", TX),
	A("tcp_write_queue_purge", "ack", TX, PURGE, NULL),
	/* objects */
	A("__copy_skb_header", "skb", BOTH, COPY_HEADER, "new old"),
	A("__alloc_skb", "skb", BOTH, ALLOC, NULL),
	A("build_skb", "skb", RX, ALLOC, NULL),
	A("__napi_alloc_skb", "skb", RX, ALLOC, NULL),
	A("napi_alloc_skb", "skb", RX, ALLOC, NULL),
	A("napi_build_skb", "skb", RX, ALLOC, NULL),
	F("skb_clone", "skb", BOTH),
	/* tracepoints; as functions (fprobe events of tracepoints) they have an argument in front */
	A("net/napi_gro_receive_entry", "gro", RX, EV_FRAME, "__data skb"),
	A("net/napi_gro_frags_entry", "gro", RX, EV_FRAME, "__data skb"),
	A("net/netif_receive_skb", "l2", RX, EV_RX, "__data skb"),
	A("net/netif_rx", "napi", RX, EV_RX_QUEUED, "__data skb"),
	A("napi/napi_poll", "napi", RX, EV_PASS_END, NULL),
	A("irq/softirq_exit", "napi", RX, EV_PASS_END, NULL),
	A("skb/skb_copy_datagram_iovec", "read", RX, EV_COPY, "__data skb len"),
	A("net/net_dev_queue", "qdisc", TX, EV_TX_QUEUE, "__data skb"),
	A("net/net_dev_start_xmit", "driver", TX, EV_TX_START, "__data skb dev"),
	A("net/net_dev_xmit", "driver", TX, EV_TX_DONE, "__data skb rc dev"),
	A("skb/kfree_skb", "free", BOTH, EV_DROP, "__data skb"),
	A("skb/consume_skb", "free", BOTH, EV_CONSUME, "__data skb"),
	A("tcp/tcp_retransmit_skb", "tcp", TX, EV_RETRANSMIT, NULL),
	A("tcp/tcp_send_reset", "tcp", RX, EV_RESET_SENT, NULL),
	A("tcp/tcp_receive_reset", "tcp", RX, EV_STATE, NULL),
	A("tcp/tcp_destroy_sock", "tcp", BOTH, EV_STATE, NULL),
	A("tcp/tcp_rcv_space_adjust", "read", RX, EV_STATE, NULL),
	A("sock/inet_sock_set_state", "tcp", BOTH, EV_STATE, NULL),
	A("tcp/tcp_probe", "tcp", RX, EV_PROBE, NULL),
	{0},
};

#define NR_STAGES (sizeof(pk_stages) / sizeof(pk_stages[0]) - 1)

/* Linear probing over an index built on the first call; the table is constant, so the index is too. */
#define INDEX_SIZE 1024
static const struct pk_stage *stage_index[INDEX_SIZE];
static bool indexed;

static unsigned hash_name(const char *name)
{
	unsigned hash = 5381;

	while (*name)
		hash = hash * 33 + (unsigned char)*name++;
	return hash % INDEX_SIZE;
}

static void build_index(void)
{
	_Static_assert(NR_STAGES < INDEX_SIZE / 2, "the index is sized for half load");
	for (unsigned i = 0; i < NR_STAGES; i++) {
		unsigned at = hash_name(pk_stages[i].name);

		while (stage_index[at])
			at = (at + 1) % INDEX_SIZE;
		stage_index[at] = &pk_stages[i];
	}
	indexed = true;
}

static const struct pk_stage *find(const char *name)
{
	if (!indexed)
		build_index();
	for (unsigned at = hash_name(name); stage_index[at]; at = (at + 1) % INDEX_SIZE)
		if (!strcmp(stage_index[at]->name, name))
			return stage_index[at];
	return NULL;
}

/* A tracepoint by its name alone: those of the table have different ones. */
const struct pk_stage *pk_stage_of_tracepoint(const char *name)
{
	for (unsigned i = 0; i < NR_STAGES; i++) {
		const char *slash = strchr(pk_stages[i].name, '/');

		if (slash && !strcmp(slash + 1, name))
			return &pk_stages[i];
	}
	return NULL;
}

/* What a tracepoint calls for its probe events (6.6 and later). */
#define PROBESTUB "__probestub_"

const struct pk_stage *pk_stage_of_function(const char *symbol)
{
	char name[PK_SYMBOL_NAME_MAX];

	if (!strncmp(symbol, PROBESTUB, strlen(PROBESTUB)))
		return pk_stage_of_tracepoint(symbol + strlen(PROBESTUB));

	if (!strchr(symbol, '.'))
		return find(symbol);
	snprintf(name, sizeof(name), "%s", symbol);
	pk_strip_suffixes(name);
	return find(name);
}

const struct pk_stage *pk_stage_of_event(const char *system, const char *event)
{
	char name[PK_SYMBOL_NAME_MAX];

	snprintf(name, sizeof(name), "%s/%s", system, event);
	return find(name);
}

bool pk_stage_is_path(const char *func)
{
	return pk_stage_of_function(func) != NULL;
}
