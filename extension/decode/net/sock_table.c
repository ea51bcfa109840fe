// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * TCP's hash tables: one for all network namespaces, and from 6.1 on possibly one of its own for each.
 *
 *	inet_hashinfo.ehash[ehash_mask + 1]	connections, time-wait socks, requests (4.4 and later)
 *	inet_hashinfo.listening_hash[32]	listeners, up to 5.18
 *	inet_hashinfo.lhash2[lhash2_mask + 1]	listeners, where the former is gone
 *
 * Chains end with a NULL, or with an odd "nulls" value that names the bucket.
 */
#include <stdlib.h>
#include <string.h>

#include "decode/address_set.h"
#include "decode/net/sock.h"

#define MAX_BUCKETS (1u << 24)
#define MAX_SOCKS (1u << 24)
#define MAX_NAMESPACES (1u << 20)
#define CHUNK 65536

struct table_walk {
	struct pk_address_set socks, tables;
	uint64_t node_offset;
	pk_sock_fn fn;
	void *arg;
	bool stopped;
	unsigned long unreadable_buckets;
};

/* Every socket from NODE on. A socket is in one chain of one table only. */
static void chain_walk(struct pk_ctx *ctx, struct table_walk *walk, uint64_t node)
{
	while (node && !(node & 1) && !walk->stopped) {
		uint64_t addr = node - walk->node_offset;
		struct pk_sock sock;

		if (!pk_address_set_add(&walk->socks, addr, MAX_SOCKS)) {
			pk_warn(ctx, "TCP table: a chain loops at sock %llx",
				(unsigned long long)addr);
			return;
		}
		if (pk_sock_read(ctx, addr, &sock) != PK_OK)
			pk_warn(ctx, "TCP table: %s", ctx->error);
		else if (!walk->fn(&sock, walk->arg))
			walk->stopped = true;
		if (pk_read_ptr(ctx, node, &node) != PK_OK) {
			pk_warn(ctx, "TCP table: a chain breaks off at sock %llx: %s",
				(unsigned long long)addr, ctx->error);
			return;
		}
	}
}

/* Buckets of SIZE bytes in BYTES; the chain begins at HEAD in each. */
static void buckets_walk(struct pk_ctx *ctx, struct table_walk *walk, const uint8_t *bytes,
			 uint64_t nr, uint64_t size, uint64_t head)
{
	for (uint64_t i = 0; i < nr && !walk->stopped; i++)
		chain_walk(ctx, walk,
			   pk_uint(ctx, bytes + i * size + head, ctx->target->facts.word_size));
}

/* An array of NR buckets at BASE, in pieces: a page that is missing costs its buckets. */
static enum pk_status array_walk(struct pk_ctx *ctx, struct table_walk *walk, uint64_t base,
				 uint64_t nr, uint64_t size, uint64_t head)
{
	uint64_t per_chunk, per_page;
	uint8_t *bytes;

	if (!size || size > 4096 || head + ctx->target->facts.word_size > size || nr > MAX_BUCKETS)
		return pk_fail(ctx, PK_CORRUPT, "TCP table at %llx: %llu buckets of %llu bytes",
			       (unsigned long long)base, (unsigned long long)nr,
			       (unsigned long long)size);
	bytes = malloc(CHUNK);
	if (!bytes)
		return pk_fail(ctx, PK_NOMEM, "TCP table: out of memory");
	per_chunk = CHUNK / size;
	per_page = 4096 / size;
	for (uint64_t at = 0; at < nr && !walk->stopped;) {
		uint64_t some = nr - at < per_chunk ? nr - at : per_chunk;

		if (pk_read(ctx, base + at * size, bytes, some * size) != PK_OK) {
			some = some < per_page ? some : per_page;
			if (pk_read(ctx, base + at * size, bytes, some * size) != PK_OK) {
				walk->unreadable_buckets += some;
				at += some;
				continue;
			}
		}
		buckets_walk(ctx, walk, bytes, some, size, head);
		at += some;
	}
	free(bytes);
	return PK_OK;
}

static enum pk_status established_walk(struct pk_ctx *ctx, struct table_walk *walk, uint64_t info)
{
	uint64_t base, mask, size, head;
	enum pk_status status = pk_member_uint(ctx, info, PK_R_hash_ehash, &base);

	if (status == PK_OK)
		status = pk_member_uint(ctx, info, PK_R_hash_ehash_mask, &mask);
	if (status == PK_OK)
		status = pk_row_value(ctx, PK_R_ehash_bucket_size, &size);
	if (status == PK_OK)
		status = pk_row_offset(ctx, PK_R_ehash_chain, &head);
	if (status == PK_OK)
		status = array_walk(ctx, walk, base, mask + 1, size, head);
	if (status == PK_OK && pk_has(ctx, PK_R_ehash_twchain) && !walk->stopped) {
		pk_row_offset(ctx, PK_R_ehash_twchain, &head);
		status = array_walk(ctx, walk, base, mask + 1, size, head);
	}
	return status;
}

static enum pk_status listeners_walk(struct pk_ctx *ctx, struct table_walk *walk, uint64_t info)
{
	const struct pk_row_value *listening = pk_layout_get(ctx, PK_R_hash_listening);
	uint64_t base, mask, size, head;
	enum pk_status status = pk_row_value(ctx, PK_R_listen_bucket_size, &size);

	if (status == PK_OK)
		status = pk_row_offset(ctx, PK_R_listen_bucket_head, &head);
	if (status != PK_OK)
		return status;
	if (listening->state == PK_ROW_FOUND)
		return array_walk(ctx, walk, info + listening->member.offset,
				  listening->member.elements, size, head);
	status = pk_member_uint(ctx, info, PK_R_hash_lhash2, &base);
	if (status == PK_OK)
		status = pk_member_uint(ctx, info, PK_R_hash_lhash2_mask, &mask);
	return status == PK_OK ? array_walk(ctx, walk, base, mask + 1, size, head) : status;
}

static void table_walk(struct pk_ctx *ctx, struct table_walk *walk, uint64_t info)
{
	if (walk->stopped || !pk_address_set_add(&walk->tables, info, MAX_NAMESPACES))
		return;
	if (established_walk(ctx, walk, info) != PK_OK)
		pk_warn(ctx, "TCP connections of table %llx: %s", (unsigned long long)info,
			ctx->error);
	if (!walk->stopped && listeners_walk(ctx, walk, info) != PK_OK)
		pk_warn(ctx, "TCP listeners of table %llx: %s", (unsigned long long)info,
			ctx->error);
}

/* The table that a namespace uses; 0 if it has none of its own to name. */
static uint64_t namespace_table(struct pk_ctx *ctx, uint64_t net)
{
	const struct pk_row_value *row = pk_layout_get(ctx, PK_R_net_tcp_death_row);
	uint64_t death_row, info;

	if (row->state != PK_ROW_FOUND || !pk_has(ctx, PK_R_death_row_hashinfo))
		return 0;
	death_row = net + row->member.offset;
	if (row->member.is_pointer && pk_read_ptr(ctx, death_row, &death_row) != PK_OK)
		return 0;
	return pk_member_uint(ctx, death_row, PK_R_death_row_hashinfo, &info) == PK_OK ? info : 0;
}

static void namespaces_walk(struct pk_ctx *ctx, struct table_walk *walk)
{
	struct pk_address_set nets = {0};
	uint64_t head, link, node;

	if (!pk_has(ctx, PK_R_net_namespace_list) || !pk_has(ctx, PK_R_net_list) ||
	    pk_row_value(ctx, PK_R_net_namespace_list, &head) != PK_OK ||
	    pk_row_offset(ctx, PK_R_net_list, &link) != PK_OK ||
	    pk_read_ptr(ctx, head, &node) != PK_OK)
		return;
	while (node != head && !walk->stopped) {
		uint64_t info;

		if (!pk_address_set_add(&nets, node, MAX_NAMESPACES)) {
			pk_warn(ctx, "list of network namespaces loops at %llx",
				(unsigned long long)node);
			break;
		}
		info = namespace_table(ctx, node - link);
		if (info)
			table_walk(ctx, walk, info);
		if (pk_read_ptr(ctx, node, &node) != PK_OK) {
			pk_warn(ctx, "list of network namespaces breaks off: %s", ctx->error);
			break;
		}
	}
	pk_address_set_deinit(&nets);
}

enum pk_status pk_socks_walk(struct pk_ctx *ctx, pk_sock_fn fn, void *arg)
{
	struct table_walk walk = {.fn = fn, .arg = arg};
	uint64_t info;
	enum pk_status status = pk_row_value(ctx, PK_R_tcp_hashinfo, &info);

	if (status == PK_OK)
		status = pk_row_offset(ctx, PK_R_skc_node, &walk.node_offset);
	if (status != PK_OK)
		return status;
	table_walk(ctx, &walk, info);
	namespaces_walk(ctx, &walk);
	if (walk.unreadable_buckets)
		pk_warn(ctx, "TCP tables: %lu buckets are not in the dump",
			walk.unreadable_buckets);
	pk_address_set_deinit(&walk.socks);
	pk_address_set_deinit(&walk.tables);
	return PK_OK;
}
