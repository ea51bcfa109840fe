/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_PROTOCOL_SOCKETS_H
#define PK_PROTOCOL_SOCKETS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/layout.h"
#include "model/local_sock.h"
#include "model/packet.h"
#include "model/skb.h"
#include "model/sock.h"

/** A slab cache of the protocol's sockets. */
struct pk_sock_cache {
	const char *name; /* "tw_sock_TCP"; NULL ends a list */
	enum pk_object_kind kind;
};

/** A value of skc_state. */
struct pk_sock_state {
	const char *name; /* NULL: not a state */
	enum pk_sock_kind kind;
	/* state that /proc/net shows instead; 0: this one. PK_SOCK_TIMEWAIT: tw_substate */
	uint8_t shown;
};

/** A number in a full socket. */
struct pk_sock_number {
	enum pk_row_id row;
	bool needed; /* otherwise 0 if the kernel lacks it */
	uint8_t size; /* 4 or 8 bytes */
	/* PK_SOCK_NO_*: what is not known if it cannot be read, and 0; none: there is no socket without it */
	uint8_t missed;
	size_t to; /* offsetof(struct pk_sock, ...) */
};

/** An array of hash buckets. */
struct pk_sock_array {
	/* "connections"; an unreadable one is reported once for all arrays of this name */
	const char *what;
	enum pk_row_id base; /* member of the table: the array, or a pointer to it */
	/* member of the table: buckets - 1. PK_NR_ROWS: BASE is the array itself */
	enum pk_row_id mask;
	enum pk_row_id bucket_size, head; /* size of a bucket; where its chain begins */
	/* rows that the kernel must have, or lack; PK_NR_ROWS: any */
	enum pk_row_id only_with, not_with;
	bool counted; /* MASK is the number of buckets */
};

/** A list that each object of a hash table has. */
struct pk_sock_inner {
	enum pk_row_id head; /* member of the object in the table */
	enum pk_row_id node; /* member of the objects of the list */
};

/** What a lookup keeps of its bucket. */
enum pk_sock_kept {
	PK_KEEPS_NOTHING,
	PK_KEEPS_BUCKET, /* its address or index: a chain's end is compared with it */
	PK_KEEPS_ADDRESS, /* a lock in the bucket is held */
};

/** A hash table in which functions look for sockets or ports, and which other objects than these may share. */
struct pk_sock_chains {
	struct pk_sock_array array;
	enum pk_row_id node; /* member of the object by which it is in a chain there */
	const char *const *lookups; /* the functions; they keep the node or the object. NULL ends */
	enum pk_sock_kept keeps;
	/* they walk this list of one of its objects; NULL: the chain */
	const struct pk_sock_inner *inner;
};

/** A queue of a full socket, in the form that some kernels have. */
struct pk_sock_queue_form {
	enum pk_queue_shape {
		PK_SHAPE_LIST, /* ROW: sk_buff_head */
		PK_SHAPE_TREE, /* ROW: rb_root */
		PK_SHAPE_CHAIN, /* ROW: pointer to the first skb; ends with NULL */
		PK_SHAPE_BEFORE, /* ROW: sk_buff_head, up to sk_send_head (0: all of it) */
		PK_SHAPE_BEHIND, /* ROW: sk_buff_head, from sk_send_head on (0: nothing) */
		PK_SHAPE_TWO_LISTS, /* sk_buff_heads; ONLY_WITH has older skbs than ROW */
	} shape;
	enum pk_row_id row;
	enum pk_row_id only_with; /* row that the kernel must have; PK_NR_ROWS: any kernel */
};

#define PK_MAX_QUEUE_FORMS 2

struct pk_sock_queue_rows {
	/* What being queued there means for a packet; NULL: none of its packets are queued
	 * there. */
	const char *text;
	enum pk_outcome outcome;
	enum pk_direction dir;
	unsigned nr_forms; /* the first form that fits the kernel counts; 0: no such queue */
	struct pk_sock_queue_form forms[PK_MAX_QUEUE_FORMS];
};

/** Members that tell what holds a socket back (model/sock.h). */
struct pk_sock_limit_rows {
	const char *requests_name; /* "SYN queue" */
	enum pk_row_id requests, requests_flooded, timer, retransmits, total_retrans, backoff,
		net_retries, sent_window, window, window_from, received_at, packets_out, sacked_out,
		lost_out, retrans_out, cwnd, mss, nonagle, armed, repair, fastopen;
	/* Of a segment in the retransmit queue, in its control block; bits of MARKS for "acknowledged, out of order" and
	 * "sent again" */
	enum pk_row_id begins, ends, marks;
	uint32_t acked, sent_again;
	/** Bytes left of the receive window of WINDOW bytes that began at FROM. */
	uint32_t (*window_left)(const struct pk_sock *sock, uint32_t from, uint32_t window);
	/** Bytes written but never sent. */
	uint32_t (*unsent)(const struct pk_sock *sock);
};

/** What a socket's number measures. */
enum pk_info_form {
	PK_INFO_COUNT,
	PK_INFO_FLAG, /* shown as the text alone, unless 0 */
	PK_INFO_US, /* microseconds; text shows milliseconds with a fraction */
	PK_INFO_MS,
	/* a string; with two rows, the first points to the struct of the second */
	PK_INFO_NAME,
};

#define PK_INFO_ROWS 5

/** The time at which a socket's numbers are evaluated. */
struct pk_info_clock {
	uint64_t jiffies, hz;
};

/** A word that `ss -tinm` prints for a socket, in its order. */
struct pk_info_word {
	const char *key; /* in JSON */
	const char *before, *behind; /* text before and after the number; BEHIND may be NULL */
	enum pk_info_form form;
	uint8_t nr_rows;
	bool listeners; /* also meaningful for listeners */
	bool always; /* shown even if 0 */
	bool joined; /* with the word before: both are shown if either is not 0 */
	bool is_limit; /* all ones, of whatever width the member has, reach VALUE as UINT64_MAX */
	enum pk_row_id rows[PK_INFO_ROWS]; /* members; all must be readable */
	/** Computes the number from the rows' values; PK_INFO_NONE: nothing to show. NULL: the
	 *  first. */
	uint64_t (*value)(const uint64_t *in, const struct pk_info_clock *clock);
};

#define PK_INFO_NONE UINT64_MAX

/** Words on the memory that any protocol's socket accounts for; ends with a NULL key. */
extern const struct pk_info_word pk_sock_memory_words[];

/** Members of a socket's timers: which of its own is pending, when it expires, and keepalive's. */
struct pk_sock_timer_rows {
	enum pk_row_id pending, expires, keepalive, keepalive_expires;
	/** The timer for a value of PENDING; PK_TIMER_NONE: only keepalive's may be running. */
	enum pk_sock_timer (*of)(uint64_t pending);
	/** How often it has expired in vain. */
	enum pk_row_id retransmits, probes;
};

/** A member of a socket, and a value of it. */
struct pk_sock_mark {
	enum pk_row_id row;
	uint64_t value;
};

struct pk_protocol_sockets {
	const struct pk_sock_cache *caches;
	const struct pk_sock_state *states; /* by number */
	unsigned nr_states;
	const struct pk_sock_number *numbers;
	unsigned nr_numbers;
	/** Derive from those: bytes in the queues, and the first number that it may have sent. */
	void (*count)(struct pk_sock *sock);
	const struct pk_sock_limit_rows *limits; /* NULL: not known for its sockets */
	const struct pk_info_word *words; /* ends with a NULL key; NULL: no words of its own */
	const struct pk_sock_timer_rows *timers; /* NULL: no timers */
	/* the sysctl that limits the memory of all its sockets (NULL: not known), which is in this
	 * struct proto */
	const char *memory_sysctl;
	enum pk_row_id proto;
	bool memory_pressure; /* its sockets hold back before the limit is reached */
	/** Why its queues are not empty, or connections are not accepted. NULL: unknown. */
	void (*reasons)(const struct pk_sock *sock, const struct pk_sock_limits *limits,
			const struct pk_sock_info *info, struct pk_sock_reasons *reasons);
	const struct pk_sock_queue_rows *queues; /* PK_NR_SOCK_QUEUES */
	/* The hash table shared by all namespaces, or by those without their own. */
	enum pk_row_id table;
	/* Path to a namespace's own table, the first step embedded or a pointer. PK_NR_ROWS:
	 * none. */
	enum pk_row_id net_step, net_table;
	const struct pk_sock_array *arrays;
	unsigned nr_arrays;
	const struct pk_sock_chains *chains; /* where lookups walk; NULL: not known */
	unsigned nr_chains;
	/** With it the socket takes out what its protocol carries (pk_protocol.carries); NULL: none
	 *  does. */
	const struct pk_sock_mark *takes_carried;
	/** Names of the connection tracker's own states, by number; ends with NULL. NULL: it has
	 *  none of this protocol. */
	const char *const *tracked;
	enum pk_row_id tracked_state; /* with TRACKED */
};

/** A receive buffer that takes nothing more (AT_LIMIT: as soon as it is used up; else when more is
 *  used), or lacks room for another skb of NEWEST bytes after some were dropped. THEN: what happens
 *  with more. */
void pk_receive_buffer_reason(const struct pk_sock_info *info, const struct pk_figure *newest,
			      bool at_limit, const char *then, struct pk_sock_reasons *reasons);
/** The same for what was sent and not freed: writers wait, or fail. */
void pk_send_buffer_reason(const struct pk_sock_info *info, struct pk_sock_reasons *reasons);

/** Bytes of a peer's window of WINDOW bytes that are still free. */
uint32_t pk_window_left(const struct pk_sock *sock, uint64_t window);
/** The window has room for the next segment (the kernel's tcp_snd_wnd_test()), so it does not hold
 *  SOCK back. Window and segment size must be known. */
bool pk_window_is_open(const struct pk_sock *sock, const struct pk_sock_limits *limits);
/** Only segments larger than those behind them are lost, and for as long as the kernel takes to doubt the path's MTU. */
bool pk_sock_loses_large(const struct pk_sock_limits *limits);
/** Whether SOCK has data to send, or sent and not acknowledged, and no timer that would send it; 1
 *  if so. TCP always has one then (tcp_rearm_rto(), tcp_check_probe_timer()), unless somebody is at work on the socket. Its status says
 *  what is not known. */
struct pk_figure pk_sock_lacks_timer(const struct pk_sock *sock,
				     const struct pk_sock_limits *limits);

#define PK_INET_SOCK_ARRAYS 4
/** The hash tables of struct inet_hashinfo, which TCP and DCCP each have one of. */
extern const struct pk_sock_array pk_inet_sock_arrays[PK_INET_SOCK_ARRAYS];
#define PK_INET_SOCK_CHAINS 10
/** Those that a lookup of a socket or of a port walks. */
extern const struct pk_sock_chains pk_inet_sock_chains[PK_INET_SOCK_CHAINS];

struct pk_ctx;

/** "unix", "netlink", "packet", "raw" */
const char *pk_local_family_name(enum pk_local_family family);
/** -P named FAMILY. "all" does not include these families. */
bool pk_local_is_shown(const struct pk_ctx *ctx, enum pk_local_family family);
/** -P named at least one of them. */
bool pk_local_any_shown(const struct pk_ctx *ctx);
/** The bit in pk_ctx.protocols for the family NAME (LEN bytes); 0: not one of these. */
unsigned pk_local_bit(const char *name, size_t len);

/** "stream", "dgram", ...; "?" if unknown. */
const char *pk_local_type_name(const struct pk_local_sock *sock);
/** "LISTEN", "ESTABLISHED", "UNCONN". */
const char *pk_local_state_name(const struct pk_local_sock *sock);
bool pk_local_is_listener(const struct pk_local_sock *sock);
/** A unix socket whose readers may take part of what was sent at once. */
bool pk_local_is_stream(const struct pk_local_sock *sock);
/** Why SOCK's queues are not empty. What STATE does not have gives no reason. */
void pk_local_reasons(const struct pk_local_sock *sock, const struct pk_local_state *state,
		      struct pk_sock_reasons *reasons);
/** Netlink protocol NUMBER: "route", "generic", ...; NULL if unknown. */
const char *pk_netlink_family_name(unsigned number);
/** Messages of netlink protocol NUMBER begin with a struct nlmsghdr. */
bool pk_netlink_has_headers(unsigned number);
/** "RTM_NEWLINK", "nftables 6", ...: a message TYPE of netlink protocol NUMBER in words; its number if it has none.
 *  Returns BUF, of PK_MESSAGE_NAME bytes. */
#define PK_MESSAGE_NAME 40
const char *pk_netlink_message_name(unsigned number, unsigned type, char buf[PK_MESSAGE_NAME]);

#endif
