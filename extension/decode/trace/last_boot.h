/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_LAST_BOOT_H
#define PK_DECODE_LAST_BOOT_H

#include "decode/trace/ring_buffer.h"

/**
 * A trace buffer in memory that survives a reboot (trace_instance=NAME@.., reserve_mem) and still holds
 * what the boot before wrote: addresses in its events are those of that boot. The kernel finds out, when
 * it maps such a buffer, how far its text and its modules have moved since then.
 */
struct pk_last_boot;

/** How addresses of INSTANCE are to be read. NULL in *RET: as they stand (any other instance, or one that
 *  was written to in this boot). PK_OK even if a table of modules is damaged: a warning, and the kernel's own
 *  text is still known. */
enum pk_status pk_last_boot_create(struct pk_ctx *ctx, const struct pk_instance *instance,
				   struct pk_last_boot **ret_last_boot);
/** From here on what is decoded for CTX is of INSTANCE's boot: sets ctx->last_boot. PK_OK, or why it is not known. */
enum pk_status pk_last_boot_enter(struct pk_ctx *ctx, const struct pk_instance *instance);
/** NULL is fine. */
void pk_last_boot_destroy(struct pk_last_boot *last_boot);
/** Where what was at ADDR then is now, as the kernel's readers print it: trace_adjust_address(). ADDR
 *  itself where nothing is known of it. NULL is fine. */
uint64_t pk_last_boot_address(const struct pk_last_boot *last_boot, uint64_t addr);
/** Where the function at ADDR of an event is now, only if that is sure: in the kernel itself, or in a module of which the
 *  move is known. Else an address that no kernel has anything at, another one for each. ADDR itself where ctx->last_boot
 *  is NULL. */
uint64_t pk_last_boot_function(const struct pk_ctx *ctx, uint64_t addr);
/** Whether the kernel or its data lie elsewhere now. What print_fmts would follow or compare is then not
 *  what it was: the kernel prints events by their fields. False for NULL. */
bool pk_last_boot_moved(const struct pk_last_boot *last_boot);

#endif
