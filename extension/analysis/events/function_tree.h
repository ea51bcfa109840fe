/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_FUNCTION_TREE_H
#define PK_ANALYSIS_FUNCTION_TREE_H

#include "core/context.h"
#include "core/hash.h"
#include "model/event.h"
#include "model/packet.h"

/**
 * Call trees from the function tracer's entries, which tell the function and its caller, but no
 * returns.
 *
 * The caller of an entry is still running, so its innermost open frame is the parent, and whatever
 * that had called before has returned. Every call of a traced function is recorded, hence the
 * innermost frame is the right one. A caller that is not open was not traced (filtered out,
 * notrace, or entered before the trace) and becomes an implied frame. Did it run inside the
 * innermost frame, or after it? In an unfiltered trace only assembly entries and some leaf helpers
 * are untraced, so it ran inside, unless the caller is a kernel entry point. In a filtered trace
 * nobody knows, and the frame is loose: it can be found again, as long as no other loose one is inside
 * of it, but proves nothing about the frames below it. A tail call shows its caller's caller, because the function that jumped has given up
 * its frame. A stack trace recorded with the entry settles all of this.
 *
 * An interrupt's frames are on top of those that it interrupted, by the context in the entry's
 * flags. Entry code runs before its context is counted, so the caller of a context's first entry
 * may be in the one below.
 */
#define PK_TREE_DEPTH 256
#define PK_CHAIN_ROOM 256

struct pk_tree_frame {
	uint64_t func; /* where the function starts */
	enum pk_context context;
	bool implied; /* no entry of its own was recorded */
	bool loose; /* it may not have been called by the frame below */
};

/** One thread's open calls. Zero-initialize it. */
struct pk_function_tree {
	uint32_t nr;
	uint32_t dropped; /* outermost frames that a full tree let go, and nobody was told of */
	struct pk_tree_frame frames[PK_TREE_DEPTH];
};

/** Functions of text addresses, each looked up once. Zero-initialize it. */
struct pk_text_places {
	struct pk_hash places; /* owned: address -> struct pk_text_place */
};

struct pk_text_place {
	/* start of the function (for a .cold part, of the function itself); 0: none */
	uint64_t func;
	bool entry; /* a kernel entry point: no kernel code has called it */
};

void pk_text_places_deinit(struct pk_text_places *places);
/** The place of ADDR or, with IS_RETURN, of the call before it, which may end its function. */
struct pk_text_place pk_text_place(struct pk_ctx *ctx, struct pk_text_places *places, uint64_t addr,
				   bool is_return);

struct pk_function_entry {
	uint64_t func; /* where the function starts */
	struct pk_text_place parent;
	enum pk_context context;
	bool filtered; /* only some functions are traced */
	const uint64_t *chain; /* functions of a stack trace, innermost first; NULL: none */
	uint32_t nr_chain;
};

/** A frame was entered or, with LEFT, had been left some time before. DEPTH counts from 0, with dropped frames. */
typedef void (*pk_tree_fn)(void *arg, const struct pk_tree_frame *frame, uint32_t depth, bool left);

/** Put ENTRY into TREE. FN is told what has ended by it, innermost first, then what was entered. */
void pk_function_tree_enter(struct pk_function_tree *tree, const struct pk_function_entry *entry,
			    pk_tree_fn fn, void *arg);
/** Apply a stack trace without a function entry: CHAIN is open, everything else has ended. CONTEXT
 *  is given to frames that it adds. */
void pk_function_tree_align(struct pk_function_tree *tree, const uint64_t *chain, uint32_t nr_chain,
			    enum pk_context context, pk_tree_fn fn, void *arg);

/** Functions of the callers in a stack-trace entry, innermost first, without the tracer's own
 *  trampolines. Returns how many; 0: EVENT is not one. */
uint32_t pk_stack_chain(struct pk_ctx *ctx, struct pk_text_places *places,
			const struct pk_event *event, uint64_t chain[PK_CHAIN_ROOM]);

/** The functions that -f selects: by name or glob ("tcp_*"), or those of a source file
 *  ("@net/socket.c"). */
struct pk_function_set {
	char *glob; /* owned; NULL: functions of a file */
	uint64_t *starts; /* owned, sorted: start of each function of the file */
	uint32_t nr, room;
	struct pk_hash asked; /* address -> cached answer, owned */
};

/** PK_USAGE: no function has this name. Functions of a file come from the target's debuginfo. PK_ABSENT: no such file; PK_UNSUPPORTED,
 *  PK_NOT_CAPTURED: no debuginfo; the error text says why. Names are matched as functions are
 *  met. */
enum pk_status pk_function_set_make(struct pk_ctx *ctx, const char *word,
				    struct pk_function_set *ret_set);
void pk_function_set_deinit(struct pk_function_set *set);
/** Whether the function that contains ADDR is in SET. Names match with and without compiler
 *  suffixes. */
bool pk_function_set_has(struct pk_ctx *ctx, struct pk_function_set *set, uint64_t addr);
bool pk_function_set_has_name(struct pk_ctx *ctx, struct pk_function_set *set, const char *name);

#endif
