// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * The function profiler, since 2.6.30. Each CPU has a chain of pages, made when the profiler is first
 * switched on, enough of them for every function:
 *
 *	per_cpu(ftrace_profile_stats).start -> ftrace_profile_page { next, index, records[] } -> ...
 *
 * index counts a page's records in use. time and time_squared are there with function_graph only.
 */
#include "decode/trace/tracing.h"

#include <stdlib.h>
#include <string.h>

#define MAX_PAGES (1u << 14)
#define MAX_RECORDS (1u << 18)

/* What the kernel was built with, asked once a table. */
struct shape {
	uint64_t records, size; /* offset of the first, bytes of each */
	uint64_t most; /* of one page */
};

static enum pk_status read_shape(struct pk_ctx *ctx, struct shape *ret_shape)
{
	struct shape shape = {0};
	uint64_t page = ctx->target->facts.page_size;
	enum pk_status status = pk_row_offset(ctx, PK_R_profile_page_records, &shape.records);

	if (status == PK_OK)
		status = pk_row_value(ctx, PK_R_profile_record_size, &shape.size);
	if (status != PK_OK)
		return status;
	if (!shape.size || shape.records >= page)
		return pk_fail(ctx, PK_CORRUPT,
			       "records of %llu bytes at offset %llu of their page",
			       (unsigned long long)shape.size, (unsigned long long)shape.records);
	shape.most = (page - shape.records) / shape.size;
	*ret_shape = shape;
	return PK_OK;
}

static enum pk_status read_record(struct pk_ctx *ctx, uint64_t addr, bool timed,
				  struct pk_profile_record *ret_record)
{
	struct pk_profile_record record = {0};
	enum pk_status status = pk_member_uint(ctx, addr, PK_R_profile_ip, &record.ip);

	if (status == PK_OK)
		status = pk_member_uint(ctx, addr, PK_R_profile_counter, &record.hits);
	if (status == PK_OK && timed)
		status = pk_member_uint(ctx, addr, PK_R_profile_time, &record.time_ns);
	if (status == PK_OK && timed)
		status = pk_member_uint(ctx, addr, PK_R_profile_time_squared, &record.time_squared);
	if (status == PK_OK)
		*ret_record = record;
	return status;
}

static enum pk_status read_page(struct pk_ctx *ctx, uint64_t page, const struct shape *shape,
				struct pk_profile *profile)
{
	struct pk_profile_record *grown;
	uint64_t index;
	enum pk_status status = pk_member_uint(ctx, page, PK_R_profile_page_index, &index);

	if (status != PK_OK || !index)
		return status;
	if (index > shape->most || profile->nr + index > MAX_RECORDS)
		return pk_fail(ctx, PK_CORRUPT, "page %#llx has %llu records",
			       (unsigned long long)page, (unsigned long long)index);
	grown = realloc(profile->records, (profile->nr + index) * sizeof(*grown));
	if (!grown)
		return pk_fail(ctx, PK_NOMEM, "the function profiler's table");
	profile->records = grown;
	for (uint64_t i = 0; i < index && status == PK_OK; i++) {
		status = read_record(ctx, page + shape->records + i * shape->size, profile->timed,
				     &grown[profile->nr]);
		/* A reset leaves records behind that count nothing: the kernel does not show them. */
		if (status == PK_OK && grown[profile->nr].hits)
			profile->nr++;
	}
	return status;
}

static enum pk_status read_pages(struct pk_ctx *ctx, uint64_t page, struct pk_profile *profile)
{
	struct shape shape = {0};
	enum pk_status status = page ? read_shape(ctx, &shape) : PK_OK;

	for (unsigned i = 0; status == PK_OK && page; i++) {
		if (i == MAX_PAGES)
			return pk_fail(ctx, PK_CORRUPT, "more than %u pages: a cycle?", MAX_PAGES);
		status = read_page(ctx, page, &shape, profile);
		if (status == PK_OK)
			status = pk_member_uint(ctx, page, PK_R_profile_page_next, &page);
	}
	return status;
}

/* Of equals the later one stands first: insert_stat(). */
struct numbered {
	struct pk_profile_record record;
	uint64_t weight;
	uint32_t number;
};

static int by_weight(const void *a, const void *b)
{
	const struct numbered *x = a, *y = b;

	if (x->weight != y->weight)
		return x->weight < y->weight ? 1 : -1;
	return x->number < y->number ? 1 : -1;
}

static enum pk_status sort(struct pk_ctx *ctx, struct pk_profile *profile)
{
	struct numbered *all;

	if (!profile->nr)
		return PK_OK;
	all = calloc(profile->nr, sizeof(*all));
	if (!all)
		return pk_fail(ctx, PK_NOMEM, "the function profiler's table");
	for (uint32_t i = 0; i < profile->nr; i++) {
		const struct pk_profile_record *record = &profile->records[i];

		all[i] = (struct numbered){*record, profile->timed ? record->time_ns : record->hits,
					   i};
	}
	qsort(all, profile->nr, sizeof(*all), by_weight);
	for (uint32_t i = 0; i < profile->nr; i++)
		profile->records[i] = all[i].record;
	free(all);
	return PK_OK;
}

enum pk_status pk_profile_read(struct pk_ctx *ctx, int cpu, struct pk_profile *ret_profile)
{
	struct pk_reader r = {.ctx = ctx};
	struct pk_profile profile = {.timed = pk_has(ctx, PK_R_profile_time)};
	uint64_t offset = 0, page;
	uint64_t symbol = pk_value(&r, PK_R_profile_stats);

	memset(ret_profile, 0, sizeof(*ret_profile));
	pk_try(&r, pk_percpu_offset(ctx, cpu, &offset));
	page = pk_member(&r, symbol + offset, PK_R_profile_start);
	pk_try(&r, read_pages(ctx, page, &profile));
	if (pk_ok(&r))
		pk_try(&r, sort(ctx, &profile));
	else
		(void)!sort(ctx, &profile);
	*ret_profile = profile;
	return pk_ok(&r) ? PK_OK : pk_wrap(ctx, r.status, "function profiler of CPU %d", cpu);
}

void pk_profile_deinit(struct pk_profile *profile)
{
	free(profile->records);
	memset(profile, 0, sizeof(*profile));
}

/* Its arithmetic is unsigned and may wrap, as the kernel's. */
uint64_t pk_profile_variance(const struct pk_profile_record *record)
{
	uint64_t denominator = record->hits * (record->hits - 1) * 1000;

	return denominator
		       ? (record->hits * record->time_squared - record->time_ns * record->time_ns) /
				 denominator
		       : 0;
}
