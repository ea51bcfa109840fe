/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_SOCK_H
#define PK_MODEL_SOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "core/status.h"
#include "model/figure.h"

#define PK_INODE_UNKNOWN UINT64_MAX /* the dump lacks the struct socket */

enum pk_sock_kind { PK_SOCK_FULL, PK_SOCK_LISTEN, PK_SOCK_REQUEST, PK_SOCK_TIMEWAIT };

enum pk_sock_queue {
	PK_QUEUE_RECEIVE,
	PK_QUEUE_WRITE,
	PK_QUEUE_RTX,
	PK_QUEUE_OFO,
	PK_QUEUE_BACKLOG,
	PK_QUEUE_ERROR,
	PK_NR_SOCK_QUEUES
};

/** What `ss -e` says of a socket, whatever its family. */
struct pk_sock_identity {
	struct pk_figure uid; /* of who opened it */
	struct pk_figure cookie; /* 0: nobody has asked for it yet */
	struct pk_figure shutdown; /* PK_SHUT_* */
};

#define PK_SHUT_RECEIVE 1
#define PK_SHUT_SEND 2

/** Of a socket, what its kernel has and the dump lacks: a number that is 0 for want of anything better. */
enum {
	PK_SOCK_NO_MARK = 1 << 0,
	PK_SOCK_NO_OWNED = 1 << 1,
	PK_SOCK_NO_RX_QUEUE = 1 << 2,
};

/** A socket, request or time-wait sock. TUPLE is as it sends: the local end is the source. */
struct pk_sock {
	uint64_t addr;
	uint8_t protocol; /* in IP's header */
	enum pk_sock_kind kind;
	uint8_t state; /* skc_state; only the protocol knows what it means */
	uint8_t shown_state; /* as /proc/net prints it; may differ for a time-wait sock */
	uint8_t socket_family; /* 4 or 6: an IPv6 socket may speak IPv4 (then the tuple is IPv4) */
	struct pk_tuple tuple;
	uint64_t net; /* struct net */
	uint32_t netns; /* ns inode number; 0 if unknown */
	uint32_t mark, bound_dev_if;
	uint32_t unread; /* PK_SOCK_NO_* */
	bool owned; /* sk_lock.owned: a process holds it (packets go to the backlog) */
	uint64_t inode; /* of the struct socket; 0 if none; PK_INODE_UNKNOWN */
	struct pk_sock_identity identity; /* absent in a request or time-wait sock */
	/* The protocol's own numbers; only for PK_SOCK_FULL */
	uint32_t rcv_nxt, copied_seq, snd_una, snd_nxt, write_seq;
	uint64_t bytes_acked;
	/* the first sequence number it sent, as far back as is known */
	uint32_t first_seq;
	/* as /proc/net prints them: bytes, or memory; a listener's rx: connections to accept */
	uint32_t rx_queue, tx_queue;
	/* of a listener: how many connections may wait for accept() */
	struct pk_figure max_backlog;
	/* of a listener: handshakes that are not complete, at most MAX_BACKLOG; whether there were
	 * too many once */
	struct pk_figure syn_queue, syn_flooded;
	/* read bytes still included in RX_QUEUE: a datagram socket returns memory in larger
	 * steps */
	uint32_t read_bytes;
	/* bytes of a datagram that was begun and not sent (UDP_CORK, MSG_MORE) */
	uint32_t corked;
	uint32_t corking; /* the protocol's mark for that */
	uint32_t retransmits; /* icsk_retransmits: retransmissions currently unanswered */
	struct pk_figure total_retrans;
	struct pk_figure drops; /* sk_drops */
	uint32_t qlen[PK_NR_SOCK_QUEUES];
};

const char *
pk_sock_queue_name(enum pk_sock_queue queue); /* "receive", "write", "rtx", "ofo", ... */

#define PK_SOCK_WORDS_MAX 72 /* words of a protocol; also of memory */
#define PK_SOCK_NAME_SIZE 17 /* TCP_CA_NAME_MAX, and a NUL */

/** Words of memory, in the order of `ss -m`. */
enum pk_memory_word {
	PK_MEMORY_RECEIVED, /* sk_rmem_alloc */
	PK_MEMORY_RCVBUF,
	PK_MEMORY_SENT, /* sk_wmem_alloc, without the socket's own */
	PK_MEMORY_SNDBUF,
	PK_MEMORY_FORWARD,
	PK_MEMORY_QUEUED,
	PK_MEMORY_OPTIONS,
	PK_MEMORY_BACKLOG,
	PK_MEMORY_DROPS
};

/** Which timer of a socket is running, as inet_diag reports it. */
enum pk_sock_timer { PK_TIMER_NONE, PK_TIMER_ON, PK_TIMER_KEEPALIVE, PK_TIMER_PERSIST };

/** The numbers behind `ss -tinm` for one socket, in the order of struct pk_info_word's lists. */
struct pk_sock_info {
	bool is_listener;
	struct pk_figure memory[PK_SOCK_WORDS_MAX], words[PK_SOCK_WORDS_MAX];
	char name[PK_SOCK_NAME_SIZE]; /* the one word that is a string; "" if unknown */
	enum pk_status timer_status; /* PK_ABSENT: this kernel or socket has no known timer */
	enum pk_sock_timer timer;
	int64_t timer_ms; /* until it expires; negative: overdue by that much */
	uint64_t timer_tries;
};

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
	/* 1: every segment that is not acknowledged is larger than those behind it that are; else 0 */
	struct pk_figure large_lost;
	/* with LARGE_LOST: how many are lost, the bytes of the smallest, and of the largest that arrived */
	uint32_t nr_lost, lost_bytes, passed_bytes;
};

#define PK_REASONS_MAX 12

/** A reason why data waits in a socket; each is derived independently of the others. */
struct pk_sock_reason {
	const char *name; /* for programs: "window-closed" */
	char text[200];
};

struct pk_sock_reasons {
	unsigned nr;
	struct pk_sock_reason list[PK_REASONS_MAX];
};

/** Append a reason; beyond PK_REASONS_MAX it is dropped. */
void pk_sock_reason_add(struct pk_sock_reasons *reasons, const char *name, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#define PK_WAITERS_MAX 64 /* listed per socket */

enum pk_waiting {
	PK_WAIT_SLEEP, /* in a call on the socket itself */
	PK_WAIT_POLL, /* poll() or select() */
	PK_WAIT_EPOLL,
	PK_WAIT_OTHER, /* wakes something else: see the function */
	PK_NR_WAITINGS
};

/** What is woken when something happens to a socket: one entry of its wait queue. */
struct pk_sock_waiter {
	enum pk_waiting how;
	int32_t pid; /* thread ID; 0: none (epoll: nobody is waiting now) */
	char comm[16]; /* "" if PID is 0 */
	bool asleep; /* nobody has woken it yet */
	char wakes[64]; /* the entry's wake function */
	/* innermost function on its stack outside the scheduler; "" if unknown */
	char call[64];
	char system_call[64]; /* "accept4"; "" if unknown */
};

struct pk_sock_waiters {
	enum pk_status status; /* of reading the queue */
	unsigned nr;
	bool cut; /* there are more */
	struct pk_sock_waiter list[PK_WAITERS_MAX];
};

/** "sleep" */
const char *pk_waiting_name(enum pk_waiting waiting);

#endif
