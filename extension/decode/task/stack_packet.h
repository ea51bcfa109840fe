/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_STACK_PACKET_H
#define PK_DECODE_STACK_PACKET_H

#include "core/context.h"
#include "model/stack_packet.h"

/** Whether FUNC (a symbol without compiler suffixes) handles packets. */
typedef bool (*pk_is_path_fn)(const struct pk_ctx *ctx, const char *func);

/**
 * Find the packet that CPU was handling, and the function. Frames of panic, exceptions and probes
 * are inside that function. PK_ABSENT: no function on its stacks handles packets.
 */
enum pk_status pk_stack_packet_find(struct pk_ctx *ctx, int cpu, pk_is_path_fn is_path,
				    struct pk_stack_packet *ret_packet);

#endif
