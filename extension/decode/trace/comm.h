/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_COMM_H
#define PK_DECODE_COMM_H

#include "core/context.h"

/** comm of PID as the kernel's trace file prints it: from saved cmdlines, "<idle>" for 0, "<...>"
 *  if not saved. PK_ABSENT: the trace is of the previous boot. BUF needs 17 bytes. */
enum pk_status pk_comm_saved(struct pk_ctx *ctx, int32_t pid, char *buf, size_t size);

typedef bool (*pk_comm_fn)(int32_t pid, const char *comm, void *arg); /* false stops */
/** Visit every saved pid with its comm, as the file saved_cmdlines lists them. PK_ABSENT: none were
 *  saved. */
enum pk_status pk_comms_walk(struct pk_ctx *ctx, pk_comm_fn fn, void *arg);
/** Where the comms are in memory: NR of them, 16 bytes each. */
enum pk_status pk_comms_place(struct pk_ctx *ctx, uint64_t *ret_addr, uint32_t *ret_nr);
/** Some pid's comm is in SLOT. The kernel does not clear those that it has not used yet: they have what their pages had. */
bool pk_comms_uses(struct pk_ctx *ctx, uint32_t slot);

#endif
