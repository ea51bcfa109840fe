/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_STACK_PACKETS_H
#define PK_ANALYSIS_STACK_PACKETS_H

#include "analysis/lives/packets.h"
#include "decode/task/stack_packet.h"

/**
 * Packets that CPUs' stacks hold: the panicking CPU's, those of others, and on any CPU those
 * waiting on lists in functions' local variables.
 */
struct pk_on_stack;

struct pk_stack_packets {
	struct pk_stack_packet panicking; /* of the panicking CPU */
	bool panicking_known; /* that CPU was in a function that handles packets */
	/* the others */
	struct pk_on_stack *held; /* owned */
	uint32_t nr, room;
	uint32_t unread; /* CPUs whose stacks could not be searched */
};

/** PANIC_CPU negative: unknown, or no panic. What is unreadable is left out. */
void pk_stack_packets_load(struct pk_ctx *ctx, int panic_cpu, struct pk_stack_packets *ret_list);
/** Packet I of the others: its skb, the function that handles it or whose list it is on, and its CPU.
 *  False: the pointer may be left over from an earlier call. */
bool pk_stack_packets_at(const struct pk_stack_packets *list, uint32_t i, uint64_t *ret_skb,
			 uint64_t *ret_func, int *ret_cpu);
void pk_stack_packets_deinit(struct pk_stack_packets *list);
/** SET contains all of them, or reaches back so far that those that it lacks began too long ago to be looked for. */
bool pk_stack_packets_settled(struct pk_ctx *ctx, const struct pk_stack_packets *list,
			      const struct pk_packet_set *set);
/** Mark them as in flight in SET, adding those that no trace knows as packets from memory.
 *  FUNCTIONS: of the filter; NULL: none. */
void pk_stack_packets_join(struct pk_ctx *ctx, const struct pk_stack_packets *list,
			   struct pk_function_set *functions, struct pk_packet_set *set);

#endif
