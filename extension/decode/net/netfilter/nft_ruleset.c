// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * nft's tables, as the control plane has them:
 *
 *	nftables_pernet.tables -> nft_table {chains, sets, objects, flowtables}
 *	nft_table.chains -> nft_chain.rules -> nft_rule {handle, dlen; data: nft_expr {ops, data}, the next one, ...}
 *
 * An expression is as long as its operations say, and has their type's name. All have a mask of the generations in which
 * they are not yet, or no longer, active. Of the expressions only the counters' data are read: in the others are addresses.
 */
#include "decode/net/netfilter/netfilter.h"

#include <string.h>

#include "core/hash.h"
#include "core/kit.h"
#include "decode/figure.h"
#include "decode/list.h"
#include "decode/net/device/net_device.h"

#define MAX_NODES (1u << 22) /* of all lists together */
#define NAME_SIZE 256 /* NFT_NAME_MAXLEN */
#define WORD 8 /* of a counter */
#define MS 1000

/* What the operations of an expression say. */
struct operations {
	uint32_t size; /* of the expression; 0: unknown */
	bool is_counter;
};

/* Rows of what an item has. */
struct rows {
	const char *what;
	enum pk_row_id link, name, handle, genmask;
};

struct reading {
	struct pk_ctx *ctx;
	struct pk_nft_ruleset *ruleset;
	uint64_t inactive; /* bit in a mask */
	uint64_t rule_data, expr_data; /* offsets */
	uint32_t nodes;
	struct pk_hash operations; /* by address */
};

/* Reads an item of OWNER's. Its name and handle have been read. */
typedef enum pk_status (*item_fn)(struct reading *reading, const struct pk_nft_item *item,
				  void *owner);

static enum pk_status fails(struct reading *reading, enum pk_status status, const char *what,
			    uint64_t addr)
{
	struct pk_ctx *ctx = reading->ctx;

	if (status != PK_NOT_CAPTURED)
		pk_warn(ctx, "nft %s %llx: %s", what, (unsigned long long)addr, pk_error(ctx));
	if (reading->ruleset->status == PK_OK)
		reading->ruleset->status = status;
	return status;
}

/* --- texts ------------------------------------------------------------------------------------------- */

static const char *keep(struct reading *reading, const char *text)
{
	const size_t size = strlen(text) + 1;
	char *kept = pk_arena_alloc(&reading->ruleset->texts, size);

	return kept ? memcpy(kept, text, size) : NULL;
}

static enum pk_status name_read(struct reading *reading, uint64_t addr, const char **ret_name)
{
	char name[NAME_SIZE];
	enum pk_status status = pk_read_string(reading->ctx, addr, name, sizeof(name));

	if (status != PK_OK)
		return status;
	*ret_name = keep(reading, name);
	return *ret_name ? PK_OK : pk_fail(reading->ctx, PK_NOMEM, "names of nft");
}

/* --- lists of items ------------------------------------------------------------------------------------ */

static enum pk_status item_read(struct reading *reading, uint64_t addr, const struct rows *rows,
				item_fn read, void *owner)
{
	struct pk_reader r = {.ctx = reading->ctx};
	struct pk_nft_item item = {.addr = addr};
	uint64_t genmask = pk_member(&r, addr, rows->genmask), name;

	item.handle = pk_member(&r, addr, rows->handle);
	if (!pk_ok(&r) || genmask & reading->inactive)
		return r.status;
	if (rows->name != PK_NR_ROWS) {
		name = pk_member(&r, addr, rows->name);
		pk_try(&r, name_read(reading, name, &item.name));
	}
	return pk_ok(&r) ? read(reading, &item, owner) : r.status;
}

/* The list that row HEAD of OBJECT leads to. OWNER is for READ. */
static enum pk_status list_read(struct reading *reading, uint64_t object, enum pk_row_id head,
				const struct rows *rows, item_fn read, void *owner)
{
	struct pk_reader r = {.ctx = reading->ctx};
	uint64_t list = pk_member_at(&r, object, head), link = pk_offset(&r, rows->link);
	enum pk_status status;

	pk_list_for_each (node, &r, list) {
		if (reading->nodes++ >= MAX_NODES)
			status = pk_fail(r.ctx, PK_LIMIT, "more than %u nodes", MAX_NODES);
		else
			status = item_read(reading, node - link, rows, read, owner);
		if (status != PK_OK)
			fails(reading, status, rows->what, node - link);
		if (reading->nodes > MAX_NODES || status == PK_NOMEM)
			break;
	}
	return pk_ok(&r) ? PK_OK : fails(reading, r.status, rows->what, object);
}

/* --- counters ------------------------------------------------------------------------------------------ */

/* Summed over the CPUs. PRIVATE is that of an expression or of an object. */
static void counter_read(struct pk_ctx *ctx, uint64_t private, struct pk_figure *ret_packets,
			 struct pk_figure *ret_bytes)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t addr = pk_member(&r, private, PK_R_nft_counter_percpu), words[2];
	uint64_t packets = pk_offset(&r, PK_R_nft_counter_packets);
	uint64_t bytes = pk_offset(&r, PK_R_nft_counter_bytes);

	if (packets + bytes != WORD)
		pk_try(&r, pk_fail(ctx, PK_UNSUPPORTED, "a counter of more than two words"));
	pk_try(&r, pk_percpu_words(ctx, addr, WORD, PK_ARRAY_SIZE(words), words));
	*ret_packets = *ret_bytes = pk_figure_none(r.status);
	if (!pk_ok(&r))
		return;
	ret_packets->value = words[packets / WORD];
	ret_bytes->value = words[bytes / WORD];
}

/* A failure is in the figures: the first of all is told. */
static void counter_checked(struct reading *reading, const struct pk_figure *packets, uint64_t addr)
{
	if (packets->status != PK_OK)
		fails(reading, packets->status, "counter", addr);
}

/* --- rules --------------------------------------------------------------------------------------------- */

static enum pk_status operations_read(struct pk_ctx *ctx, uint64_t addr,
				      struct operations *ret_operations)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t size = pk_member(&r, addr, PK_R_nft_expr_ops_size);
	uint64_t type = pk_member(&r, addr, PK_R_nft_expr_ops_type);
	uint64_t name = pk_member(&r, type, PK_R_nft_expr_type_name);
	char text[NAME_SIZE];

	if (pk_try(&r, pk_read_string(ctx, name, text, sizeof(text))))
		*ret_operations = (struct operations){.size = (uint32_t)size,
						      .is_counter = !strcmp(text, "counter")};
	return r.status;
}

static enum pk_status operations_of(struct reading *reading, uint64_t expr,
				    const struct operations **ret_operations)
{
	struct pk_ctx *ctx = reading->ctx;
	struct operations *operations;
	uint64_t addr;
	enum pk_status status = pk_member_uint(ctx, expr, PK_R_nft_expr_ops, &addr);

	if (status != PK_OK)
		return status;
	operations = pk_hash_get(&reading->operations, addr);
	if (operations) {
		*ret_operations = operations;
		return PK_OK;
	}
	operations = pk_arena_alloc(&reading->ruleset->texts, sizeof(*operations));
	if (!operations)
		return pk_fail(ctx, PK_NOMEM, "operations of nft");
	status = operations_read(ctx, addr, operations);
	if (status != PK_OK)
		return pk_wrap(ctx, status, "operations %llx", (unsigned long long)addr);
	if (!pk_hash_put(&reading->operations, addr, operations))
		return pk_fail(ctx, PK_NOMEM, "operations of nft");
	*ret_operations = operations;
	return PK_OK;
}

static enum pk_status rule_counter_read(struct reading *reading, uint64_t expr, uint64_t handle,
					struct pk_nft_chain *chain)
{
	struct pk_nft_ruleset *ruleset = reading->ruleset;
	struct pk_nft_counter counter = {.handle = handle, .rule = chain->rules.value};

	if (!pk_grow(ruleset->counters, ruleset->nr_counters, ruleset->room_counters))
		return pk_fail(reading->ctx, PK_NOMEM, "counters of nft");
	counter_read(reading->ctx, expr + reading->expr_data, &counter.packets, &counter.bytes);
	counter_checked(reading, &counter.packets, expr);
	ruleset->counters[ruleset->nr_counters++] = counter;
	chain->counters.nr++;
	return PK_OK;
}

static enum pk_status rule_read(struct reading *reading, const struct pk_nft_item *item,
				void *owner)
{
	struct pk_nft_chain *chain = owner;
	const uint64_t data = item->addr + reading->rule_data;
	uint64_t len, at = 0;
	enum pk_status status = pk_member_uint(reading->ctx, item->addr, PK_R_nft_listed_len, &len);

	chain->rules.value++;
	while (status == PK_OK && at < len) {
		const struct operations *operations;

		status = operations_of(reading, data + at, &operations);
		if (status != PK_OK)
			return status;
		if (operations->size < reading->expr_data || operations->size > len - at)
			return pk_fail(reading->ctx, PK_CORRUPT,
				       "an expression of %u bytes at %llu of %llu",
				       operations->size, (unsigned long long)at,
				       (unsigned long long)len);
		if (operations->is_counter)
			status = rule_counter_read(reading, data + at, item->handle, chain);
		at += operations->size;
	}
	return status;
}

/* --- devices ------------------------------------------------------------------------------------------- */

/* By name, without its NUL where all names that begin so are meant; before, by device. */
static void hook_name_read(struct pk_reader *r, uint64_t hook, char name[], size_t size)
{
	const bool by_name = pk_has(r->ctx, PK_R_nft_hook_ifname);
	uint64_t at = by_name ? pk_member_at(r, hook, PK_R_nft_hook_ifname)
			      : pk_member(r, hook, PK_R_nft_hook_dev);

	if (!by_name)
		at = pk_member_at(r, at, PK_R_netdev_name);
	pk_try(r, pk_read_string(r->ctx, at, name, size - 1));
	if (by_name && pk_ok(r) && pk_member(r, hook, PK_R_nft_hook_ifnamelen) == strlen(name) &&
	    pk_ok(r))
		strcat(name, "*");
}

static enum pk_status devices_read(struct reading *reading, uint64_t object, enum pk_row_id head,
				   struct pk_nft_part *ret_part)
{
	struct pk_nft_ruleset *ruleset = reading->ruleset;
	struct pk_reader r = {.ctx = reading->ctx};
	uint64_t list = pk_member_at(&r, object, head), link = pk_offset(&r, PK_R_nft_hook_link);
	const char *kept;
	char name[18];

	ret_part->first = ruleset->nr_devices;
	pk_list_for_each (node, &r, list) {
		hook_name_read(&r, node - link, name, sizeof(name));
		kept = pk_ok(&r) ? keep(reading, name) : NULL;
		if (pk_ok(&r) && reading->nodes++ >= MAX_NODES)
			pk_try(&r, pk_fail(r.ctx, PK_LIMIT, "more than %u nodes", MAX_NODES));
		else if (!kept ||
			 !pk_grow(ruleset->devices, ruleset->nr_devices, ruleset->room_devices))
			pk_try(&r, pk_fail(r.ctx, PK_NOMEM, "devices of nft"));
		if (!pk_ok(&r))
			break;
		ruleset->devices[ruleset->nr_devices++] = kept;
		ret_part->nr++;
	}
	return r.status;
}

/* --- chains -------------------------------------------------------------------------------------------- */

static bool is_of_devices(uint64_t family, uint64_t hook)
{
	const char *name = pk_nft_hook_name(family, hook);

	return name && (!strcmp(name, "ingress") || !strcmp(name, "egress"));
}

static enum pk_status base_read(struct reading *reading, const struct pk_nft_table *table,
				struct pk_nft_chain *chain)
{
	struct pk_reader r = {.ctx = reading->ctx};
	uint64_t base = chain->item.addr - pk_offset(&r, PK_R_nft_base_chain), hook, type;

	if (!pk_ok(&r))
		return r.status;
	hook = pk_member(&r, base, PK_R_nft_base_hook);
	chain->priority.value = pk_member(&r, base, PK_R_nft_base_priority);
	chain->policy.value = pk_member(&r, base, PK_R_nft_base_policy);
	type = pk_member(&r, base, PK_R_nft_base_type);
	chain->priority.status = chain->policy.status = r.status;
	type = pk_member(&r, type, PK_R_nft_chain_type_name);
	if (!pk_try(&r, name_read(reading, type, &chain->type)))
		return r.status;
	chain->hook = pk_nft_hook_name(table->family, hook);
	return is_of_devices(table->family, hook)
		       ? devices_read(reading, base, PK_R_nft_base_hooks, &chain->devices)
		       : PK_OK;
}

static enum pk_status chain_read(struct reading *reading, const struct pk_nft_item *item,
				 void *owner)
{
	static const struct rows rules = {"rule", PK_R_nft_rule_link, PK_NR_ROWS,
					  PK_R_nft_listed_handle, PK_R_nft_listed_genmask};
	struct pk_nft_ruleset *ruleset = reading->ruleset;
	struct pk_nft_chain chain = {.item = *item, .counters.first = ruleset->nr_counters};
	uint64_t flags;
	enum pk_status status =
		pk_member_uint(reading->ctx, item->addr, PK_R_nft_chain_flags, &flags);

	if (status != PK_OK)
		return status;
	if (!pk_grow(ruleset->chains, ruleset->nr_chains, ruleset->room_chains))
		return pk_fail(reading->ctx, PK_NOMEM, "chains of nft");
	chain.use = pk_figure_member(reading->ctx, item->addr, PK_R_nft_chain_use);
	chain.is_base = flags & PK_NFT_CHAIN_BASE;
	if (chain.is_base) {
		status = base_read(reading, owner, &chain);
		if (status != PK_OK)
			fails(reading, status, "base chain", item->addr);
	}
	status = list_read(reading, item->addr, PK_R_nft_chain_rules, &rules, rule_read, &chain);
	chain.rules.status = status;
	ruleset->chains[ruleset->nr_chains++] = chain;
	return PK_OK;
}

/* --- objects ------------------------------------------------------------------------------------------- */

static void quota_read(struct pk_ctx *ctx, uint64_t private, struct pk_nft_object *object)
{
	const struct pk_row_value *row = pk_layout_get(ctx, PK_R_nft_quota_consumed);
	struct pk_figure flags = pk_figure_member(ctx, private, PK_R_nft_quota_flags);

	object->quota = pk_figure_member(ctx, private, PK_R_nft_quota_quota);
	object->used = pk_figure_member(ctx, private, PK_R_nft_quota_consumed);
	if (object->used.status == PK_OK && row->member.is_pointer)
		object->used = pk_figure_at(ctx, object->used.value, WORD);
	object->over = flags.status == PK_OK && flags.value & 1; /* NFT_QUOTA_F_INV */
}

static enum pk_status object_read(struct reading *reading, const struct pk_nft_item *item,
				  void *owner)
{
	struct pk_ctx *ctx = reading->ctx;
	struct pk_reader r = {.ctx = ctx};
	struct pk_nft_ruleset *ruleset = reading->ruleset;
	struct pk_nft_object object = {.item = *item};
	uint64_t ops, type;
	uint64_t data = pk_offset(&r, PK_R_nft_object_data);

	(void)owner;
	ops = pk_member(&r, item->addr, PK_R_nft_object_ops);
	type = pk_member(&r, ops, PK_R_nft_object_ops_type);
	type = pk_member(&r, type, PK_R_nft_object_type_type);
	if (!pk_ok(&r))
		return r.status;
	if (!pk_grow(ruleset->objects, ruleset->nr_objects, ruleset->room_objects))
		return pk_fail(ctx, PK_NOMEM, "objects of nft");
	object.type = (uint32_t)type;
	if (type == PK_NFT_OBJECT_COUNTER) {
		counter_read(ctx, item->addr + data, &object.packets, &object.bytes);
		counter_checked(reading, &object.packets, item->addr);
	} else if (type == PK_NFT_OBJECT_QUOTA) {
		quota_read(ctx, item->addr + data, &object);
		if (object.used.status != PK_OK)
			fails(reading, object.used.status, "quota", item->addr);
	}
	ruleset->objects[ruleset->nr_objects++] = object;
	return PK_OK;
}

/* --- sets ---------------------------------------------------------------------------------------------- */

/* "rbtree" of nft_set_rbtree_type, which begins with the set's operations. */
static const char *backend_of(struct reading *reading, uint64_t ops)
{
	static const char prefix[] = "nft_set_", suffix[] = "_type";
	struct pk_symbol symbol;
	char *end;

	if (pk_symbol_at(reading->ctx, ops, &symbol) != PK_OK || symbol.addr != ops ||
	    strncmp(symbol.name, prefix, strlen(prefix)))
		return NULL;
	end = strstr(symbol.name, suffix);
	if (!end || end[strlen(suffix)])
		return NULL;
	*end = '\0';
	return keep(reading, symbol.name + strlen(prefix));
}

static struct pk_figure positive(struct pk_figure figure)
{
	return figure.status == PK_OK && !figure.value ? pk_figure_none(PK_ABSENT) : figure;
}

static void limit_read(struct pk_ctx *ctx, uint64_t ops, struct pk_nft_set *set)
{
	const uint64_t addr = set->item.addr;
	struct pk_figure deactivated = pk_figure_member(ctx, addr, PK_R_nft_set_deactivated);
	struct pk_figure counted = pk_figure_member(ctx, addr, PK_R_nft_set_counted);
	struct pk_figure usize = pk_figure_none(PK_ABSENT);
	bool in_intervals;

	if (pk_has(ctx, PK_R_nft_set_ops_usize))
		usize = pk_figure_member(ctx, ops, PK_R_nft_set_ops_usize);
	in_intervals = usize.status == PK_OK && usize.value;
	set->limit = set->size = positive(pk_figure_member(ctx, addr, PK_R_nft_set_size));
	set->elements = pk_nft_set_elements(ctx, set, counted);
	if (set->limit.status != PK_OK)
		return;
	if (usize.status != PK_OK && usize.status != PK_ABSENT)
		set->size = usize;
	else if (in_intervals && set->backend && !strcmp(set->backend, "rbtree"))
		set->size.value /= 2; /* nft_rbtree_usize() */
	else if (in_intervals)
		set->size = pk_figure_none(PK_UNSUPPORTED);
	/* As atomic_add_unless() tests. Where it is in intervals, the element that marks the tree's end comes on top
	 * (nft_rbtree_adjust_maxsize()). */
	set->full = counted.status == PK_OK && deactivated.status == PK_OK &&
		    counted.value == set->limit.value + deactivated.value + in_intervals;
}

static struct pk_figure timeout_read(struct pk_ctx *ctx, uint64_t set)
{
	struct pk_figure timeout = positive(pk_figure_member(ctx, set, PK_R_nft_set_timeout));
	uint64_t hz;
	enum pk_status status;

	if (timeout.status != PK_OK)
		return timeout;
	status = pk_hz_read(ctx, &hz);
	if (status != PK_OK)
		return pk_figure_none(status);
	timeout.value = timeout.value / hz * MS + timeout.value % hz * MS / hz;
	return timeout;
}

static enum pk_status set_read(struct reading *reading, const struct pk_nft_item *item, void *owner)
{
	struct pk_ctx *ctx = reading->ctx;
	struct pk_nft_ruleset *ruleset = reading->ruleset;
	struct pk_nft_set set = {.item = *item};
	uint64_t flags, key, data, object, ops;
	enum pk_status status = pk_member_uints(
		ctx, item->addr,
		PK_WANTED({PK_R_nft_set_flags, &flags}, {PK_R_nft_set_key_type, &key},
			  {PK_R_nft_set_data_type, &data}, {PK_R_nft_set_object_type, &object},
			  {PK_R_nft_set_ops, &ops}));

	(void)owner;
	if (status != PK_OK)
		return status;
	if (!pk_grow(ruleset->sets, ruleset->nr_sets, ruleset->room_sets))
		return pk_fail(ctx, PK_NOMEM, "sets of nft");
	set.flags = (uint32_t)flags;
	set.key_type = (uint32_t)key;
	set.data_type = (uint32_t)data;
	set.object_type = (uint32_t)object;
	set.backend = backend_of(reading, ops);
	set.timeout_ms = timeout_read(ctx, item->addr);
	set.gc_interval_ms = positive(pk_figure_member(ctx, item->addr, PK_R_nft_set_gc_interval));
	limit_read(ctx, ops, &set);
	if (set.elements.status != PK_OK)
		fails(reading, set.elements.status, "set", item->addr);
	ruleset->sets[ruleset->nr_sets++] = set;
	return PK_OK;
}

/* --- flowtables ---------------------------------------------------------------------------------------- */

static enum pk_status flowtable_read(struct reading *reading, const struct pk_nft_item *item,
				     void *owner)
{
	struct pk_ctx *ctx = reading->ctx;
	struct pk_nft_ruleset *ruleset = reading->ruleset;
	struct pk_nft_flowtable flowtable = {.item = *item};
	struct pk_figure hook = pk_figure_member(ctx, item->addr, PK_R_nft_flowtable_hook);
	enum pk_status status;

	(void)owner;
	if (!pk_grow(ruleset->flowtables, ruleset->nr_flowtables, ruleset->room_flowtables))
		return pk_fail(ctx, PK_NOMEM, "flowtables of nft");
	if (hook.status == PK_OK) /* whatever its table's family */
		flowtable.hook = pk_nft_hook_name(PK_NFT_NETDEV, hook.value);
	flowtable.priority = pk_figure_member(ctx, item->addr, PK_R_nft_flowtable_priority);
	flowtable.entries = pk_figure_member(ctx, item->addr, PK_R_nft_flowtable_entries);
	status = devices_read(reading, item->addr, PK_R_nft_flowtable_hooks, &flowtable.devices);
	ruleset->flowtables[ruleset->nr_flowtables++] = flowtable;
	return status;
}

/* --- tables -------------------------------------------------------------------------------------------- */

static const struct rows chain_rows = {"chain", PK_R_nft_chain_link, PK_R_nft_chain_name,
				       PK_R_nft_chain_handle, PK_R_nft_chain_genmask};
static const struct rows set_rows = {"set", PK_R_nft_set_link, PK_R_nft_set_name,
				     PK_R_nft_set_handle, PK_R_nft_set_genmask};
static const struct rows object_rows = {"object", PK_R_nft_object_link, PK_R_nft_object_name,
					PK_R_nft_object_handle, PK_R_nft_object_genmask};
static const struct rows flowtable_rows = {"flowtable", PK_R_nft_flowtable_link,
					   PK_R_nft_flowtable_name, PK_R_nft_flowtable_handle,
					   PK_R_nft_flowtable_genmask};

/* A list that breaks off has said so. */
static enum pk_status table_read(struct reading *reading, const struct pk_nft_item *item,
				 void *owner)
{
	struct pk_nft_ruleset *ruleset = reading->ruleset;
	struct pk_nft_table table = {.item = *item};
	const uint64_t addr = item->addr;
	uint64_t family, flags;
	enum pk_status status = pk_member_uints(
		reading->ctx, addr,
		PK_WANTED({PK_R_nft_table_family, &family}, {PK_R_nft_table_flags, &flags}));

	(void)owner;
	if (status != PK_OK)
		return status;
	if (!pk_grow(ruleset->tables, ruleset->nr_tables, ruleset->room_tables))
		return pk_fail(reading->ctx, PK_NOMEM, "tables of nft");
	table.family = (uint32_t)family;
	table.flags = (uint32_t)flags;
	table.use = pk_figure_member(reading->ctx, addr, PK_R_nft_table_use);
	table.chains.first = ruleset->nr_chains;
	table.sets.first = ruleset->nr_sets;
	table.objects.first = ruleset->nr_objects;
	table.flowtables.first = ruleset->nr_flowtables;
	list_read(reading, addr, PK_R_nft_table_chains, &chain_rows, chain_read, &table);
	list_read(reading, addr, PK_R_nft_table_sets, &set_rows, set_read, NULL);
	list_read(reading, addr, PK_R_nft_table_objects, &object_rows, object_read, NULL);
	list_read(reading, addr, PK_R_nft_table_flowtables, &flowtable_rows, flowtable_read, NULL);
	table.chains.nr = ruleset->nr_chains - table.chains.first;
	table.sets.nr = ruleset->nr_sets - table.sets.first;
	table.objects.nr = ruleset->nr_objects - table.objects.first;
	table.flowtables.nr = ruleset->nr_flowtables - table.flowtables.first;
	ruleset->tables[ruleset->nr_tables++] = table;
	return PK_OK;
}

/* What the list of tables is in, and its row; PK_ABSENT: there is none. */
static enum pk_status tables_locate(struct pk_ctx *ctx, uint64_t net, uint64_t *ret_object,
				    enum pk_row_id *ret_head)
{
	struct pk_reader r = {.ctx = ctx};
	struct pk_figure own;
	uint64_t offset, first;

	if (pk_layout_get(ctx, PK_R_nft_table_chains)->state == PK_ROW_ABSENT)
		return pk_none(ctx, PK_ABSENT); /* the module is not loaded */
	own = pk_netns_own(ctx, net, PK_R_nf_tables_net_id);
	*ret_head = PK_R_nft_net_tables;
	*ret_object = own.value;
	if (own.status == PK_OK)
		return own.value ? PK_OK : pk_none(ctx, PK_ABSENT);
	if (own.status != PK_ABSENT)
		return pk_fail(ctx, own.status, "what nf_tables keeps for a namespace");
	*ret_head = PK_R_net_nft_tables;
	*ret_object = net;
	offset = pk_offset(&r, PK_R_net_nft_tables);
	first = pk_pointer(&r, net + offset);
	return pk_ok(&r) && !first ? pk_none(ctx, PK_ABSENT) : r.status; /* not begun */
}

static enum pk_status begin(struct reading *reading, uint64_t net)
{
	struct pk_reader r = {.ctx = reading->ctx};
	uint64_t generation;

	reading->rule_data = pk_offset(&r, PK_R_nft_listed_data);
	reading->expr_data = pk_offset(&r, PK_R_nft_expr_data);
	generation = pk_member(&r, net, PK_R_net_nft_gencursor);
	if (generation > 1)
		pk_try(&r, pk_fail(reading->ctx, PK_CORRUPT, "nft's generation %llu",
				   (unsigned long long)generation));
	if (r.status == PK_ABSENT || (pk_ok(&r) && !reading->expr_data))
		r.status = pk_fail(reading->ctx, PK_UNSUPPORTED, "an older form of rules");
	if (pk_ok(&r))
		reading->inactive = 1ull << generation;
	return r.status;
}

void pk_nft_ruleset_read(struct pk_ctx *ctx, uint64_t net, struct pk_nft_ruleset *ret_ruleset)
{
	static const struct rows table_rows = {"table", PK_R_nft_table_link, PK_R_nft_table_name,
					       PK_R_nft_table_handle, PK_R_nft_table_genmask};
	struct reading reading = {.ctx = ctx, .ruleset = ret_ruleset};
	enum pk_row_id head;
	uint64_t object;
	enum pk_status status;

	*ret_ruleset = (struct pk_nft_ruleset){.status = PK_OK};
	status = tables_locate(ctx, net, &object, &head);
	if (status == PK_OK)
		status = begin(&reading, net);
	ret_ruleset->status = status;
	if (status != PK_OK && status != PK_ABSENT && status != PK_NOT_CAPTURED)
		pk_warn(ctx, "nft: %s", pk_error(ctx));
	else if (status == PK_OK)
		list_read(&reading, object, head, &table_rows, table_read, NULL);
	pk_hash_deinit(&reading.operations, NULL);
}
