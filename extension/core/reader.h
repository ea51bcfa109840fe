/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_CORE_READER_H
#define PK_CORE_READER_H

#include "core/context.h"

/**
 * Reads as expressions. A reader keeps the status of the first question that failed. What is asked of it
 * afterwards asks the dump nothing and gives 0, so several reads need one check at their end:
 *
 *	struct pk_reader r = {.ctx = ctx};
 *	uint64_t nr = pk_member(&r, session, PK_R_iscsi_session_nr_cmds);
 *	uint64_t cmds = pk_member(&r, session, PK_R_iscsi_session_cmds);
 *
 *	if (!pk_ok(&r))
 *		return r.status;
 *
 * The context's error text is that of the first failure as long as nothing else fails in between.
 */
struct pk_reader {
	struct pk_ctx *ctx;
	enum pk_status status; /* of the first failure; PK_OK: none yet */
};

/** True if nothing has failed. */
static inline bool pk_ok(const struct pk_reader *r)
{
	return r->status == PK_OK;
}

/** Integer member ID of the object at BASE, as pk_member_uint(). */
uint64_t pk_member(struct pk_reader *r, uint64_t base, enum pk_row_id id);
/** The same of a member that this kernel may lack: OTHERWISE then. */
uint64_t pk_member_or(struct pk_reader *r, uint64_t base, enum pk_row_id id, uint64_t otherwise);
/** Address of member ID of the object at BASE. */
uint64_t pk_member_at(struct pk_reader *r, uint64_t base, enum pk_row_id id);
/** Offset of member row ID. */
uint64_t pk_offset(struct pk_reader *r, enum pk_row_id id);
/** Size, enumerator or address of symbol of row ID. */
uint64_t pk_value(struct pk_reader *r, enum pk_row_id id);
/** The pointer at ADDR. */
uint64_t pk_pointer(struct pk_reader *r, uint64_t addr);
/** Unsigned integer of SIZE bytes at ADDR. */
uint64_t pk_number(struct pk_reader *r, uint64_t addr, size_t size);
/** The same in network order; at most 8 bytes. */
uint64_t pk_network_number(struct pk_reader *r, uint64_t addr, size_t size);
/** LEN bytes at ADDR; false: BUF is as before. */
bool pk_load(struct pk_reader *r, uint64_t addr, void *buf, size_t len);
/** True if this kernel has row ID. After a failure the row is not asked for, so that a capsule records no other
 *  questions than those whose answers matter. */
bool pk_reader_has(struct pk_reader *r, enum pk_row_id id);

/** CALL, which returns an enum pk_status, is made unless something failed before; true: it succeeded. CALL's arguments
 *  are no reads of R: if one failed, CALL would be made all the same. */
#define pk_try(r, call)                                                                            \
	({                                                                                         \
		struct pk_reader *try_ = (r);                                                      \
		if (try_->status == PK_OK)                                                         \
			try_->status = (call);                                                     \
		try_->status == PK_OK;                                                             \
	})

#endif
