/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_STACK_PACKET_H
#define PK_MODEL_STACK_PACKET_H

#include <stdbool.h>
#include <stdint.h>

#include "core/target.h"
#include "model/skb.h"

/** Where the pointer to the packet was found, best first after PK_STACK_NOWHERE. */
enum pk_stack_evidence {
	PK_STACK_NOWHERE, /* path functions, but no packet */
	/* argument register of the path function, saved at its first instruction */
	PK_STACK_ARGUMENT,
	PK_STACK_REGISTER, /* another register saved where the path function was interrupted */
	/* the path function's frame, or registers saved by the function it called */
	PK_STACK_FRAME,
	PK_STACK_INNER, /* a frame further in: panic, a probe's handler */
	PK_STACK_OUTER, /* a frame further out than the innermost path function's, which may handle another packet */
};

#define PK_STACK_WAITING 256

/** A packet on a list with its head in a local variable, as list receive (4.19) uses. */
struct pk_stack_waiting {
	uint64_t skb;
	uint64_t func; /* start of the function whose frame holds the head */
};

/** The packet that a CPU was handling, from its stacks and registers alone. */
struct pk_stack_packet {
	/* The innermost function that handles packets; PK_STACK_OUTER: the one further out whose frame it is. */
	struct pk_symbol func;
	uint64_t pc; /* address inside it */
	bool unwound; /* frames come from unwind tables or frame pointers; otherwise from a scan: some may be stale */
	enum pk_stack_evidence evidence;
	uint64_t skb; /* 0 if none was found */
	uint64_t sk; /* a TCP socket, request or time-wait sock; 0 if none was found */
	bool sk_matches; /* its tuple is the packet's, in either direction */
	bool is_tx; /* SK_MATCHES, and the packet goes out; or CUT */
	struct pk_skb fields; /* of SKB */
	uint16_t protocol; /* that of SKB's header, shown or not; 0: not known */
	bool cut; /* FUNC makes segments of it: it is live, wherever it was found */
	/* innermost list first, each in its order; never contains SKB */
	struct pk_stack_waiting waiting[PK_STACK_WAITING];
	uint32_t nr_waiting;
};

/** "argument register of the function", ... */
const char *pk_stack_evidence_text(enum pk_stack_evidence evidence);

#endif
