/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FAKE_LOG_H
#define FAKE_LOG_H

#include "fake_target.h"

/** A kernel log in a fake target: the ring of 5.10 and later (8 records, 256 bytes of text), or the byte
 *  records before it, in layouts of their own. */
#define PRB 0xffff000000100000ull
#define DESCS 0xffff000000110000ull
#define INFOS 0xffff000000120000ull
#define DATA 0xffff000000130000ull
#define COUNT_BITS 3
#define SIZE_BITS 8
#define LOG_BUF 0xffff000000200000ull
#define GLOBALS 0xffff000000210000ull

struct fake_log {
	struct fake_target fake;
	struct pk_ctx ctx;
	uint64_t id, lpos; /* of the ring's next record */
	uint64_t index; /* of the next byte record */
	char seen[1024];
};

void fake_log_ring_init(struct fake_log *log, uint64_t first_id);
/** STATE: 1 committed, 2 finalized are readable. FACILITY: 0 is the kernel. */
void fake_log_ring_add(struct fake_log *log, unsigned state, uint64_t ts, unsigned facility,
		       const char *text);
/** A ring of 8 records with room for texts of 248 bytes, which are put at an index (0 to 7), the newest last. CALLER as
 *  printk_caller_id() has it. */
void fake_log_slots_init(struct fake_log *log);
void fake_log_slot(struct fake_log *log, unsigned index, uint64_t ts, unsigned facility,
		   uint32_t caller, const char *text);
void fake_log_records_init(struct fake_log *log, size_t size);
void fake_log_records_add(struct fake_log *log, uint64_t ts, const char *text);
void fake_log_end(struct fake_log *log);

#endif
