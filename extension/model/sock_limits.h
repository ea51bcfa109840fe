/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_SOCK_LIMITS_H
#define PK_MODEL_SOCK_LIMITS_H

#include "model/figure.h"
#include "model/sock.h"

/* Values of icsk_pending, the running timer (include/net/inet_connection_sock.h). */
#define PK_ICSK_RETRANS 1
#define PK_ICSK_PROBE0 3
#define PK_ICSK_LOSS_PROBE 5
#define PK_ICSK_REO_TIMEOUT 6

/* Bits of nonagle (include/net/tcp.h). */
#define PK_NAGLE_OFF 1
#define PK_NAGLE_CORK 2
/* Bits of sk_tsq_flags (enum tsq_enum in include/linux/tcp.h). */
#define PK_TSQ_THROTTLED 1

/** What may hold a socket back. Of other protocols than TCP most is absent. */
struct pk_sock_limits {
	struct pk_figure ack_backlog, max_ack_backlog; /* listener: connections to accept */
	struct pk_figure syn_qlen; /* listener: requests */
	struct pk_figure pending; /* PK_ICSK_* */
	struct pk_figure retransmits; /* unanswered in a row */
	/* doublings of the timer; for PROBE0: probes while the window is closed */
	struct pk_figure backoff;
	struct pk_figure retries1; /* the namespace's tcp_retries1 */
	struct pk_figure snd_wnd; /* the peer's window, in bytes */
	struct pk_figure rcv_wnd; /* ours, as last advertised, less what was used since; bytes */
	/* segments sent and not acknowledged, by state */
	struct pk_figure packets_out, sacked_out, lost_out, retrans_out;
	struct pk_figure cwnd; /* segments allowed in flight */
	struct pk_figure mss; /* bytes */
	struct pk_figure nonagle; /* PK_NAGLE_* */
	struct pk_figure throttled; /* PK_TSQ_* */
	/* not 0: the timer that PENDING names runs; a CPU has the socket's lock; a program restores the
	 * connection; a request still has the timer */
	struct pk_figure armed, locked, repair, fastopen;
	uint32_t unsent; /* bytes written but never sent */
	struct pk_figure newest; /* memory that the skb takes which was received last, in bytes */
	struct pk_figure idle_ms; /* since data was last received; PK_ABSENT: never */
};

#endif
