// SPDX-License-Identifier: GPL-3.0-or-later
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/list.h"
#include "decode/probe/ftrace.h"

/*
 * struct ftrace_hash { size_bits, buckets -> hlist_head[1 << size_bits], count, ... } with entries
 * struct ftrace_func_entry { hlist, ip, [direct] }. The function that picks a bucket changed between
 * kernels: all are read.
 */
#define MAX_SIZE_BITS 16 /* the kernel's own FTRACE_HASH_MAX_BITS is 12 */
#define MAX_ENTRIES (1u << 20)

struct entry {
	uint64_t ip, value;
};

struct hash_read {
	struct pk_ctx *ctx;
	uint64_t link; /* offset of ftrace_func_entry.hlist */
	enum pk_func_value value;
	bool nomem;
	struct entry *entries;
	uint32_t nr, room;
};

static bool add_entry(struct hash_read *read, struct entry entry)
{
	if (read->nr == MAX_ENTRIES)
		return false;
	if (!pk_grow(read->entries, read->nr, read->room)) {
		read->nomem = true;
		return false;
	}
	read->entries[read->nr++] = entry;
	return true;
}

/* struct ftrace_func_map { struct ftrace_func_entry entry; void *data; }, which is private to ftrace.c. */
static enum pk_status read_mapped(struct pk_ctx *ctx, uint64_t entry, uint64_t *ret_value)
{
	uint64_t size;
	enum pk_status status = pk_row_value(ctx, PK_R_setup_func_entry_size, &size);

	return status == PK_OK ? pk_read_ptr(ctx, entry + size, ret_value) : status;
}

/* False: it was not added, and the bucket ends here. */
static bool read_entry(struct hash_read *read, struct pk_reader *r, uint64_t base)
{
	struct entry entry = {.ip = pk_member(r, base, PK_R_ftrace_func_entry_ip)};

	if (!entry.ip)
		pk_try(r, pk_fail(read->ctx, PK_CORRUPT, "an entry of no function"));
	if (read->value == PK_FUNC_DIRECT && pk_reader_has(r, PK_R_ftrace_func_entry_direct))
		entry.value = pk_member(r, base, PK_R_ftrace_func_entry_direct);
	if (read->value == PK_FUNC_MAPPED)
		pk_try(r, read_mapped(read->ctx, base, &entry.value));
	return pk_ok(r) && add_entry(read, entry);
}

static enum pk_status read_buckets(struct hash_read *read, uint64_t buckets, uint64_t nr)
{
	struct pk_ctx *ctx = read->ctx;
	size_t word = ctx->target->facts.word_size;
	uint8_t *heads = malloc(nr * word);
	enum pk_status status;

	if (!heads)
		return pk_fail(ctx, PK_NOMEM, "no memory for %" PRIu64 " buckets", nr);
	status = pk_read(ctx, buckets, heads, nr * word);
	for (uint64_t i = 0; status == PK_OK && i < nr && !read->nomem; i++) {
		struct pk_reader r = {.ctx = ctx};

		pk_hlist_for_each_from (node, &r, pk_uint(ctx, heads + i * word, word))
			if (!read_entry(read, &r, node - read->link))
				break;
		if (!pk_ok(&r))
			pk_warn(ctx, "ftrace hash bucket %" PRIx64 ": %s", buckets + i * word,
				pk_error(ctx));
	}
	free(heads);
	return status;
}

static int by_ip(const void *left, const void *right)
{
	const struct entry *a = left, *b = right;

	return a->ip < b->ip ? -1 : a->ip > b->ip;
}

static enum pk_status to_set(struct hash_read *read, struct pk_func_set *ret_set)
{
	struct pk_func_set set = {0};

	qsort(read->entries, read->nr, sizeof(*read->entries), by_ip);
	set.ips = malloc(read->nr * sizeof(*set.ips));
	if (read->value != PK_FUNC_ALONE)
		set.values = malloc(read->nr * sizeof(*set.values));
	if (!set.ips || (read->value != PK_FUNC_ALONE && !set.values)) {
		pk_func_set_deinit(&set);
		return pk_fail(read->ctx, PK_NOMEM, "no memory for %u functions", read->nr);
	}
	for (uint32_t i = 0; i < read->nr; i++) {
		set.ips[i] = read->entries[i].ip;
		if (set.values)
			set.values[i] = read->entries[i].value;
	}
	set.nr = read->nr;
	*ret_set = set;
	return PK_OK;
}

enum pk_status pk_func_set_read(struct pk_ctx *ctx, uint64_t hash, enum pk_func_value value,
				struct pk_func_set *ret_set)
{
	struct hash_read read = {.ctx = ctx, .value = value};
	uint64_t bits, buckets, count;
	enum pk_status status;

	memset(ret_set, 0, sizeof(*ret_set));
	if (!hash)
		return PK_OK;
	status = pk_member_uint(ctx, hash, PK_R_ftrace_hash_count, &count);
	if (status != PK_OK || !count)
		return status;
	if ((status = pk_member_uint(ctx, hash, PK_R_ftrace_hash_size_bits, &bits)) != PK_OK ||
	    (status = pk_member_uint(ctx, hash, PK_R_ftrace_hash_buckets, &buckets)) != PK_OK ||
	    (status = pk_row_offset(ctx, PK_R_ftrace_func_entry_hlist, &read.link)) != PK_OK)
		return status;
	if (bits > MAX_SIZE_BITS)
		return pk_fail(ctx, PK_CORRUPT, "ftrace_hash %" PRIx64 " has 2^%" PRIu64 " buckets",
			       hash, bits);
	status = read_buckets(&read, buckets, 1ull << bits);
	if (status == PK_OK && read.nr != count)
		pk_warn(ctx, "ftrace_hash %" PRIx64 " counts %" PRIu64 " functions, %u were found",
			hash, count, read.nr);
	if (status == PK_OK && read.nomem)
		status = pk_fail(ctx, PK_NOMEM, "no memory for the functions of %" PRIx64, hash);
	/* An empty set is all functions: not what this one was. */
	if (status == PK_OK && !read.nr)
		status = pk_fail(ctx, PK_UNREADABLE, "none of %" PRIu64 " functions of %" PRIx64,
				 count, hash);
	if (status == PK_OK)
		status = to_set(&read, ret_set);
	ret_set->partial = read.nr != count;
	free(read.entries);
	return status;
}

void pk_func_set_deinit(struct pk_func_set *set)
{
	free(set->ips);
	free(set->values);
	memset(set, 0, sizeof(*set));
}

int64_t pk_func_set_find(const struct pk_func_set *set, uint64_t ip)
{
	size_t low = pk_first(set->nr, at, set->ips[at] < ip);

	return low < set->nr && set->ips[low] == ip ? (int64_t)low : -1;
}
