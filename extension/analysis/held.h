/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_HELD_H
#define PK_ANALYSIS_HELD_H

#include "analysis/packets.h"
#include "decode/task/stack_packet.h"

/**
 * The packets that CPUs' stacks hold besides the one that the panicking CPU was handling: those of the other CPUs, and
 * those that wait on lists in local variables of functions, on any.
 */
struct pk_held;

struct pk_held_list {
	struct pk_held *held; /* owned */
	uint32_t nr, room;
	uint32_t unread; /* CPUs whose stacks could not be searched */
};

/** PANICKING: what is known of PANIC_CPU; NULL: nothing, or nobody panicked. What cannot be read is left out. */
void pk_held_load(struct pk_ctx *ctx, int panic_cpu, const struct pk_stack_packet *panicking,
		  struct pk_held_list *ret_list);
/** The I-th of LIST's NR: its skb, the function that handles it or on whose list it waits, its CPU. False: its pointer may
 *  be of an earlier call. */
bool pk_held_at(const struct pk_held_list *list, uint32_t i, uint64_t *ret_skb, uint64_t *ret_func,
		int *ret_cpu);
void pk_held_deinit(struct pk_held_list *list);
/** SET has all of them. */
bool pk_held_traced(struct pk_ctx *ctx, const struct pk_held_list *list,
		    const struct pk_packet_set *set);
/** They are in flight: those of SET, and those that no trace knows become packets of SET, from memory. FUNCTIONS: what a
 *  filter asks for; NULL. */
void pk_held_join(struct pk_ctx *ctx, const struct pk_held_list *list,
		  struct pk_function_set *functions, struct pk_packet_set *set);

#endif
