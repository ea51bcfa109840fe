/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_LOG_LINE_H
#define PK_MODEL_LOG_LINE_H

#include <stdbool.h>
#include <stdint.h>

/** A record of the kernel log. Its text may have several lines. */
struct pk_log_line {
	uint64_t ts_nsec; /* local_clock() */
	uint32_t len;
	bool from_user; /* written to /dev/kmsg by a program */
	/* with pk_log_origin(): whether this kernel keeps them */
	bool has_level, has_caller;
	uint8_t level; /* KERN_EMERG (0) to KERN_DEBUG (7) */
	bool by_cpu; /* CALLER is a CPU that was in an interrupt; else a thread's number */
	uint32_t caller;
	const char *text; /* not NUL-terminated; borrowed until the next line */
	uint64_t addr; /* of TEXT in the dump */
	/* struct printk_info or, with OF_RECORDS, struct printk_log; borrowed as TEXT is */
	const uint8_t *header;
	uint64_t header_size;
	bool of_records;
};

#endif
