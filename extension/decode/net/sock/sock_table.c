// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Sockets by the hash tables of their protocols, whose rows say how those lie in memory. Chains end with a NULL, or with an
 * odd "nulls" value that names the bucket.
 */
#include <string.h>

#include "decode/list.h"
#include "decode/net/device/net_device.h"
#include "decode/net/sock/sock.h"
#include "protocol/protocol.h"

#define MAX_SOCKS (1u << 24)
#define MAX_BAD 64
#define MAX_NAMESPACES (1u << 20)

struct table_walk {
	struct pk_ctx *ctx;
	const struct pk_protocol *protocol;
	struct pk_address_set socks;
	uint64_t node_offset;
	pk_sock_fn fn;
	void *arg;
	bool stopped;
	uint64_t unreadable_buckets;
	unsigned bad; /* nodes that are no sockets */
};

/* Every socket from NODE on. A socket is in one chain of one table only. */
static void chain_walk(struct table_walk *walk, uint64_t node)
{
	struct pk_ctx *ctx = walk->ctx;

	while (node && !(node & 1) && !walk->stopped) {
		uint64_t addr = node - walk->node_offset;
		enum pk_status status;
		struct pk_sock sock;

		if (!pk_address_set_add(&walk->socks, addr, MAX_SOCKS)) {
			pk_warn(ctx, "%s table: a chain loops at sock %llx", walk->protocol->title,
				(unsigned long long)addr);
			return;
		}
		status = pk_sock_read(ctx, walk->protocol, addr, &sock);
		if (status != PK_OK) {
			pk_warn(ctx, "%s table: %s", walk->protocol->title, pk_error(ctx));
			/* A few are damaged. Where many are, the chains lead to something else. */
			if (status == PK_CORRUPT && ++walk->bad > MAX_BAD)
				return;
		} else if (!walk->fn(&sock, walk->arg)) {
			walk->stopped = true;
		}
		if (pk_read_ptr(ctx, node, &node) != PK_OK) {
			pk_warn(ctx, "%s table: a chain breaks off at sock %llx: %s",
				walk->protocol->title, (unsigned long long)addr, pk_error(ctx));
			return;
		}
	}
}

enum pk_status pk_sock_array_locate(struct pk_ctx *ctx, uint64_t info,
				    const struct pk_sock_array *array,
				    struct pk_buckets *ret_buckets)
{
	struct pk_reader r = {.ctx = ctx};
	struct pk_buckets buckets;
	uint64_t base, mask = 0;

	buckets.size = pk_value(&r, array->bucket_size);
	buckets.head = pk_offset(&r, array->head);
	if (!pk_ok(&r))
		return r.status;
	if (array->mask == PK_NR_ROWS) {
		base = pk_offset(&r, array->base);
		buckets.base = info + base;
		buckets.nr = pk_layout_get(ctx, array->base)->member.elements;
	} else {
		buckets.base = pk_member(&r, info, array->base);
		mask = pk_member(&r, info, array->mask);
		buckets.nr = mask + !array->counted;
	}
	if (pk_ok(&r))
		*ret_buckets = buckets;
	return r.status;
}

static enum pk_status buckets_of(struct pk_ctx *ctx, struct table_walk *walk, uint64_t info,
				 const struct pk_sock_array *array)
{
	struct pk_reader r = {.ctx = ctx};
	struct pk_buckets buckets;
	uint64_t unreadable = 0;

	if (!pk_try(&r, pk_sock_array_locate(ctx, info, array, &buckets)))
		return r.status;
	pk_bucket_for_each (bucket, &r, &buckets, &unreadable) {
		chain_walk(walk, bucket.first);
		if (walk->stopped)
			break;
	}
	walk->unreadable_buckets += unreadable;
	return r.status;
}

bool pk_sock_array_is_of_kernel(struct pk_ctx *ctx, const struct pk_sock_array *array)
{
	return (array->only_with == PK_NR_ROWS || pk_has(ctx, array->only_with)) &&
	       (array->not_with == PK_NR_ROWS || !pk_has(ctx, array->not_with));
}

static bool table_walk(struct pk_ctx *ctx, uint64_t info, void *arg)
{
	struct table_walk *walk = arg;
	const struct pk_protocol_sockets *sockets = walk->protocol->sockets;
	const char *failed = "";

	for (unsigned i = 0; i < sockets->nr_arrays && !walk->stopped; i++) {
		const struct pk_sock_array *array = &sockets->arrays[i];

		if (!strcmp(array->what, failed) || !pk_sock_array_is_of_kernel(ctx, array) ||
		    buckets_of(ctx, walk, info, array) == PK_OK)
			continue;
		failed = array->what;
		pk_warn(ctx, "%s %s of table %llx: %s", walk->protocol->title, array->what,
			(unsigned long long)info, pk_error(ctx));
	}
	return !walk->stopped;
}

/* The table that a namespace uses; 0 if it has none of its own to name. */
static uint64_t namespace_table(struct pk_ctx *ctx, const struct pk_protocol_sockets *sockets,
				uint64_t net)
{
	const struct pk_row_value *row;
	uint64_t step, info;

	if (sockets->net_step == PK_NR_ROWS)
		return 0;
	row = pk_layout_get(ctx, sockets->net_step);
	if (row->state != PK_ROW_FOUND || !pk_has(ctx, sockets->net_table))
		return 0;
	step = net + row->member.offset;
	if (row->member.is_pointer && pk_read_ptr(ctx, step, &step) != PK_OK)
		return 0;
	return pk_member_uint(ctx, step, sockets->net_table, &info) == PK_OK ? info : 0;
}

struct tables {
	struct pk_ctx *ctx;
	struct pk_address_set seen;
	pk_sock_table_fn fn;
	void *arg;
	bool stopped;
};

static void visit_table(struct tables *tables, uint64_t info)
{
	if (!tables->stopped && pk_address_set_add(&tables->seen, info, MAX_NAMESPACES))
		tables->stopped = !tables->fn(tables->ctx, info, tables->arg);
}

enum pk_status pk_sock_tables_walk(struct pk_ctx *ctx, const struct pk_protocol_sockets *sockets,
				   pk_sock_table_fn fn, void *arg)
{
	struct tables tables = {.ctx = ctx, .fn = fn, .arg = arg};
	struct pk_reader nets = {.ctx = ctx};
	uint64_t info;
	enum pk_status status = pk_row_value(ctx, sockets->table, &info);

	if (status != PK_OK)
		return status;
	visit_table(&tables, info);
	if (pk_has(ctx, PK_R_net_namespace_list) && pk_has(ctx, PK_R_net_list) && !tables.stopped)
		pk_netns_for_each (net, &nets) {
			info = namespace_table(ctx, sockets, net.addr);
			if (info)
				visit_table(&tables, info);
			if (tables.stopped)
				break;
		}
	if (!pk_ok(&nets))
		pk_warn(ctx, "list of network namespaces: %s", pk_error(ctx));
	pk_address_set_deinit(&tables.seen);
	return PK_OK;
}

static enum pk_status protocol_walk(struct pk_ctx *ctx, struct table_walk *walk)
{
	enum pk_status status = pk_row_offset(ctx, PK_R_skc_node, &walk->node_offset);

	if (status == PK_OK)
		status = pk_sock_tables_walk(ctx, walk->protocol->sockets, table_walk, walk);
	if (status != PK_OK)
		return status;
	if (walk->unreadable_buckets)
		pk_warn(ctx, "%s tables: %llu buckets are not in the dump", walk->protocol->title,
			(unsigned long long)walk->unreadable_buckets);
	return PK_OK;
}

/* Sockets of a protocol that is another's variant say nothing of the other's packets. */
static bool is_asked(const struct pk_ctx *ctx, const struct pk_protocol *protocol)
{
	return protocol->like ? pk_protocol_is_shown(ctx, protocol)
			      : pk_protocol_is_known(ctx, protocol);
}

enum pk_status pk_socks_walk(struct pk_ctx *ctx, pk_sock_fn fn, void *arg)
{
	enum pk_status status = PK_OK;
	bool stopped = false;

	for (int i = 0; pk_protocols[i] && status == PK_OK && !stopped; i++) {
		struct table_walk walk = {
			.ctx = ctx, .protocol = pk_protocols[i], .fn = fn, .arg = arg};

		if (!walk.protocol->sockets || !is_asked(ctx, walk.protocol))
			continue;
		status = protocol_walk(ctx, &walk);
		/* The first is in every kernel that has a network. */
		if (status == PK_ABSENT && i)
			status = PK_OK;
		stopped = walk.stopped;
		pk_address_set_deinit(&walk.socks);
	}
	return status;
}
