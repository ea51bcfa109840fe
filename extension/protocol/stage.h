/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_PROTOCOL_STAGE_H
#define PK_PROTOCOL_STAGE_H

#include <stdbool.h>

/**
 * The stages: which functions and tracepoints handle packets, and what each does to one. Shared
 * ones are in path_stages.c, a protocol's own in its table. One row per function or event, by the
 * kernel's name without compiler suffixes; a new hook is one row and one test.
 */
enum pk_stage_act {
#define ACT(name, words, from, to) PK_ACT_##name,
#include "protocol/stage_acts.def"
#undef ACT
	PK_NR_ACTS
};

/** Who may have an sk_buff (holders.def). SAME: whoever has it already. */
enum pk_holder {
#define HOLDER(name, word) PK_HOLDER_##name,
#include "protocol/holders.def"
#undef HOLDER
	PK_NR_HOLDERS
};

#define PK_MAX_STAGES 1024 /* rows of all tables: the index is sized for half load */

/** More about a function or tracepoint. */
enum pk_stage_mark {
	/* where skb->data points when it is called; none of these: unknown */
	PK_AT_LINK = 1,
	PK_AT_IP = 2,
	PK_AT_OWN = 3, /* at the protocol's header */
	PK_AT_MASK = 3,
	PK_ONLY_V4 = 4, /* handles IPv4 packets only */
	PK_ONLY_V6 = 8,
	PK_FREES = 16, /* frees what it was given, unless it queued it */
	PK_REFUSES = 32, /* answers with a refusal */
	PK_ANSWERS = 64, /* answers a connection's first packet */
	PK_DISCARDS = 256, /* packets that it frees itself by kfree_skb were refused */
	PK_HANDS_ON = 1024, /* packets that it frees by kfree_skb went to another socket */
	PK_CUTS = 2048, /* what it has cut into segments, it frees by kfree_skb */
	/* is given any protocol's packet, to wrap it in its own or to unwrap it */
	PK_FOREIGN = 512,
	PK_ERRORS = 128, /* sends an error about the packet being handled */
	PK_TELLS_READER = 8192, /* tells a socket's reader of what its queue took */
	PK_HOOKS = 16384, /* calls the functions of a netfilter hook, one after the other */
	PK_NUMBERED = 32768, /* of a tunnel in UDP whose header has the number of a network */
	PK_HANDLES =
		4096, /* does what a message of the protocol asks for, which is then freed, maybe by kfree_skb */
};

enum pk_stage_side { PK_SIDE_RX, PK_SIDE_TX, PK_SIDE_BOTH };

#define PK_STAGE_OWN "" /* that of the packet's protocol, whatever that is */

struct pk_stage {
	const char *name; /* function, or "system/event" */
	/* "napi", "gro", "l2", "ip", "tcp", "queue", "wakeup", "read", "send", ...; PK_STAGE_OWN */
	const char *stage;
	enum pk_stage_side side;
	enum pk_stage_act act;
	const char *args; /* roles of the leading arguments: "sk skb", "new old" */
	unsigned marks; /* PK_AT_*, PK_ONLY_*, ... */
	/* of a row that moves the packet, which others of its act do not; 0: as its act says */
	unsigned from; /* 1 << PK_HOLDER_* */
	enum pk_holder to;
};

extern const struct pk_stage pk_path_stages[]; /* ends with a NULL name */
#define PK_FREE_INNER 2
/** Functions that free skbs with what they own, ends with NULL. The first PK_FREE_INNER are called by those behind them; the very
 *  first is static in the source, and the compiler may have left it, or a clone of it. */
extern const char *const pk_free_functions[];

struct pk_ctx;
struct pk_protocol;

/* Rows of protocols that CTX does not know (pk_protocol_is_known()) are not found. CTX NULL: all
 * are. */
/** Row of a function by its symbol, with or without compiler suffixes; NULL: none. */
const struct pk_stage *pk_stage_of_function(const struct pk_ctx *ctx, const char *symbol);
/** Row of a tracepoint; NULL: none. */
const struct pk_stage *pk_stage_of_event(const struct pk_ctx *ctx, const char *system,
					 const char *event);
/** The same, by event name alone. */
const struct pk_stage *pk_stage_of_tracepoint(const struct pk_ctx *ctx, const char *event);
/** What ACT does to a packet, in words. */
const char *pk_stage_act_words(enum pk_stage_act act);
/** Whom a function or event of STAGE may take a packet from, 1 << PK_HOLDER_*, and whom it gives it to. */
unsigned pk_stage_from(const struct pk_stage *stage);
enum pk_holder pk_stage_to(const struct pk_stage *stage);
/** "receive-queue"; "" for PK_HOLDER_SAME. */
const char *pk_holder_name(enum pk_holder holder);
/** Whom HOLDER's packets may be with later, by any number of rows: 1 << PK_HOLDER_*. */
unsigned pk_holder_reach(enum pk_holder holder);
/** FN for each row of ACT, of every protocol, in the order of the tables. */
void pk_stages_each(enum pk_stage_act act,
		    void (*fn)(const struct pk_stage *stage, const struct pk_protocol *protocol,
			       void *arg),
		    void *arg);
/** Whether FUNC is on the path of some protocol's packets. */
bool pk_stage_is_path(const struct pk_ctx *ctx, const char *func);
/** Whether STAGE is that of NAME ("free"); NULL is none. */
bool pk_stage_is(const struct pk_stage *stage, const char *name);
/** Row number across all tables, from 1. */
unsigned pk_stage_number(const struct pk_stage *stage);
/** The stage for a packet of PROTOCOL. */
const char *pk_stage_title(const struct pk_stage *stage, const struct pk_protocol *protocol);
/** The protocol whose table holds the row; NULL: the shared table, or STAGE is NULL. */
const struct pk_protocol *pk_stage_protocol(const struct pk_stage *stage);

#endif
