// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Next hops among which a packet's hash chooses:
 *
 *	net.nexthop.rb_root -> nexthop {id, is_group, nh_grp} -> nh_group {num_nh, nh_entries[]}	net/ipv4/nexthop.c
 *	fib_result {fi, table, fa_head} -> fib_info {fib_nhs, nh, fib_nh[]}				net/ipv4/fib_semantics.c
 *
 * A route has next hops of its own, or a nexthop, which may be a group.
 */
#include "decode/net/route/route.h"

#include <string.h>

#include "core/kit.h"
#include "decode/net/device/net_device.h"
#include "decode/tables.h"
#include "decode/task/stack.h"

#define MAX_ALIASES 16 /* of one prefix, with the same next hops */
#define MAX_HOPS (1u << 16)

/* --- groups ----------------------------------------------------------------------------------------------- */

struct groups {
	struct pk_reader *r;
	const uint64_t *values;
	size_t nr;
	uint64_t tree, link, entries, entry_size;
	unsigned found;
	struct pk_nexthop_place place;
};

bool pk_nexthop_walks(const char *function)
{
	return !strcmp(function, "nexthop_select_path") ||
	       !strcmp(function, "nexthop_select_path_hthr");
}

static bool points_into(const struct groups *groups, uint64_t from, uint64_t size)
{
	return pk_any(groups->nr, i, groups->values[i] >= from && groups->values[i] - from < size);
}

static void group_look(struct groups *groups, uint64_t nexthop)
{
	struct pk_reader *r = groups->r;
	uint64_t id = pk_member(r, nexthop, PK_R_nexthop_id);
	uint64_t is_group = pk_member(r, nexthop, PK_R_nexthop_is_group);
	uint64_t group = pk_member(r, nexthop, PK_R_nexthop_group);
	uint64_t nr = is_group ? pk_member(r, group, PK_R_nh_group_nr) : 0;

	if (!pk_ok(r) || !is_group ||
	    (!pk_at_hand(groups->values, groups->nr, nexthop) &&
	     !points_into(groups, group, groups->entries + nr * groups->entry_size)))
		return;
	groups->found++;
	groups->place =
		(struct pk_nexthop_place){.addr = nexthop, .id = (uint32_t)id, .nr = (uint32_t)nr};
}

enum pk_status pk_nexthop_locate(struct pk_ctx *ctx, const uint64_t *values, size_t nr,
				 struct pk_nexthop_place *ret_place)
{
	struct pk_reader r = {.ctx = ctx};
	struct groups groups = {.r = &r, .values = values, .nr = nr};

	groups.entry_size = pk_value(&r, PK_R_nh_entry_size);
	groups.tree = pk_offset(&r, PK_R_net_nexthops);
	groups.link = pk_offset(&r, PK_R_nexthop_link);
	groups.entries = pk_offset(&r, PK_R_nh_group_entries);
	pk_netns_for_each (net, &r)
		pk_rbtree_for_each (node, &r, net.addr + groups.tree)
			group_look(&groups, node - groups.link);
	if (groups.found != 1)
		pk_try(&r, pk_fail(ctx, PK_ABSENT,
				   "registers and frame point to %u groups of nexthops, not to one",
				   groups.found));
	if (pk_ok(&r))
		*ret_place = groups.place;
	return r.status;
}

/* --- a route's own ---------------------------------------------------------------------------------------- */

/* A lookup's result: what it points to is not proven yet. */
struct result {
	uint64_t info, table, head, length;
};

bool pk_hops_walks(const char *function)
{
	return !strcmp(function, "fib_select_multipath");
}

/* Aliases of RESULT's leaf that are its route, by its length. */
static size_t aliases_find(struct pk_ctx *ctx, const struct result *result, uint64_t *aliases)
{
	struct pk_cycle cycle = {0};
	uint64_t link, node, info, slen;
	size_t nr = 0;

	if (pk_row_offset(ctx, PK_R_fib_alias_link, &link) != PK_OK ||
	    pk_read_ptr(ctx, result->head, &node) != PK_OK)
		return 0;
	while (node && nr < MAX_ALIASES && !pk_cycle_closed(&cycle, node)) {
		if (pk_member_uints(ctx, node - link,
				    PK_WANTED({PK_R_fib_alias_info, &info},
					      {PK_R_fib_alias_slen, &slen})) != PK_OK)
			return 0;
		if (info == result->info && slen + result->length == 32)
			aliases[nr++] = node - link;
		if (pk_read_ptr(ctx, node, &node) != PK_OK)
			return 0;
	}
	return nr;
}

static enum pk_status hops_count(struct pk_ctx *ctx, uint64_t info, struct pk_route_place *place)
{
	uint64_t nr, nexthop = 0;
	enum pk_status status = pk_member_uint(ctx, info, PK_R_fib_info_hops, &nr);

	if (status == PK_OK && pk_has(ctx, PK_R_fib_info_nexthop))
		status = pk_member_uint(ctx, info, PK_R_fib_info_nexthop, &nexthop);
	if (status == PK_OK && (nexthop || !nr))
		status = pk_fail(ctx, PK_ABSENT, "no next hops of its own");
	if (status == PK_OK && nr > MAX_HOPS)
		status = pk_fail(ctx, PK_CORRUPT, "%llu next hops", (unsigned long long)nr);
	if (status == PK_OK)
		place->chain = (struct pk_chain){.nr = nr};
	return status;
}

/* The route of what may be a lookup's result at ADDR. */
static enum pk_status result_look(struct pk_ctx *ctx, const uint64_t *values, size_t nr,
				  uint64_t addr, struct pk_route_place *ret_place)
{
	struct result result;
	uint64_t words[MAX_ALIASES + 2], leaf;
	size_t aliases;
	enum pk_status status = pk_row_offset(ctx, PK_R_fib_node_leaf, &leaf);

	if (status == PK_OK)
		status = pk_member_uints(ctx, addr,
					 PK_WANTED({PK_R_fib_result_info, &result.info},
						   {PK_R_fib_result_table, &result.table},
						   {PK_R_fib_result_head, &result.head},
						   {PK_R_fib_result_length, &result.length}));
	if (status != PK_OK || !pk_at_hand(values, nr, result.info))
		return pk_fail(ctx, PK_ABSENT, "%llx: no route", (unsigned long long)addr);
	words[0] = result.table;
	words[1] = result.head - leaf;
	aliases = aliases_find(ctx, &result, words + 2);
	status = aliases ? pk_route_locate(ctx, words, aliases + 2, ret_place)
			 : pk_fail(ctx, PK_ABSENT, "%llx: no alias", (unsigned long long)addr);
	return status == PK_OK ? hops_count(ctx, result.info, ret_place) : status;
}

enum pk_status pk_hops_locate(struct pk_ctx *ctx, const uint64_t *values, size_t nr,
			      const uint64_t *results, size_t nr_results,
			      struct pk_route_place *ret_place)
{
	struct pk_route_place place = {0}, other;
	unsigned found = 0;

	for (size_t i = 0; i < nr_results; i++) {
		if (result_look(ctx, values, nr, results[i], &other) != PK_OK)
			continue;
		found += !found || other.addr != place.addr || other.length != place.length ||
			 other.table != place.table;
		place = other;
	}
	if (found != 1)
		return pk_fail(ctx, PK_ABSENT,
			       "registers and frame point to results of %u routes, not of one",
			       found);
	place.walk = PK_ROUTE_HOPS;
	*ret_place = place;
	return PK_OK;
}
