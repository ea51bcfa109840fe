/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_FUNCTION_TREE_H
#define PK_ANALYSIS_FUNCTION_TREE_H

#include "core/context.h"
#include "core/hash.h"
#include "model/event.h"
#include "model/packet.h"

/**
 * Call trees out of the function tracer's entries, which say what was called and from where, and
 * nothing of returns.
 *
 * The caller of an entry is still running: so the innermost open frame of the caller's function is its
 * parent, and what was called by that before has returned. Of a traced function every call is
 * recorded, hence the innermost is the right one. A caller that is not open was not traced itself
 * (filtered out, notrace, or entered before the trace): it becomes an implied frame. Whether that ran inside
 * the innermost frame or after it depends: in an unfiltered trace only assembly entries and some leaf
 * helpers are not traced, and it did, unless the caller is where the kernel is entered; in a filtered trace
 * nobody knows, and the frame is loose: found again, but no evidence for what lies below it. A tail call
 * shows its caller's caller: the function that jumped has given its frame away. A stack
 * trace, where one was recorded with the entry, settles all of this.
 *
 * An interrupt's frames stand on those of what it interrupted, by the context in the entry's flags; entry code
 * runs before its context is counted, so that the caller of the first entry of a context may lie
 * in the one below.
 */
#define PK_TREE_DEPTH 256
#define PK_CHAIN_ROOM 256

struct pk_tree_frame {
	uint64_t func; /* where the function starts */
	enum pk_context context;
	bool implied; /* no entry of its own was recorded */
	bool loose; /* nothing says that it was called from the frame below it */
};

/** One thread's open calls. Zeros are an empty one. */
struct pk_function_tree {
	uint32_t nr;
	struct pk_tree_frame frames[PK_TREE_DEPTH];
};

/** Where text addresses belong; looked up once each. Zeros are an empty one. */
struct pk_text_places {
	struct pk_hash places; /* owned: address -> struct pk_text_place */
};

struct pk_text_place {
	uint64_t
		func; /* where its function starts (of a .cold part: the function's own); 0: not in one */
	bool entry; /* the kernel is entered there: nothing of the kernel has called it */
};

void pk_text_places_deinit(struct pk_text_places *places);
/** Of ADDR, or, for a RETURN address, of the call before it: that may be the function's last instruction. */
struct pk_text_place pk_text_place(struct pk_ctx *ctx, struct pk_text_places *places, uint64_t addr,
				   bool is_return);

struct pk_function_entry {
	uint64_t func; /* where the function starts */
	struct pk_text_place parent;
	enum pk_context context;
	bool filtered; /* of the functions only some are traced */
	const uint64_t
		*chain; /* callers' functions, innermost first, as a stack trace has them; NULL */
	uint32_t nr_chain;
};

/** A frame was entered, or (LEFT) has been left some time before. DEPTH counts from 0. */
typedef void (*pk_tree_fn)(void *arg, const struct pk_tree_frame *frame, uint32_t depth, bool left);

/** ENTRY in TREE: FN hears of what it proves to be over, innermost first, then of what it enters. */
void pk_function_tree_enter(struct pk_function_tree *tree, const struct pk_function_entry *entry,
			    pk_tree_fn fn, void *arg);
/** What a stack trace with no function entry proves: CHAIN is open, the rest is not. CONTEXT: of what it
 *  adds. */
void pk_function_tree_align(struct pk_function_tree *tree, const uint64_t *chain, uint32_t nr_chain,
			    enum pk_context context, pk_tree_fn fn, void *arg);

/** Callers of a stack-trace entry as functions, innermost first. Returns how many; 0: EVENT is none.
 *  What the tracer itself put on the stack (trampolines) is left out. */
uint32_t pk_stack_chain(struct pk_ctx *ctx, struct pk_text_places *places,
			const struct pk_event *event, uint64_t chain[PK_CHAIN_ROOM]);

#endif
