/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_PROTOCOL_SOCKETS_H
#define PK_PROTOCOL_SOCKETS_H

#include <stddef.h>

#include "core/layout.h"
#include "model/packet.h"
#include "model/skb.h"
#include "model/sock.h"
#include "model/sock_info.h"
#include "model/sock_limits.h"
#include "model/sock_reasons.h"

/** A slab cache of its sockets, by name. */
struct pk_sock_cache {
	const char *name; /* "tw_sock_TCP"; NULL ends a list */
	enum pk_object_kind kind;
};

/** A value of skc_state. */
struct pk_sock_state {
	const char *name; /* NULL: no state */
	enum pk_sock_kind kind;
	uint8_t shown; /* the state that /proc/net shows instead; 0: this one. PK_SOCK_TIMEWAIT's is tw_substate */
};

/** A number of a full socket. */
struct pk_sock_number {
	enum pk_row_id row;
	bool needed; /* else 0 where the kernel has it not, or it cannot be read */
	uint8_t size; /* 4 or 8 bytes */
	size_t to; /* offsetof(struct pk_sock, ...) */
};

/** An array of hash buckets. */
struct pk_sock_array {
	/* "connections"; one that cannot be read says it for the others of this name */
	const char *what;
	enum pk_row_id base; /* in the table: the array, or a pointer to it */
	enum pk_row_id mask; /* in the table: buckets - 1. PK_NR_ROWS: BASE is the array itself */
	enum pk_row_id bucket_size, head; /* of a bucket, the chain's beginning in it */
	enum pk_row_id only_with, not_with; /* a row of the kernel's; PK_NR_ROWS: any */
};

/** A queue of a full socket, as one kind of kernel has it. */
struct pk_sock_queue_form {
	enum pk_queue_shape {
		PK_SHAPE_LIST, /* ROW: sk_buff_head */
		PK_SHAPE_TREE, /* ROW: rb_root */
		PK_SHAPE_CHAIN, /* ROW: pointer to the first; ends with NULL */
		PK_SHAPE_BEFORE, /* ROW: sk_buff_head, as far as sk_send_head (0: all) */
		PK_SHAPE_BEHIND, /* the same, from there on (0: nothing) */
		PK_SHAPE_TWO_LISTS, /* ONLY_WITH: sk_buff_head, older than those of ROW, which is one too */
	} shape;
	enum pk_row_id row;
	enum pk_row_id only_with; /* kernels that have this row; PK_NR_ROWS: any */
};

#define PK_MAX_QUEUE_FORMS 2

struct pk_sock_queue_rows {
	/* What standing there says of a packet; NULL: no packets of its own stand there. */
	const char *text;
	enum pk_outcome outcome;
	enum pk_direction dir;
	unsigned nr_forms; /* the first that fits the kernel; 0: the protocol has no such queue */
	struct pk_sock_queue_form forms[PK_MAX_QUEUE_FORMS];
};

/** Members by which a socket is held back (model/sock_limits.h). */
struct pk_sock_limit_rows {
	enum pk_row_id requests, timer, retransmits, backoff, net_retries, sent_window, window,
		window_from, received_at, packets_out, sacked_out, lost_out, retrans_out, cwnd, mss,
		nonagle;
	/** What is left of the receive window WINDOW, which began at FROM. */
	uint32_t (*window_left)(const struct pk_sock *sock, uint32_t from, uint32_t window);
	/** Bytes that were written, and never sent. */
	uint32_t (*unsent)(const struct pk_sock *sock);
};

/** What a number of a socket is. */
enum pk_info_form {
	PK_INFO_COUNT,
	PK_INFO_FLAG, /* the text alone, unless it is 0 */
	PK_INFO_US, /* microseconds; text has milliseconds, with a fraction */
	PK_INFO_MS,
	PK_INFO_NAME, /* a string: the first row points to a struct where it is the second */
};

#define PK_INFO_ROWS 5

/** The time that a socket's numbers are seen from. */
struct pk_info_clock {
	uint64_t jiffies, hz;
};

/** A word that `ss -tinm` has for a socket, in its order. */
struct pk_info_word {
	const char *key; /* in JSON */
	const char *before, *behind; /* around it in text; BEHIND may be NULL */
	enum pk_info_form form;
	uint8_t nr_rows;
	bool listeners; /* it says something of a listener too */
	bool always; /* shown whatever it is */
	bool joined; /* to the word before it: both are shown if one of them is not 0 */
	enum pk_row_id rows[PK_INFO_ROWS]; /* members; all must be known */
	/** The number, of the rows' values; PK_INFO_NONE: there is none. NULL: that of the first. */
	uint64_t (*value)(const uint64_t *in, const struct pk_info_clock *clock);
};

#define PK_INFO_NONE UINT64_MAX

/** Memory that a socket accounts for, of any protocol; ends with a NULL key. */
extern const struct pk_info_word pk_sock_memory_words[];

/** Members of a socket's timers: the one that says which of its own runs, and when it fires; and keepalive's. */
struct pk_sock_timer_rows {
	enum pk_row_id pending, expires, keepalive, keepalive_expires;
	/** By the value of PENDING; PK_TIMER_NONE: keepalive's may run. */
	enum pk_sock_timer (*of)(uint64_t pending);
	/** How often it went off in vain. */
	enum pk_row_id retransmits, probes;
};

struct pk_protocol_sockets {
	const struct pk_sock_cache *caches;
	const struct pk_sock_state *states; /* by number */
	unsigned nr_states;
	const struct pk_sock_number *numbers;
	unsigned nr_numbers;
	/** What follows from those: bytes in its queues, the first number that it may have sent. */
	void (*count)(struct pk_sock *sock);
	const struct pk_sock_limit_rows *limits; /* NULL: its sockets have none */
	const struct pk_info_word *words; /* ends with a NULL key; NULL: no more than any has */
	const struct pk_sock_timer_rows *timers; /* NULL: it has none */
	/** Why its queues are not empty, or nobody is let in. NULL: not known of this protocol. */
	void (*reasons)(const struct pk_sock *sock, const struct pk_sock_limits *limits,
			const struct pk_sock_info *info, struct pk_sock_reasons *reasons);
	const struct pk_sock_queue_rows *queues; /* PK_NR_SOCK_QUEUES */
	/* The hash table of all namespaces, or of those that have none of their own. */
	enum pk_row_id table;
	/* Where a namespace names its own: two steps, the first embedded or a pointer. PK_NR_ROWS: nowhere. */
	enum pk_row_id net_step, net_table;
	const struct pk_sock_array *arrays;
	unsigned nr_arrays;
};

/** Bytes that a peer's window of WINDOW bytes still has room for. */
uint32_t pk_window_left(const struct pk_sock *sock, uint64_t window);
/** The window has room for the next segment (tcp_snd_wnd_test()): it is not what holds SOCK back. The window and the
 *  segment's size are known. */
bool pk_window_is_open(const struct pk_sock *sock, const struct pk_sock_limits *limits);

#endif
