/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_REF_TRACKER_H
#define PK_MODEL_REF_TRACKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"
#include "model/noted_stack.h"

/** References that were taken (or put) in one place. */
struct pk_ref_stack {
	uint32_t handle; /* in the stack depot; 0: the kernel could not note it */
	uint64_t nr, example; /* EXAMPLE: address of a struct ref_tracker */
	enum pk_status status; /* of reading STACK */
	struct pk_noted_stack stack;
};
struct pk_ref_stacks {
	enum pk_status status; /* of walking the list */
	struct pk_ref_stack *list; /* owned; most references first */
	size_t nr, room;
	uint64_t total; /* those of stacks that found no room in LIST, too */
};

/** What the kernel's tracker of one object's references has (struct ref_tracker_dir). */
struct pk_ref_tracker {
	enum pk_status status; /* PK_ABSENT: the kernel has none, or tracks other objects */
	struct pk_ref_stacks taken;
	struct pk_ref_stacks put; /* the last ones that were given back, 128 at most */
	uint64_t not_tracked; /* taken without a tracker, or when memory was short */
	bool broken; /* more of those were put than taken */
};

/** What is tracked of a network namespace. */
struct pk_net_refs {
	uint64_t net;
	uint32_t netns; /* 0 if unknown */
	struct pk_ref_tracker counted; /* owned; those that keep it alive (net.ns.count) */
	struct pk_ref_tracker others; /* owned; of who does not: the kernel's own sockets */
};

/** The function that took the references of STACK, without the place in it: the first that is no helper of the network core;
 *  "" if unknown. */
void pk_ref_taker_name(const struct pk_ref_stack *stack, char ret_name[96]);
/** "set_hold+0x5a/0x120 [refmod]" without the place in it. */
void pk_noted_func_name(const char *func, char ret_name[96]);

#endif
