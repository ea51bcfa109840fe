// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/trace_dat.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/printable.h"
#include "decode/trace/ring_buffer_pages.h"
#include "text/trace_dat_private.h"

/*
 * trace.dat, version 6 (integers in the dump's byte order):
 *
 *	17 08 44 "tracing" "6\0"  u8 big-endian  u8 bytes of a long  u32 bytes of a page
 *	"header_page\0"  u64 length, text   "header_event\0"  u64 length, text
 *	u32 number of ftrace's own formats, each: u64 length, text
 *	u32 number of systems, each: name "\0", u32 number of formats, each: u64 length, text
 *	u32 length, kallsyms   u32 length, printk_formats   u64 length, saved_cmdlines
 *	u32 number of CPUs
 *	"options  \0"  each: u16 id (not 0), u32 length, bytes   u16 0
 *	"flyrecord\0"  each CPU: u64 offset in the file, u64 bytes
 *	u64 length, trace_clock          (because the option TRACECLOCK is there)
 *	... pages of the CPUs, at multiples of the page's size ...
 *	for each other buffer, where its option BUFFER says:
 *	"flyrecord\0"  each CPU: u64 offset, u64 bytes  ... its pages ...
 *
 * The page's size is that of a sub-buffer. Lengths and offsets are filled in when they are known.
 */
enum option {
	OPTION_CPUSTAT = 2,
	OPTION_BUFFER = 3,
	OPTION_TRACECLOCK = 4,
	OPTION_UNAME = 5,
	OPTION_VERSION = 9
};

#define MAX_CLOCK 32

static void put_clock(struct pk_dat *dat, const struct pk_dat_buffer *buffer)
{
	pk_print(dat->fp, "[%s]", buffer->instance.clock[0] ? buffer->instance.clock : "local");
	fputc('\0', dat->fp);
}

static void put_stats(struct pk_dat *dat, const struct pk_dat_buffer *buffer)
{
	if (buffer->name[0])
		pk_print(dat->fp, "\nBuffer: %s\n\n", buffer->name);
	for (uint32_t cpu = 0; cpu < pk_trace_nr_cpus(buffer->trace); cpu++) {
		struct pk_cpu_stats stats;

		if (pk_trace_stats(buffer->trace, (int)cpu, &stats) != PK_OK || !stats.readable)
			continue;
		fprintf(dat->fp,
			"CPU: %u\nentries: %llu\noverrun: %llu\ncommit overrun: %llu\n"
			"bytes: %llu\ndropped events: %llu\nread events: %llu\n\n",
			cpu, (unsigned long long)stats.entries, (unsigned long long)stats.overrun,
			(unsigned long long)stats.commit_overrun, (unsigned long long)stats.bytes,
			(unsigned long long)stats.dropped, (unsigned long long)stats.read);
	}
	fputc('\0', dat->fp);
}

static long open_option(struct pk_dat *dat, enum option id)
{
	pk_dat_uint(dat, id, 2);
	return pk_dat_open(dat, 4);
}

/* WHERE[i] is set to the place of buffer i's offset. */
static void put_options(struct pk_dat *dat, const struct pk_dat_buffer *buffers, uint32_t nr,
			long *where)
{
	const struct pk_facts *facts = &dat->ctx->target->facts;
	long option;

	pk_dat_bytes(dat, "options  ", 10);
	option = open_option(dat, OPTION_TRACECLOCK);
	put_clock(dat, &buffers[0]);
	pk_dat_close(dat, option, 4);
	option = open_option(dat, OPTION_UNAME);
	pk_print(dat->fp, "Linux (none) %s %s", facts->release, facts->machine);
	fputc('\0', dat->fp);
	pk_dat_close(dat, option, 4);
	option = open_option(dat, OPTION_VERSION);
	pk_print(dat->fp, "pkttrace %s%s%s", PK_VERSION, facts->redacted[0] ? "; redacted: " : "",
		 facts->redacted);
	fputc('\0', dat->fp);
	pk_dat_close(dat, option, 4);
	for (uint32_t i = 0; i < nr; i++) {
		option = open_option(dat, OPTION_CPUSTAT);
		put_stats(dat, &buffers[i]);
		pk_dat_close(dat, option, 4);
	}
	for (uint32_t i = 1; i < nr; i++) {
		option = open_option(dat, OPTION_BUFFER);
		where[i] = pk_dat_open(dat, 8);
		pk_dat_bytes(dat, buffers[i].name, strlen(buffers[i].name) + 1);
		pk_dat_close(dat, option, 4);
	}
	pk_dat_uint(dat, 0, 2);
}

static enum pk_status write_failed(struct pk_dat *dat)
{
	return pk_fail(dat->ctx, PK_IO, "writing: %s", strerror(errno ? errno : EIO));
}

/* Up to the next multiple of SIZE. */
static void pad(struct pk_dat *dat, size_t size)
{
	long at = ftell(dat->fp);

	for (size_t rest = at < 0 ? 0 : (size - (size_t)at % size) % size; rest; rest--)
		fputc(0, dat->fp);
}

/* The pages of one CPU; TABLE is the place of its offset and length. */
static enum pk_status put_pages(struct pk_dat *dat, struct pk_raw *raw, size_t page_size,
				uint64_t *nr_done)
{
	struct pk_raw_page page;
	enum pk_status status;

	while ((status = pk_raw_next(raw, &page)) == PK_OK) {
		if (page.size > page_size) {
			pk_warn(dat->ctx, "a sub-buffer of %zu bytes among those of %zu: left out",
				page.size, page_size);
			continue;
		}
		if (dat->ctx->progress && ++*nr_done % 256 == 0)
			dat->ctx->progress("sub-buffers", *nr_done);
		pk_dat_bytes(dat, page.bytes, page.size);
		pad(dat, page_size);
		if (ferror(dat->fp))
			return write_failed(dat);
	}
	return status == PK_ABSENT ? PK_OK : status;
}

static enum pk_status put_cpu(struct pk_dat *dat, const struct pk_dat_buffer *buffer, uint32_t cpu,
			      size_t page_size, long table, uint64_t *nr_done)
{
	struct pk_raw *raw;
	enum pk_status status = pk_raw_open(buffer->trace, (int)cpu, &raw);
	long start;
	struct pk_raw_totals totals;

	if (status != PK_OK)
		return status == PK_NOMEM ? status : PK_OK;
	pad(dat, page_size);
	start = ftell(dat->fp);
	status = put_pages(dat, raw, page_size, nr_done);
	if (status == PK_OK) {
		long end = ftell(dat->fp);

		pk_dat_fill_in(dat, table, (uint64_t)start, 8);
		pk_dat_fill_in(dat, table + 8, (uint64_t)(end - start), 8);
	}
	pk_raw_totals(raw, &totals);
	dat->totals.pages += totals.pages;
	dat->totals.events += totals.events;
	dat->totals.consumed += totals.consumed;
	dat->totals.uncommitted += totals.uncommitted;
	pk_raw_close(raw);
	return status;
}

static enum pk_status put_buffer(struct pk_dat *dat, const struct pk_dat_buffer *buffer,
				 uint32_t nr_cpus, size_t page_size, uint64_t *nr_done)
{
	enum pk_status status = PK_OK;
	long table;

	pk_dat_bytes(dat, "flyrecord", 10);
	table = ftell(dat->fp);
	for (uint32_t cpu = 0; cpu < 2 * nr_cpus; cpu++)
		pk_dat_uint(dat, 0, 8);
	if (!buffer->name[0]) {
		long where = pk_dat_open(dat, 8);

		put_clock(dat, buffer);
		pk_dat_close(dat, where, 8);
	}
	for (uint32_t cpu = 0; cpu < nr_cpus && status == PK_OK; cpu++)
		status = put_cpu(dat, buffer, cpu, page_size, table + 16 * (long)cpu, nr_done);
	dat->totals.buffers++;
	return status;
}

static void put_start(struct pk_dat *dat, size_t page_size, size_t data_offset)
{
	const struct pk_facts *facts = &dat->ctx->target->facts;

	pk_dat_bytes(dat, "\x17\x08\x44tracing6", 12);
	pk_dat_uint(dat, facts->big_endian, 1);
	pk_dat_uint(dat, facts->word_size, 1);
	pk_dat_uint(dat, page_size, 4);
	pk_dat_headers(dat, page_size, data_offset);
}

static enum pk_status write_all(struct pk_dat *dat, const struct pk_dat_buffer *buffers,
				uint32_t nr, long *where)
{
	uint32_t nr_cpus = pk_trace_nr_cpus(buffers[0].trace);
	size_t page_size = 0, one;
	uint64_t nr_done = 0;
	enum pk_status status;

	for (uint32_t i = 0; i < nr; i++) {
		one = pk_trace_sub_buffer_size(buffers[i].trace);
		page_size = one > page_size ? one : page_size;
	}
	put_start(dat, page_size, pk_trace_data_offset(buffers[0].trace));
	status = pk_dat_formats(dat);
	if (status != PK_OK)
		return status;
	pk_dat_kallsyms(dat);
	pk_dat_printk_formats(dat);
	pk_dat_cmdlines(dat);
	pk_dat_uint(dat, nr_cpus, 4);
	put_options(dat, buffers, nr, where);
	for (uint32_t i = 0; i < nr && status == PK_OK; i++) {
		if (i)
			pk_dat_fill_in(dat, where[i], (uint64_t)ftell(dat->fp), 8);
		status = put_buffer(dat, &buffers[i], nr_cpus, page_size, &nr_done);
	}
	if (status == PK_OK && (fflush(dat->fp) || ferror(dat->fp)))
		status = write_failed(dat);
	return status;
}

enum pk_status pk_trace_dat_write(struct pk_ctx *ctx, const struct pk_dat_buffer *buffers,
				  uint32_t nr_buffers, FILE *fp, struct pk_dat_totals *ret_totals)
{
	struct pk_dat dat = {.ctx = ctx, .fp = fp};
	long *where = calloc(nr_buffers + 1, sizeof(*where));
	enum pk_status status;

	if (!where)
		return pk_fail(ctx, PK_NOMEM, "a trace.dat");
	errno = 0;
	status = write_all(&dat, buffers, nr_buffers, where);
	free(where);
	if (status == PK_OK)
		*ret_totals = dat.totals;
	return status;
}
