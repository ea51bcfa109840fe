// SPDX-License-Identifier: GPL-3.0-or-later
#include "protocol/tcp.h"

#include <stdio.h>

#include "core/kit.h"

enum {
	FIN = PK_TCP_FIN,
	SYN = PK_TCP_SYN,
	RST = PK_TCP_RST,
	PUSH = PK_TCP_PUSH,
	ACK = PK_TCP_ACK,
};

#define HEADER_MIN 20

/* The header. */

static bool parse(const struct pk_header_bytes *bytes, struct pk_header *header, uint32_t *ret_len)
{
	bool has_len = pk_bytes_known(bytes, 12, 1);
	uint32_t len = has_len ? 4 * (pk_bytes_be(bytes, 12, 1) >> 4) : 0;

	/* A fetch that faulted reads as zero. */
	if (!pk_bytes_known(bytes, 0, 4) || !pk_bytes_be(bytes, 0, 2) ||
	    !pk_bytes_be(bytes, 2, 2) || (has_len && len < HEADER_MIN))
		return false;
	pk_ports_parse(bytes, header);
	header->seq_known = pk_bytes_known(bytes, 4, 4);
	header->seq = header->seq_known ? pk_bytes_be(bytes, 4, 4) : 0;
	header->ack_known = pk_bytes_known(bytes, 8, 4);
	header->ack = header->ack_known ? pk_bytes_be(bytes, 8, 4) : 0;
	header->flags_known = pk_bytes_known(bytes, 13, 1);
	header->flags = header->flags_known ? (uint16_t)pk_bytes_be(bytes, 13, 1) : 0;
	header->window_known = pk_bytes_known(bytes, 14, 2);
	header->window = header->window_known ? (uint16_t)pk_bytes_be(bytes, 14, 2) : 0;
	header->protocol = pk_tcp.number;
	*ret_len = len;
	return true;
}

static void build(const struct pk_header *header, uint8_t *bytes, uint8_t *known)
{
	if (!known) {
		bytes[12] = HEADER_MIN / 4 << 4; /* no options */
		bytes[14] = bytes[15] =
			0xff; /* a window of 0 would be said to be a stalled receiver */
	}
	pk_ports_build(header, bytes, known);
	if (header->seq_known)
		pk_bytes_put(bytes, known, 4, header->seq, 4);
	if (header->ack_known)
		pk_bytes_put(bytes, known, 8, header->ack, 4);
	if (header->flags_known)
		pk_bytes_put(bytes, known, 13, (uint8_t)header->flags, 1);
	if (header->window_known)
		pk_bytes_put(bytes, known, 14, header->window, 2);
}

static const struct pk_header_word words[] = {
	{"th_sport", 0, 2, true},
	{"th_dport", 2, 2, true},
	{"th_seq", 4, 4, true},
	{"th_ack", 8, 4, false},
	{"th_off_flags", 12, 2, false},
	{"th_off_flags_win", 12, 4, false},
	{0},
};

static const char *const programs[] = {
	"socket filter, TCP", "socket filter, TCPv6",	       "reuseport, TCP",
	"reuseport, TCPv6",   "struct_ops tcp_congestion_ops", NULL,
};

/* tcp_xmit_retransmit_queue() sends what the scoreboard has as lost: after an ACK, or when RACK's timer fires. */
static const struct pk_trigger fast = {.word = "fast",
				       .text = "fast retransmit: an ACK showed the loss"};
static const struct pk_trigger after_timeout = {
	.word = "recovery", .text = "an ACK came in the recovery from a retransmission timeout"};
static const struct pk_trigger triggers[] = {
	{"tcp_send_loss_probe", NULL, "tlp", "tail loss probe", NULL, NULL},
	{"tcp_xmit_retransmit_queue", "tcp_ack", "recovery", "loss recovery, on an ACK", &fast,
	 &after_timeout},
	{"tcp_xmit_retransmit_queue", "tcp_write_timer_handler", "reordering-timer",
	 "RACK's reordering timer", NULL, NULL},
	{"tcp_xmit_retransmit_queue", NULL, "recovery", "loss recovery", NULL, NULL},
	{"tcp_retransmit_timer", NULL, PK_TRIGGER_TIMEOUT, "retransmission timeout", NULL, NULL},
	{"tcp_send_probe0", NULL, "window-probe", "window probe: nothing else was under way", NULL,
	 NULL},
	{0},
};

static const char *const asked[] = {
	"tcp_v4_rcv",
	"tcp_v6_rcv",
	"tcp_v4_do_rcv",
	"tcp_v6_do_rcv",
	"tcp_rcv_established",
	"tcp_rcv_state_process",
	"tcp_ack",
	"tcp_data_queue",
	"tcp_conn_request",
	"tcp_sendmsg",
	"tcp_sendmsg_locked",
	"tcp_recvmsg",
	"tcp_write_xmit",
	"__tcp_transmit_skb",
	"tcp_retransmit_skb",
	"__tcp_retransmit_skb",
	"tcp_drop",
	"tcp_v4_connect",
	"tcp_v6_connect",
	"tcp_close",
	"tcp_set_state",
	"tcp_reset",
	NULL,
};

/* Flags. */

static unsigned says(unsigned flags)
{
	bool begins = (flags & (SYN | ACK)) == SYN;

	return (begins ? PK_SAYS_BEGIN : 0) | (flags & SYN ? PK_SAYS_SETUP : 0) |
	       (flags & RST ? PK_SAYS_ABORT : 0) | (flags & ACK ? PK_SAYS_ACK : 0);
}

/* tcpdump's order and letters: FSRP, then '.' for ACK, U, E, W. */
static const char *flags_text(unsigned flags, char *buf, unsigned size)
{
	static const struct {
		unsigned bit;
		char letter;
	} letters[] = {{FIN, 'F'}, {SYN, 'S'},	      {RST, 'R'},	 {PUSH, 'P'},
		       {ACK, '.'}, {PK_TCP_URG, 'U'}, {PK_TCP_ECE, 'E'}, {PK_TCP_CWR, 'W'}};
	unsigned len = 0;

	for (unsigned i = 0; i < PK_ARRAY_SIZE(letters); i++)
		if (flags & letters[i].bit && len + 1 < size)
			buf[len++] = letters[i].letter;
	buf[len] = '\0';
	if (!len)
		snprintf(buf, size, "none");
	return buf;
}

static const char *consumed(unsigned flags, bool purged)
{
	if (flags & RST)
		return "reset";
	if (flags & SYN)
		return "handshake";
	if (flags & FIN)
		return purged ? "FIN, purged at close" : "FIN";
	return "pure ACK";
}

/* Numbers. */

static uint32_t flag_numbers(unsigned flags)
{
	return !!(flags & SYN) + !!(flags & FIN);
}

static uint32_t distance(uint32_t from, uint32_t to)
{
	return to - from;
}

static bool overlap(uint32_t a, uint32_t a_len, uint32_t b, uint32_t b_len)
{
	if (!a_len && !b_len)
		return a == b;
	return a - b < b_len || b - a < a_len;
}

/* Packets of one connection. */

static bool acknowledges(const struct pk_header *ack, const struct pk_header *sent)
{
	return ack->ack_known && ack->flags & ACK && sent->seq_known && sent->len_known &&
	       sent->flags_known &&
	       pk_tcp_reached(ack->ack, sent->seq + sent->payload_len + flag_numbers(sent->flags));
}

/* A reset with no number of its own answers what has no acknowledgement: no socket was there for the SYN. */
static bool refuses(const struct pk_header *answer, const struct pk_header *begin)
{
	return answer->flags_known && answer->flags & RST && answer->seq_known && !answer->seq &&
	       answer->ack_known && begin->seq_known && answer->ack == begin->seq + 1;
}

static bool may_be_probe(const struct pk_header *header)
{
	return header->flags_known && header->len_known && header->seq_known &&
	       !header->payload_len && (header->flags & (SYN | FIN | RST | ACK)) == ACK;
}

/* A keepalive, and a probe of a window that is closed, carry the sequence number before the next: what TCP throws away,
 * and answers with the number that it wants. */
static bool answers_probe(const struct pk_header *answer, const struct pk_header *probe)
{
	return may_be_probe(answer) && may_be_probe(probe) && answer->ack_known &&
	       answer->ack == probe->seq + 1;
}

#define NEAR (1u << 24) /* bytes: a window is smaller on all but the longest and fattest of paths */

static bool is_elsewhere(const struct pk_header *one, const struct pk_header *next, bool against)
{
	bool known = against ? next->ack_known && next->flags_known && next->flags & ACK
			     : next->seq_known;
	uint32_t apart = (against ? next->ack : next->seq) - one->seq;

	return one->seq_known && known && apart >= NEAR && -apart >= NEAR;
}

/* The control block, tcp_skb_cb. */

static const enum pk_row_id cb[PK_NR_CB_MEMBERS] = {
	[PK_CB_SEQ] = PK_R_tcp_cb_seq,
	[PK_CB_END_SEQ] = PK_R_tcp_cb_end_seq,
	[PK_CB_ACK_SEQ] = PK_R_tcp_cb_ack_seq,
	[PK_CB_FLAGS] = PK_R_tcp_cb_flags,
};

static const struct pk_sock_word next_ack = {"rcv_nxt", PK_R_tcp_rcv_nxt};

static void by_cb(const struct pk_skb_cb *shadow, bool flags_known, struct pk_header *header)
{
	uint32_t ends = flag_numbers(shadow->flags);

	header->seq = shadow->seq;
	header->payload_len = shadow->end_seq - shadow->seq;
	if (header->payload_len >= ends)
		header->payload_len -= ends;
	header->flags = shadow->flags & 0xff;
	header->seq_known = header->len_known = true;
	header->flags_known = flags_known;
}

const struct pk_protocol pk_tcp = {
	.name = "tcp",
	.title = "TCP",
	.prefix = "tcp_",
	.fclones = true,
	.number = 6,
	.stages = pk_tcp_stages,
	.programs = programs,
	.triggers = triggers,
	.asked = asked,
	.header_min = HEADER_MIN,
	.header_max = 60,
	.one_segment = 8, /* TCP_MIN_GSO_SIZE */
	/* __tcp_transmit_skb() sets it on more than one segment, after its entry */
	.late_flags = PUSH,
	.parse = parse,
	.build = build,
	.not_built = "windows that are not known (65535), and checksums (0)",
	.words = words,
	.says = says,
	.flags_text = flags_text,
	.refusal = "RST",
	.consumed = consumed,
	.flag_numbers = flag_numbers,
	.distance = distance,
	.reached = pk_tcp_reached,
	.ends_fit = pk_tcp_ends_fit,
	.overlap = overlap,
	.acknowledges = acknowledges,
	.refuses = refuses,
	.answers_probe = answers_probe,
	.may_be_probe = may_be_probe,
	.is_elsewhere = is_elsewhere,
	.sockets = &pk_tcp_sockets,
	.received = pk_tcp_received,
	.sent = pk_tcp_sent,
	.may_have_sent = pk_tcp_may_have_sent,
	.life_begins = pk_tcp_life_begins,
	.listens = pk_tcp_listens,
	.unread_reason = "SK_RST_REASON_TCP_ABORT_ON_CLOSE",
	.cb = cb,
	.by_cb = by_cb,
	.next_ack = &next_ack,
};
