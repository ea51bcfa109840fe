// SPDX-License-Identifier: GPL-3.0-or-later
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/probe/ftrace.h"

#include "arch/arch.h"
#include "core/reader.h"

/*
 * ftrace_pages_start -> struct ftrace_page { next, records -> struct dyn_ftrace[], index (how many) }
 * -> ... -> NULL. The flags of a record share a word with its counter: the counter is what lies below
 * the lowest flag. Flags were renumbered several times: their values are those of the dump's enum.
 */
#define MAX_PAGES (1u << 12) /* one or more a module */
#define MAX_RECORDS (1u << 20) /* a kernel with everything has less than a tenth of it */
#define BLOCK 4096 /* records read at once */
#define PAGE 4096
#define PAGES_AHEAD 32 /* of text; their records come in order of address */

static const struct {
	enum pk_row_id row;
	uint32_t flag;
} record_flags[] = {
	{PK_R_rec_fl_enabled, PK_REC_ENABLED},	       {PK_R_rec_fl_regs, PK_REC_REGS},
	{PK_R_rec_fl_regs_en, PK_REC_REGS_EN},	       {PK_R_rec_fl_tramp, PK_REC_TRAMP},
	{PK_R_rec_fl_tramp_en, PK_REC_TRAMP_EN},       {PK_R_rec_fl_ipmodify, PK_REC_IPMODIFY},
	{PK_R_rec_fl_disabled, PK_REC_DISABLED},       {PK_R_rec_fl_direct, PK_REC_DIRECT},
	{PK_R_rec_fl_direct_en, PK_REC_DIRECT_EN},     {PK_R_rec_fl_call_ops, PK_REC_CALL_OPS},
	{PK_R_rec_fl_call_ops_en, PK_REC_CALL_OPS_EN}, {PK_R_rec_fl_touched, PK_REC_TOUCHED},
	{PK_R_rec_fl_modified, PK_REC_MODIFIED},
};

#define NR_FLAGS PK_ARRAY_SIZE(record_flags)

struct records {
	struct pk_ctx *ctx;
	uint64_t bits[NR_FLAGS]; /* of this kernel; 0 where it has no such flag */
	uint64_t count_mask, size;
	uint64_t pages[MAX_PAGES]; /* walked so far */
	uint32_t nr_pages;
	uint64_t nr_records;
	bool with_text;
	uint64_t start, end; /* where the records wanted are; 0, UINT64_MAX: all */
	pk_ftrace_record_fn fn;
	void *arg;
	bool stopped;
};

static enum pk_status prepare(struct records *records)
{
	struct pk_ctx *ctx = records->ctx;
	uint64_t lowest = 1ull << 63;
	enum pk_status status = pk_row_value(ctx, PK_R_dyn_ftrace, &records->size);

	if (status != PK_OK)
		return status;
	if (!records->size || records->size > 256)
		return pk_fail(ctx, PK_CORRUPT, "struct dyn_ftrace of %" PRIu64 " bytes",
			       records->size);
	/* The type of the enum may be signed: bit 31 must not smear over the upper half. */
	for (size_t i = 0; i < NR_FLAGS; i++) {
		uint64_t bit;

		if (!pk_has(ctx, record_flags[i].row) ||
		    pk_row_value(ctx, record_flags[i].row, &bit) != PK_OK)
			continue;
		records->bits[i] = bit & -bit;
		if (records->bits[i] && records->bits[i] < lowest)
			lowest = records->bits[i];
	}
	if (!records->bits[0])
		return pk_fail(ctx, PK_ABSENT, "FTRACE_FL_ENABLED is not in the dump's types");
	records->count_mask = lowest - 1;
	return PK_OK;
}

static enum pk_status deliver(struct records *records, const uint8_t *bytes)
{
	struct pk_ftrace_record record = {0};
	uint64_t flags;
	enum pk_status status;

	status = pk_struct_uint(records->ctx, bytes, records->size, PK_R_dyn_ftrace_ip, &record.ip);
	if (status == PK_OK)
		status = pk_struct_uint(records->ctx, bytes, records->size, PK_R_dyn_ftrace_flags,
					&flags);
	if (status != PK_OK)
		return status;
	record.count = flags & records->count_mask;
	for (size_t i = 0; i < NR_FLAGS; i++)
		if (flags & records->bits[i])
			record.flags |= record_flags[i].flag;
	/* A record whose module went away while it was written has no address any more. */
	if (record.ip)
		records->stopped = !records->fn(&record, records->arg);
	return PK_OK;
}

/* Pages of text that the target was told of, in a block of records. */
struct told {
	uint64_t next; /* the record from which on it was not */
	uint64_t last, here; /* of the last one, and of the record that is delivered */
	unsigned nr; /* pages behind HERE */
};

static void tell_ahead(struct records *records, const uint8_t *block, uint64_t nr, uint64_t i,
		       struct told *told)
{
	struct pk_ctx *ctx = records->ctx;
	uint64_t ip;

	if (pk_struct_uint(ctx, block + i * records->size, records->size, PK_R_dyn_ftrace_ip,
			   &ip) != PK_OK ||
	    ip / PAGE == told->here)
		return;
	told->here = ip / PAGE;
	told->nr -= told->nr > 0;
	if (told->nr > PAGES_AHEAD / 2)
		return;
	for (; told->next < nr && told->nr < PAGES_AHEAD; told->next++) {
		if (pk_struct_uint(ctx, block + told->next * records->size, records->size,
				   PK_R_dyn_ftrace_ip, &ip) != PK_OK ||
		    ip / PAGE == told->last)
			continue;
		told->last = ip / PAGE;
		told->nr++;
		pk_read_ahead(ctx, told->last * PAGE, PAGE);
	}
}

/* NR records at ADDR. Where a page of theirs is missing, the others are read one by one. */
static enum pk_status walk_block(struct records *records, uint64_t addr, uint64_t nr,
				 uint8_t *block)
{
	struct pk_ctx *ctx = records->ctx;
	enum pk_status status = pk_read(ctx, addr, block, nr * records->size), missing = status;
	struct told told = {0};
	uint64_t lost = 0;

	if (missing != PK_OK)
		pk_warn(ctx, "ftrace records: %s", pk_error(ctx));
	for (uint64_t i = 0; i < nr && !records->stopped; i++) {
		uint8_t *record = block + i * records->size;

		if (records->with_text && missing == PK_OK)
			tell_ahead(records, block, nr, i, &told);
		if (missing != PK_OK &&
		    pk_read(ctx, addr + i * records->size, record, records->size) != PK_OK) {
			lost++;
			continue;
		}
		status = deliver(records, record);
		if (status != PK_OK)
			return status;
	}
	if (lost)
		pk_warn(ctx, "ftrace records: %llu of %llu at %" PRIx64 " are not in the dump",
			(unsigned long long)lost, (unsigned long long)nr, addr);
	return PK_OK;
}

static bool read_ip(struct records *records, uint64_t array, uint64_t i, uint64_t *ret_ip)
{
	return pk_member_uint(records->ctx, array + i * records->size, PK_R_dyn_ftrace_ip,
			      ret_ip) == PK_OK &&
	       *ret_ip;
}

/* Of NR records the first that may be in [start, end): the kernel sorts a page's records by address and looks them up so
 * (lookup_rec()). All of them where one that is asked for cannot be read. */
static void narrow(struct records *records, uint64_t array, uint64_t *first, uint64_t *nr)
{
	uint64_t low = 0, high = *nr, ip;

	if (!records->start || !*nr || !read_ip(records, array, 0, &ip))
		return;
	if (ip >= records->end) {
		*nr = 0;
		return;
	}
	if (!read_ip(records, array, *nr - 1, &ip))
		return;
	while (low < high) {
		uint64_t middle = low + (high - low) / 2;

		if (!read_ip(records, array, middle, &ip))
			return;
		if (ip < records->start)
			low = middle + 1;
		else
			high = middle;
	}
	*first = low;
	*nr = low < *nr;
}

static enum pk_status walk_page(struct records *records, uint64_t page, uint8_t *block)
{
	struct pk_ctx *ctx = records->ctx;
	uint64_t array, nr, first = 0;
	enum pk_status status = pk_member_uint(ctx, page, PK_R_ftrace_page_records, &array);

	if (status == PK_OK)
		status = pk_member_uint(ctx, page, PK_R_ftrace_page_index, &nr);
	if (status != PK_OK)
		return status;
	if ((int64_t)nr < 0 || nr > MAX_RECORDS - records->nr_records)
		return pk_fail(ctx, PK_CORRUPT, "%" PRId64 " records", (int64_t)nr);
	records->nr_records += nr;
	narrow(records, array, &first, &nr);
	array += first * records->size;
	for (uint64_t done = 0; done < nr && !records->stopped;) {
		uint64_t some = nr - done < BLOCK ? nr - done : BLOCK;

		status = walk_block(records, array + done * records->size, some, block);
		if (status != PK_OK)
			return status;
		done += some;
	}
	return PK_OK;
}

/* PAGE was not walked before: its address is remembered. */
static enum pk_status enter_page(struct records *records, uint64_t page)
{
	for (uint32_t i = 0; i < records->nr_pages; i++)
		if (records->pages[i] == page)
			return pk_fail(records->ctx, PK_CORRUPT,
				       "the chain of ftrace_pages loops at %" PRIx64, page);
	if (records->nr_pages == MAX_PAGES)
		return pk_fail(records->ctx, PK_CORRUPT, "more than %u ftrace_pages", MAX_PAGES);
	records->pages[records->nr_pages++] = page;
	return PK_OK;
}

static enum pk_status walk_pages(struct records *records)
{
	struct pk_ctx *ctx = records->ctx;
	struct pk_reader r = {.ctx = ctx};
	uint64_t page;
	uint8_t *block;
	uint64_t head = pk_value(&r, PK_R_ftrace_pages_start);

	pk_try(&r, prepare(records));
	page = pk_pointer(&r, head);
	if (!pk_ok(&r))
		return r.status;
	block = malloc(BLOCK * records->size);
	if (!block)
		return pk_fail(ctx, PK_NOMEM, "no memory for %u records", BLOCK);
	while (page && !records->stopped) {
		pk_try(&r, enter_page(records, page));
		if (!pk_ok(&r))
			break;
		if (walk_page(records, page, block) != PK_OK)
			pk_warn(ctx, "ftrace_page %" PRIx64 ": %s", page, pk_error(ctx));
		page = pk_member(&r, page, PK_R_ftrace_page_next);
		if (!pk_ok(&r))
			break;
	}
	free(block);
	return r.status;
}

static enum pk_status walk_between(struct pk_ctx *ctx, uint64_t start, uint64_t end, bool with_text,
				   pk_ftrace_record_fn fn, void *arg)
{
	struct records *records = calloc(1, sizeof(*records));
	enum pk_status status;

	if (!records)
		return pk_fail(ctx, PK_NOMEM, "no memory for the chain of ftrace_pages");
	records->ctx = ctx;
	records->with_text = with_text;
	records->start = start;
	records->end = end;
	records->fn = fn;
	records->arg = arg;
	status = walk_pages(records);
	free(records);
	return status;
}

enum pk_status pk_records_walk(struct pk_ctx *ctx, bool with_text, pk_ftrace_record_fn fn,
			       void *arg)
{
	return walk_between(ctx, 0, UINT64_MAX, with_text, fn, arg);
}

static uint64_t trampoline_of(const struct pk_ftrace *ftrace, uint64_t ip)
{
	for (uint32_t i = 0; i < ftrace->nr_ops; i++)
		if (ftrace->ops[i].trampoline && !ftrace->ops[i].manager &&
		    pk_ftrace_ops_traces(&ftrace->ops[i], ip))
			return ftrace->ops[i].trampoline;
	return 0;
}

/* The order is the kernel's: direct before trampoline before registers. */
enum pk_status pk_record_expected(struct pk_ctx *ctx, const struct pk_ftrace *ftrace,
				  const struct pk_ftrace_record *record, uint64_t *ret_target)
{
	enum pk_status missing = ftrace->incomplete ? PK_UNREADABLE : PK_CORRUPT;
	uint64_t target = 0;
	int64_t index;

	if (!(record->flags & PK_REC_ENABLED)) {
		*ret_target = 0;
		return PK_OK;
	}
	if (record->flags & PK_REC_DIRECT_EN) {
		index = pk_func_set_find(&ftrace->direct, record->ip);
		if (index < 0)
			return pk_fail(ctx, missing, "a direct call missing from direct_functions");
		target = ftrace->direct.values[index] & ~1ull;
	} else if (record->flags & PK_REC_TRAMP_EN) {
		target = trampoline_of(ftrace, record->ip);
		if (!target)
			return pk_fail(ctx, missing, "a trampoline that no ftrace_ops has");
	} else {
		target = record->flags & PK_REC_REGS_EN ? ftrace->regs_caller : ftrace->caller;
	}
	if (!target)
		return pk_fail(ctx, PK_ABSENT, "ftrace_caller is no symbol of this dump");
	*ret_target = target;
	return PK_OK;
}

enum pk_status pk_record_expected_ops(struct pk_ctx *ctx, const struct pk_ftrace *ftrace,
				      const struct pk_ftrace_record *record, uint64_t *ret_ops)
{
	enum pk_status missing = ftrace->incomplete ? PK_UNREADABLE : PK_CORRUPT;
	const struct pk_ftrace_ops *only = NULL;
	unsigned nr = 0;

	*ret_ops = record->flags & PK_REC_ENABLED ? ftrace->list_ops : ftrace->nop_ops;
	if (!(record->flags & PK_REC_CALL_OPS_EN))
		return PK_OK;
	for (uint32_t i = 0; i < ftrace->nr_ops; i++)
		if (!ftrace->ops[i].manager && ftrace->ops[i].enabled &&
		    pk_ftrace_ops_traces(&ftrace->ops[i], record->ip)) {
			only = &ftrace->ops[i];
			nr++;
		}
	if (nr != 1)
		return pk_fail(ctx, missing, "%u ftrace_ops, not one, may be attached", nr);
	*ret_ops = only->addr;
	return PK_OK;
}

struct site_of {
	uint64_t start, end;
	struct pk_patch_site *site;
};

static bool find_record(const struct pk_ftrace_record *record, void *arg)
{
	struct site_of *of = arg;

	if (record->ip < of->start || record->ip >= of->end)
		return true;
	of->site->record = *record;
	of->site->found = true;
	return false;
}

void pk_patch_site_read(struct pk_ctx *ctx, uint64_t func, uint64_t size,
			struct pk_patch_site *ret_site)
{
	struct site_of of = {.start = func, .end = func + (size ? size : 16), .site = ret_site};
	const struct pk_arch *arch = pk_arch(ctx);
	uint8_t bytes[PK_SITE_MAX];

	memset(ret_site, 0, sizeof(*ret_site));
	if (walk_between(ctx, of.start, of.end, false, find_record, &of) != PK_OK)
		ret_site->found = false;
	ret_site->understood = arch;
	if (!ret_site->found || !arch ||
	    pk_read(ctx, ret_site->record.ip, bytes, arch->site_size) != PK_OK)
		return;
	ret_site->text_known = true;
	ret_site->text = arch->site(ret_site->record.ip, bytes);
	if (ret_site->text.target)
		ret_site->text.target = pk_arch_branch_end(ctx, ret_site->text.target);
	if (ret_site->text.target)
		pk_symbolize(ctx, ret_site->text.target, ret_site->target_name,
			     sizeof(ret_site->target_name));
}
