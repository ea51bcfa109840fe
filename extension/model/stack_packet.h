/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_STACK_PACKET_H
#define PK_MODEL_STACK_PACKET_H

#include <stdbool.h>
#include <stdint.h>

#include "core/target.h"
#include "model/skb.h"

#define PK_STACK_STEPS 64

/** Where the pointer to the packet was found, best first. */
enum pk_stack_evidence {
	PK_STACK_NOWHERE, /* path functions, but no packet */
	PK_STACK_ARGUMENT, /* argument register of the path function, saved at its first instruction */
	PK_STACK_REGISTER, /* another register saved where the path function was interrupted */
	PK_STACK_FRAME, /* the path function's own frame, or the registers that its callee saved */
	PK_STACK_INNER, /* a frame that it called: panic, a probe's handler */
	PK_STACK_OUTER, /* a path function that called it */
};

struct pk_stack_step {
	uint64_t func; /* where the function starts */
	uint64_t pc; /* the address inside it */
	uint64_t slot; /* of PC on the stack; 0: in a register */
};

#define PK_STACK_WAITING 256

/** A packet on a list whose head is a local variable: list receive (4.19 and later) hands them down in such. */
struct pk_stack_waiting {
	uint64_t skb;
	uint64_t func; /* in whose frame the head lies; where that starts */
};

/** The packet that a CPU was handling, from its stacks and registers alone. */
struct pk_stack_packet {
	struct pk_symbol func; /* innermost function that handles packets */
	uint64_t pc; /* the address inside it */
	bool unwound; /* frames by unwind tables; else found by scanning: some may be stale */
	enum pk_stack_evidence evidence;
	uint64_t skb; /* 0: none found */
	uint64_t sk; /* a TCP socket, request or time-wait sock; 0: none found */
	bool sk_matches; /* its tuple is the packet's, in either direction */
	bool is_tx; /* SK_MATCHES, and the packet goes out */
	struct pk_skb fields; /* of SKB */
	struct pk_stack_step
		steps[PK_STACK_STEPS]; /* path functions, outermost first, innermost last */
	uint32_t nr_steps;
	struct pk_stack_waiting waiting
		[PK_STACK_WAITING]; /* innermost list first, in its order; none of them is SKB */
	uint32_t nr_waiting;
};

/** "argument register of the function", ... */
const char *pk_stack_evidence_text(enum pk_stack_evidence evidence);

#endif
