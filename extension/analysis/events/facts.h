/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_FACTS_H
#define PK_ANALYSIS_FACTS_H

#include "core/context.h"
#include "core/hash.h"
#include "decode/trace/event_format.h"
#include "model/packet.h"
#include "protocol/protocol.h"

/**
 * What one trace event says about packets, in any format.
 *
 * There is one plan per format: the stage of its tracepoint or probed function, and which fields
 * carry what. A tracepoint's field names are the kernel's. A probe is understood by the programs
 * that fetch its arguments, whatever their names (fetched.c). If those are unreadable,
 * pkttrace-arm's own probes (pk_*) have the names of docs/arming.md, and a pointer in any probe is
 * identified by the slab cache of its page.
 */
enum pk_word {
	PK_W_SKB,
	PK_W_SK,
	PK_W_CLONE,
	PK_W_NEW,
	PK_W_OLD,
	PK_W_P,
	PK_W_TW,
	PK_W_LEN,
	PK_W_PROTOCOL,
	PK_W_PROTO_BE,
	PK_W_DEV,
	PK_W_NETDEV,
	PK_W_RC,
	PK_W_ERR,
	PK_W_LOCATION,
	PK_W_REASON,
	PK_W_MARK,
	PK_W_HEAD,
	PK_W_DATA,
	PK_W_NH,
	PK_W_GSO_SEGS,
	PK_W_GSO_SIZE,
	PK_W_IP_VHL,
	PK_W_IP_LEN,
	PK_W_IP_P,
	PK_W_IP_SRC,
	PK_W_IP_DST,
	PK_W_IP6_VTC,
	PK_W_IP6_PLEN,
	PK_W_IP6_NXT,
	PK_W_IP6_SRC_HI,
	PK_W_IP6_SRC_LO,
	PK_W_IP6_DST_HI,
	PK_W_IP6_DST_LO,
	PK_W_HEADER, /* words of the protocol's header, in their order */
	PK_W_HEADER_LAST = PK_W_HEADER + PK_MAX_HEADER_WORDS - 1,
	PK_W_CB_SEQ,
	PK_W_CB_END_SEQ,
	PK_W_CB_FLAGS,
	PK_W_NEXT_ACK, /* the protocol's next_ack */
	/* a socket's tuple in tracepoints: local address and port first */
	PK_W_SPORT,
	PK_W_DPORT,
	PK_W_SADDR,
	PK_W_DADDR,
	PK_W_SADDR_V6,
	PK_W_DADDR_V6,
	PK_W_FAMILY,
	PK_W_DATA_LEN,
	PK_W_VLAN_TAGGED,
	PK_W_VLAN_TCI,
	PK_W_NOFF,
	/* a socket's: states before and after, cookie */
	PK_W_OLD_STATE,
	PK_W_NEW_STATE,
	PK_W_SOCK_COOKIE,
	PK_NR_WORDS
};

#define PK_MAX_PLAIN_POINTERS 8
#define PK_MAX_PIECES 64
#define PK_HEADER_ROOM 256

/** Bytes of the packet, copied by a probe. */
struct pk_header_piece {
	const struct pk_field *field;
	int32_t offset; /* bytes from what they count from */
	uint32_t len; /* bytes */
};

enum pk_pieces_by {
	PK_BY_DATA, /* skb->data */
	PK_BY_FRAG0, /* GRO's */
	PK_BY_HEADER, /* the protocol's header, an argument of its function */
};

struct pk_plan {
	const struct pk_format *format;
	const struct pk_stage *stage; /* NULL: the event means nothing */
	const struct pk_field *ip; /* tells which of several probes hit, if they share the event */
	bool is_probe, is_return;
	const struct pk_protocol *protocol; /* whose header words it carries; NULL: none */
	bool has_header; /* all required words, or pieces of a header */
	bool has_tuple; /* it carries a socket's tuple */
	const struct pk_field *word[PK_NR_WORDS];
	const struct pk_field *retval; /* what the function returned; NULL: it is not fetched */
	/* pointer-sized fields of unknown name */
	const struct pk_field *plain[PK_MAX_PLAIN_POINTERS];
	unsigned nr_plain;
	/* those which would be, were its function on the path of no protocol that is looked at: a capsule answers for each */
	const struct pk_field *asked[PK_MAX_PLAIN_POINTERS];
	unsigned nr_asked;
	uint32_t number; /* of the format, from 1 */
	/* only some of these events are recorded: the absence of one means nothing */
	bool filtered;
	/* what is fetched */
	bool fetched; /* the fetch programs are known */
	enum pk_pieces_by by; /* what PIECES count from */
	int header_of; /* PK_W_*: which of several skbs has the header */
	unsigned layer; /* where that points: PK_AT_*; 0 if unknown */
	struct pk_header_piece *pieces; /* owned, PK_MAX_PIECES; NULL: none */
	unsigned nr_pieces;
	/* Each of several probes behind one event has a plan of its own; NULL: the last. */
	uint64_t addr;
	struct pk_plan *next; /* owned */
};

struct pk_plans {
	struct pk_plan *plans; /* owned; by format index */
	uint32_t nr;
	const struct pk_plan **by_type; /* owned; 65536 entries, NULL for unknown types */
	struct pk_hash stages; /* text address -> struct pk_stage, or another place: it has none */
	/* probes that tell of the freeing of every skb, of GRO's merges */
	bool any_free, any_merge;
	/* a probe on the freeing of skbs misses what frees in this function, which has the other's body instead of a call;
	 * static; NULL: none is known */
	const char *frees_unseen;
	bool frees_asked;
	bool numbers_hold; /* previous boot: its probes had the same type numbers as now */
};

/**
 * A compiler may put the body of FREE, which every freed skb goes through, into a function that calls it. What that one frees
 * would be taken for packets that live on. Its name, static, as its text tells; NULL: each calls FREE, or that is not known.
 */
const char *pk_frees_unseen(struct pk_ctx *ctx, const char *free);

enum pk_status pk_plans_make(struct pk_ctx *ctx, const struct pk_formats *formats,
			     struct pk_plans *ret_plans);
void pk_plans_free(struct pk_plans *plans);
/** Mark events of TYPE as filtered. */
void pk_plans_filter(struct pk_ctx *ctx, struct pk_plans *plans, uint16_t type);
/** Whether TYPE is a filtered tracepoint. A probe's filter only picks the protocol that it
 *  reads. */
bool pk_plans_filtered(const struct pk_plans *plans, uint16_t type);

/** The facts of one event. Missing pointers are 0. */
struct pk_event_facts {
	const struct pk_plan *plan;
	const struct pk_stage *stage; /* of this event; NULL: none */
	uint64_t skb, skb2; /* skb2: the second skb of the stage's args ("new old", "p skb") */
	uint64_t sk;
	struct pk_header header; /* the packet's, from header bytes */
	struct pk_header quoted; /* the header that HEADER, an error, quotes; protocol 0: none */
	struct pk_tuple sock; /* a socket's tuple, local end first; family 0: none */
	bool header_of_second; /* HEADER belongs to SKB2 */
	bool clone_it;
	bool cb_known;
	struct pk_skb_cb cb;
	bool mark_known;
	uint32_t mark;
	char dev[16];
	uint64_t netdev; /* address of the same device */
};

/** Whether EVENT, of the previous boot, tells where its probe was; *RET_SAME: the probe with its
 *  number is there now. */
bool pk_plans_number_held(struct pk_ctx *ctx, const struct pk_plans *plans,
			  const struct pk_event *event, bool *ret_same);
/** Stage of the function at ADDR, looked up once; NULL: not on the path. */
const struct pk_stage *pk_plans_stage_at(struct pk_ctx *ctx, struct pk_plans *plans, uint64_t addr);

/** Read EVENT's facts. PK_ABSENT: it says nothing about packets. */
enum pk_status pk_facts_read(struct pk_ctx *ctx, struct pk_plans *plans,
			     const struct pk_event *event, struct pk_event_facts *ret_facts);
/** The same for a call of STAGE's function with ARGS as register words (func-args, funcgraph-args).
 *  False: they say nothing about packets. */
bool pk_facts_of_call(struct pk_ctx *ctx, const struct pk_stage *stage, const uint8_t *args,
		      uint32_t nr_args, struct pk_event_facts *ret_facts);
/** The word for the name of a tracepoint's field or pkttrace-arm argument; -1: none. RET_PROTOCOL
 *  (may be NULL) gets the protocol of a header word, and is otherwise unchanged. */
int pk_word_of(const char *name, const struct pk_protocol **ret_protocol);
/** The header as told by FACTS' control block: sequence numbers and flags. */
struct pk_header pk_header_of_cb(const struct pk_event_facts *facts);
/** Integer WORD of EVENT; FALLBACK if the event lacks it. */
uint64_t pk_facts_word(struct pk_ctx *ctx, const struct pk_plan *plan, const struct pk_event *event,
		       enum pk_word word, uint64_t fallback);
/** EVENT's states say that the socket is another connection from here on. */
bool pk_facts_begin_life(struct pk_ctx *ctx, const struct pk_event_facts *facts,
			 const struct pk_event *event);

/**
 * Understand a probe's arguments by what they fetch, whatever their names.
 *
 * Sets PLAN's words, pieces of its header and arguments of unknown meaning. False: PROBE's fetch
 * programs are unknown, and PLAN is unchanged.
 */
bool pk_plan_by_fetches(struct pk_ctx *ctx, const struct pk_format_probe *probe,
			struct pk_plan *plan);
/** Header that EVENT carries in pieces of the packet's bytes, as far as they prove what they are;
 *  zeroed if it is of no protocol being shown. RET_QUOTED: the header quoted after it; zeroed if
 *  none. */
void pk_header_by_pieces(struct pk_ctx *ctx, const struct pk_plan *plan,
			 const struct pk_event *event, struct pk_header *ret_header,
			 struct pk_header *ret_quoted);
/** Where the packet's payload begins in EVENT, counted in bytes from where PLAN's pieces are counted
 *  from. RET_HEADER: what stands before. False: nothing proves that it is a header. */
bool pk_pieces_payload(struct pk_ctx *ctx, const struct pk_plan *plan, const struct pk_event *event,
		       struct pk_header *ret_header, int *ret_begin);

#endif
