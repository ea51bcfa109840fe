/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_FACTS_H
#define PK_ANALYSIS_FACTS_H

#include "core/context.h"
#include "core/hash.h"
#include "decode/trace/event_format.h"
#include "model/packet.h"
#include "protocol/protocol.h"

/**
 * What one trace event says about packets, whatever format it has.
 *
 * A plan is made once for each format: the stage that its tracepoint or probed function stands for,
 * and which of its fields carry what. Of a tracepoint the kernel's names say it; of a probe the programs by which it
 * fetches its arguments, whatever they are called (fetched.h). Where those cannot be read, the names of
 * docs/arming.md stand in pkttrace-arm's own probes (pk_*), and a pointer in anybody's is known by what it points to
 * (the slab cache of its page).
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
	PK_W_HEADER, /* of the protocol's header, in the order of its words */
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
	PK_NR_WORDS
};

#define PK_MAX_PLAIN_POINTERS 8
#define PK_MAX_PIECES 64
#define PK_HEADER_ROOM 256

/** Bytes of the packet, as they lay there. */
struct pk_header_piece {
	const struct pk_field *field;
	int32_t offset; /* from skb->data, or GRO's frag0 */
	uint32_t len;
};

struct pk_plan {
	const struct pk_format *format;
	const struct pk_stage *stage; /* NULL: nothing known about this event */
	const struct pk_field *ip; /* several probes may share one event: which one hit */
	bool is_probe, is_return;
	const struct pk_protocol *protocol; /* whose header has its words there; NULL: none */
	bool has_header; /* all that are needed of those, or pieces of a header */
	bool has_tuple; /* a socket's tuple is there */
	const struct pk_field *word[PK_NR_WORDS];
	const struct pk_field *plain[PK_MAX_PLAIN_POINTERS]; /* pointer-sized, of no known name */
	unsigned nr_plain;
	uint32_t number; /* of the format, from 1 */
	bool filtered; /* the instance records some of these events: nothing follows from one that is not there */
	/* what is fetched */
	bool fetched; /* that is known */
	bool by_frag0;
	int header_of; /* PK_W_*: of several skbs the one whose header it is */
	unsigned layer; /* where skb->data stands: PK_AT_*; 0 not known */
	struct pk_header_piece *pieces; /* owned, PK_MAX_PIECES of them; NULL: none */
	unsigned nr_pieces;
	/* Of several probes that make the event each has a plan of its own; NULL: one says all. */
	uint64_t addr;
	struct pk_plan *next; /* owned */
};

struct pk_text_stage {
	const struct pk_stage *stage; /* NULL: not on the path */
};

struct pk_plans {
	struct pk_plan *plans; /* owned; by format index */
	uint32_t nr;
	const struct pk_plan **by_type; /* owned; 65536 entries, NULL where there is none */
	struct pk_hash stages; /* owned: text address -> struct pk_text_stage */
	bool any_free, any_merge; /* probes on the end of skbs, on GRO's merges */
	bool numbers_hold; /* of the boot before: its probes had the numbers that they have now */
};

enum pk_status pk_plans_make(struct pk_ctx *ctx, const struct pk_formats *formats,
			     struct pk_plans *ret_plans);
void pk_plans_free(struct pk_plans *plans);
/** Events of TYPE are filtered. */
void pk_plans_filter(struct pk_plans *plans, uint16_t type);
/** Are those of a tracepoint? A probe's filter picks the protocol whose headers it reads. */
bool pk_plans_filtered(const struct pk_plans *plans, uint16_t type);

/** The facts of one event. Pointers are 0 where the event has none. */
struct pk_event_facts {
	const struct pk_plan *plan;
	const struct pk_stage *stage; /* of this very event; NULL */
	uint64_t skb, skb2; /* skb2: new's old, p's skb, by the stage's args */
	uint64_t sk;
	struct pk_header header; /* of this packet, from header bytes */
	struct pk_header quoted; /* what HEADER's packet, an error, quotes; protocol 0: nothing */
	struct pk_tuple sock; /* a socket's tuple, local first; family 0 if none */
	bool header_of_second; /* HEADER is SKB2's */
	bool clone_it;
	bool cb_known;
	struct pk_skb_cb cb;
	bool mark_known;
	uint32_t mark;
	char dev[16];
	uint64_t netdev; /* the same device, by its address */
};

/** Whether EVENT, of the boot before, says which place its probe was at; *RET_SAME: the probe of its number is there now. */
bool pk_plans_number_held(struct pk_ctx *ctx, const struct pk_plans *plans,
			  const struct pk_event *event, bool *ret_same);
/** The stage of the function at ADDR, looked up once; NULL if it is not on the path. */
const struct pk_stage *pk_plans_stage_at(struct pk_ctx *ctx, struct pk_plans *plans, uint64_t addr);

/** PK_ABSENT: nothing about packets in EVENT. */
enum pk_status pk_facts_read(struct pk_ctx *ctx, struct pk_plans *plans,
			     const struct pk_event *event, struct pk_event_facts *ret_facts);
/** The same of a call of STAGE's function, from its ARGS as register words (func-args, funcgraph-args).
 *  False: nothing about packets in them. */
bool pk_facts_of_call(struct pk_ctx *ctx, const struct pk_stage *stage, const uint8_t *args,
		      uint32_t nr_args, struct pk_event_facts *ret_facts);
/** The word that the name of a tracepoint's field, or of pkttrace-arm's argument, stands for; -1. RET_PROTOCOL, unless
 *  NULL: whose header's it is, and unchanged if it is none of these. */
int pk_word_of(const char *name, const struct pk_protocol **ret_protocol);
/** What the control block, which FACTS know, says of the header: sequence numbers and flags. */
struct pk_header pk_header_of_cb(const struct pk_event_facts *facts);
/** Integer of WORD in EVENT; FALLBACK when the event does not have it. */
uint64_t pk_facts_word(struct pk_ctx *ctx, const struct pk_plan *plan, const struct pk_event *event,
		       enum pk_word word, uint64_t fallback);

#endif
