/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_SOCK_LIMITS_H
#define PK_MODEL_SOCK_LIMITS_H

#include "model/figure.h"
#include "model/sock.h"

/* Of icsk_pending: which timer runs (include/net/inet_connection_sock.h). */
#define PK_ICSK_RETRANS 1
#define PK_ICSK_PROBE0 3
#define PK_ICSK_LOSS_PROBE 5
#define PK_ICSK_REO_TIMEOUT 6

/* Of nonagle (include/net/tcp.h). */
#define PK_NAGLE_OFF 1
#define PK_NAGLE_CORK 2
/* Of sk_tsq_flags (enum tsq_enum in include/linux/tcp.h). */
#define PK_TSQ_THROTTLED 1

/** What may hold a TCP socket back. */
struct pk_sock_limits {
	struct pk_figure ack_backlog, max_ack_backlog; /* connections to accept; of a listener */
	struct pk_figure syn_qlen; /* requests; of a listener */
	struct pk_figure pending; /* PK_ICSK_* */
	struct pk_figure retransmits; /* unanswered, one after the other */
	struct pk_figure
		backoff; /* doublings of the timer; of PROBE0: probes while the window is closed */
	struct pk_figure retries1; /* the namespace's tcp_retries1 */
	struct pk_figure snd_wnd; /* the peer's window, in bytes */
	struct pk_figure rcv_wnd; /* ours, as last advertised and not used since */
	struct pk_figure packets_out, sacked_out, lost_out,
		retrans_out; /* of those that were sent and not acknowledged */
	struct pk_figure cwnd; /* so many may be under way */
	struct pk_figure mss; /* bytes */
	struct pk_figure nonagle; /* PK_NAGLE_* */
	struct pk_figure throttled; /* PK_TSQ_* */
	uint32_t unsent; /* bytes that were written, and never sent */
	struct pk_figure idle_ms; /* since data was received; PK_ABSENT: never */
};

#endif
