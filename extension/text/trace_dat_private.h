/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TEXT_TRACE_DAT_PRIVATE_H
#define PK_TEXT_TRACE_DAT_PRIVATE_H

#include "text/trace_dat.h"

/* Private to the files that write a trace.dat. */

struct pk_dat {
	struct pk_ctx *ctx;
	FILE *fp;
	struct pk_dat_totals totals;
};

/** An integer in the dump's byte order. */
void pk_dat_uint(struct pk_dat *dat, uint64_t value, unsigned size);
void pk_dat_bytes(struct pk_dat *dat, const void *bytes, size_t len);
/** SIZE bytes for the length of what follows; pk_dat_close() with its result fills them in. */
long pk_dat_open(struct pk_dat *dat, unsigned size);
void pk_dat_close(struct pk_dat *dat, long where, unsigned size);
/** The SIZE bytes at WHERE, which were written before, become VALUE. */
void pk_dat_fill_in(struct pk_dat *dat, long where, uint64_t value, unsigned size);

/** events/header_page and header_event, for sub-buffers of PAGE_SIZE bytes. */
void pk_dat_headers(struct pk_dat *dat, size_t page_size, size_t data_offset);
/** The format files of ftrace's own events, then those of all systems. */
enum pk_status pk_dat_formats(struct pk_dat *dat);
/** /proc/kallsyms. */
void pk_dat_kallsyms(struct pk_dat *dat);
/** The file printk_formats. */
void pk_dat_printk_formats(struct pk_dat *dat);
/** The file saved_cmdlines. */
void pk_dat_cmdlines(struct pk_dat *dat);

#endif
