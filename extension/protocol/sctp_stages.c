// SPDX-License-Identifier: GPL-3.0-or-later
#include "protocol/sctp.h"
#include "protocol/stage_rows.h"

/* SCTP's own, sorted by stage for the reader. What it sends is made of chunks when it goes down: no original stays. */
const struct pk_stage pk_sctp_stages[] = {
	/* receive */
	F("sctp4_rcv", "sctp", RX),
	F("sctp6_rcv", "sctp", RX),
	M("sctp_rcv", "sctp", RX, RX_OWN, "skb", PK_AT_OWN | PK_DISCARDS),
	F("sctp_v4_err", "sctp", RX),
	F("sctp_v6_err", "sctp", RX),
	F("sctp_chunkify", "sctp", RX),
	F("sctp_add_backlog", "backlog", RX),
	F("sctp_backlog_rcv", "backlog", RX),
	F("sctp_inq_push", "sctp", RX),
	F("sctp_inq_pop", "sctp", RX),
	F("sctp_assoc_bh_rcv", "sctp", RX),
	F("sctp_endpoint_bh_rcv", "sctp", RX),
	F("sctp_do_sm", "sctp", BOTH),
	F("sctp_outq_sack", "sctp", RX),
	F("sctp_ulpq_tail_data", "queue", RX),
	F("sctp_ulpevent_make_rcvmsg", "queue", RX),
	F("sctp_ulpq_tail_event", "queue", RX),
	F("sctp_data_ready", "wakeup", RX),
	/* its answer is sent when it has returned */
	M("sctp_sf_tabort_8_4_8", "sctp", TX, TX_CONTROL, NULL, PK_REFUSES),
	/* process, read */
	F("sctp_recvmsg", "read", RX),
	F("sctp_skb_recv_datagram", "read", RX),
	/* send */
	F("sctp_sendmsg", "send", TX),
	F("sctp_sendmsg_to_asoc", "send", TX),
	F("sctp_outq_tail", "sctp", TX),
	F("sctp_outq_uncork", "sctp", TX),
	F("sctp_outq_flush", "sctp", TX),
	F("sctp_packet_transmit_chunk", "sctp", TX),
	A("sctp_packet_transmit", "sctp", TX, TX_CONTROL, NULL),
	F("sctp_packet_pack", "sctp", TX),
	F("sctp_v4_xmit", "ip", TX),
	F("sctp_v6_xmit", "ip", TX),
	F("sctp_retransmit", "sctp", TX),
	F("sctp_generate_t3_rtx_event", "timer", TX),
	F("sctp_generate_heartbeat_event", "timer", TX),
	F("sctp_generate_sack_event", "timer", TX),
	/* segmentation */
	F("sctp_gso_segment", "gso", TX),
	{0},
};
