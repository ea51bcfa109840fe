// SPDX-License-Identifier: GPL-3.0-or-later
/* What nft has in a namespace, in which generation, and what of damaged lists. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "decode/net/netfilter/netfilter.h"
#include "fake_net.h"
#include "render/views.h"

#define NET_ID (FAKE_GLOBALS + 0x8000)
#define JIFFIES (FAKE_GLOBALS + 0x8010)
#define CLOCK (FAKE_GLOBALS + 0x8020)
#define RBTREE (FAKE_GLOBALS + 0x8040) /* nft_set_rbtree_type */
#define PERCPU (FAKE_GLOBALS + 0x9000) /* of CPU 0 */
#define NFT (FAKE_DIRECT + 0x100)
#define TABLE (FAKE_DIRECT + 0x200)
#define BASE (FAKE_DIRECT + 0x300) /* its chain is CHAIN */
#define CHAIN (BASE + 64)
#define RULE(n) (FAKE_DIRECT + 0x400 + 0x80 * (uint64_t)(n))
#define OPS(n) (FAKE_DIRECT + 0x800 + 0x40 * (uint64_t)(n)) /* of a payload, of a counter */
#define NAME(n) (FAKE_DIRECT + 0xa00 + 0x20 * (uint64_t)(n))
#define OBJECT(n) (FAKE_DIRECT + 0xc00 + 0x80 * (uint64_t)(n))
#define SET (FAKE_DIRECT + 0xe00)
#define FLOWTABLE (FAKE_DIRECT + 0xf00)
#define HOOK(n) (FAKE_DIRECT + 0x1000 + 0x40 * (uint64_t)(n))
#define CONSUMED (FAKE_DIRECT + 0x1100)
#define CURSOR (FAKE_INIT_NET + 0x800)
#define OPERATIONS (FAKE_GLOBALS + 0x8080) /* of a set */
#define NODE(n) (FAKE_DIRECT + 0x1200 + 0x40 * (uint64_t)(n))
#define DAMAGED 0xdead0000

#define TYPE(type) "struct " type "@nf_tables"
static const struct fake_member members[] = {
	{"struct net", "gen", 48, 8, .is_pointer = true},
	{"struct net", "nft.gencursor", 0x800, .size = 1},
	{"struct net_generic", "s.len", 0, .size = 4},
	{"struct clocksource", "mult", 0, .size = 4},
	{"struct clocksource", "shift", 4, .size = 4},
	{TYPE("nftables_pernet"), "tables", 0, .size = 16},
	{TYPE("nft_table"), "list", 0, .size = 16},
	{TYPE("nft_table"), "chains", 16, .size = 16},
	{TYPE("nft_table"), "sets", 32, .size = 16},
	{TYPE("nft_table"), "objects", 48, .size = 16},
	{TYPE("nft_table"), "flowtables", 64, .size = 16},
	{TYPE("nft_table"), "handle", 80, .size = 8},
	{TYPE("nft_table"), "use", 88, .size = 4},
	{TYPE("nft_table"), "family", 96, 2, .bit_offset = 0, .bit_size = 6},
	{TYPE("nft_table"), "flags", 96, 2, .bit_offset = 6, .bit_size = 8},
	{TYPE("nft_table"), "genmask", 96, 2, .bit_offset = 14, .bit_size = 2},
	{TYPE("nft_table"), "name", 104, 8, .is_pointer = true},
	{TYPE("nft_base_chain"), "ops.hooknum", 0, .size = 4},
	{TYPE("nft_base_chain"), "ops.priority", 4, 4, .is_signed = true},
	{TYPE("nft_base_chain"), "type", 8, 8, .is_pointer = true},
	{TYPE("nft_base_chain"), "policy", 16, .size = 1},
	{TYPE("nft_base_chain"), "hook_list", 24, .size = 16},
	{TYPE("nft_base_chain"), "chain", 64, .size = 56},
	{TYPE("nft_chain_type"), "name", 0, 8, .is_pointer = true},
	{TYPE("nft_chain"), "rules", 0, .size = 16},
	{TYPE("nft_chain"), "list", 16, .size = 16},
	{TYPE("nft_chain"), "handle", 32, .size = 8},
	{TYPE("nft_chain"), "use", 40, .size = 4},
	{TYPE("nft_chain"), "flags", 44, 1, .bit_offset = 0, .bit_size = 5},
	{TYPE("nft_chain"), "genmask", 44, 1, .bit_offset = 6, .bit_size = 2},
	{TYPE("nft_chain"), "name", 48, 8, .is_pointer = true},
	{TYPE("nft_hook"), "list", 0, .size = 16},
	{TYPE("nft_hook"), "ifname", 16, 16, .is_array = true, .elements = 16},
	{TYPE("nft_hook"), "ifnamelen", 32, .size = 1},
	{TYPE("nft_rule"), "list", 0, .size = 16},
	{TYPE("nft_rule"), "handle", 16, 8, .bit_offset = 0, .bit_size = 42},
	{TYPE("nft_rule"), "genmask", 16, 8, .bit_offset = 42, .bit_size = 2},
	{TYPE("nft_rule"), "dlen", 16, 8, .bit_offset = 44, .bit_size = 12},
	{TYPE("nft_rule"), "data", 24, .size = 0, .is_array = true},
	{TYPE("nft_expr"), "ops", 0, 8, .is_pointer = true},
	{TYPE("nft_expr"), "data", 8, .size = 0, .is_array = true},
	{TYPE("nft_expr_ops"), "size", 0, .size = 4},
	{TYPE("nft_expr_ops"), "type", 8, 8, .is_pointer = true},
	{TYPE("nft_expr_type"), "name", 0, 8, .is_pointer = true},
	{TYPE("nft_counter_percpu_priv"), "counter", 0, 8, .is_pointer = true},
	{TYPE("nft_counter"), "bytes", 0, .size = 8},
	{TYPE("nft_counter"), "packets", 8, .size = 8},
	{"struct nft_quota@nft_quota", "quota", 0, .size = 8},
	{"struct nft_quota@nft_quota", "consumed", 8, 8, .is_pointer = true},
	{"struct nft_quota@nft_quota", "flags", 16, .size = 8},
	{TYPE("nft_object"), "list", 0, .size = 16},
	{TYPE("nft_object"), "key.name", 16, 8, .is_pointer = true},
	{TYPE("nft_object"), "genmask", 24, 4, .bit_offset = 0, .bit_size = 2},
	{TYPE("nft_object"), "handle", 32, .size = 8},
	{TYPE("nft_object"), "ops", 40, 8, .is_pointer = true},
	{TYPE("nft_object"), "data", 48, .size = 0, .is_array = true},
	{TYPE("nft_object_ops"), "type", 0, 8, .is_pointer = true},
	{TYPE("nft_object_type"), "type", 8, .size = 4},
	{TYPE("nft_set"), "list", 0, .size = 16},
	{TYPE("nft_set"), "name", 16, 8, .is_pointer = true},
	{TYPE("nft_set"), "handle", 24, .size = 8},
	{TYPE("nft_set"), "ktype", 32, .size = 4},
	{TYPE("nft_set"), "dtype", 36, .size = 4},
	{TYPE("nft_set"), "objtype", 40, .size = 4},
	{TYPE("nft_set"), "size", 44, .size = 4},
	{TYPE("nft_set"), "nelems", 48, 4, .is_signed = true},
	{TYPE("nft_set"), "ndeact", 52, .size = 4},
	{TYPE("nft_set"), "timeout", 56, .size = 8},
	{TYPE("nft_set"), "gc_int", 64, .size = 4},
	{TYPE("nft_set"), "ops", 72, 8, .is_pointer = true},
	{TYPE("nft_set"), "flags", 80, 2, .bit_offset = 0, .bit_size = 13},
	{TYPE("nft_set"), "genmask", 80, 2, .bit_offset = 14, .bit_size = 2},
	{TYPE("nft_set_ops"), "usize", 0, 8, .is_pointer = true},
	{TYPE("nft_set"), "data", 88, .size = 0, .is_array = true},
	{TYPE("nft_rhash"), "ht.nelems", 8, 4, .is_signed = true},
	{TYPE("nft_hash"), "buckets", 4, .size = 4},
	{TYPE("nft_hash"), "table", 8, .size = 0, .is_array = true},
	{TYPE("nft_bitmap"), "list", 0, .size = 16},
	{TYPE("nft_rbtree"), "root", 0, .size = 8},
	{TYPE("nft_pipapo"), "match", 0, 8, .is_pointer = true},
	{TYPE("nft_pipapo_match"), "field_count", 0, .size = 1},
	{TYPE("nft_pipapo_match"), "f", 8, .size = 0, .is_array = true},
	{TYPE("nft_pipapo_field"), "rules", 0, .size = 4},
	{TYPE("nft_pipapo_field"), "mt", 8, 8, .is_pointer = true},
	{"struct rb_node", "rb_right", 8, 8, .is_pointer = true},
	{"struct rb_node", "rb_left", 16, 8, .is_pointer = true},
	{TYPE("nft_flowtable"), "list", 0, .size = 16},
	{TYPE("nft_flowtable"), "name", 16, 8, .is_pointer = true},
	{TYPE("nft_flowtable"), "handle", 24, .size = 8},
	{TYPE("nft_flowtable"), "genmask", 32, 4, .bit_offset = 0, .bit_size = 2},
	{TYPE("nft_flowtable"), "hooknum", 36, .size = 4},
	{TYPE("nft_flowtable"), "hook_list", 40, .size = 16},
	{TYPE("nft_flowtable"), "data.priority", 56, 4, .is_signed = true},
	{TYPE("nft_flowtable"), "data.rhashtable.nelems", 60, 4, .is_signed = true},
};

static void put_name(struct fake_target *fake, uint64_t pointer, unsigned n, const char *name)
{
	fake_put(fake, pointer, 8, NAME(n));
	fake_put_string(fake, NAME(n), name);
}

/* A payload's expression of 24 bytes, and a counter of 16. */
static void put_rule(struct fake_target *fake, unsigned n, uint64_t handle, uint64_t genmask)
{
	fake_put(fake, RULE(n) + 16, 8, handle | genmask << 42 | 40ull << 44);
	fake_put(fake, RULE(n) + 24, 8, OPS(0));
	fake_put(fake, RULE(n) + 48, 8, OPS(1));
	fake_put(fake, RULE(n) + 56, 8, PERCPU + 0x20 * n);
	for (unsigned cpu = 0; cpu < 2; cpu++) {
		fake_put(fake, PERCPU + 0x1000 * cpu + 0x20 * n, 8, 1000 + n);
		fake_put(fake, PERCPU + 0x1000 * cpu + 0x20 * n + 8, 8, 10 + n);
	}
	/* reset on the other CPU */
	fake_put(fake, PERCPU + 0x1000 + 8, 8, (uint64_t)-3);
}

static void put_operations(struct fake_target *fake)
{
	static const char *const names[] = {"payload", "counter"};

	for (unsigned n = 0; n < 2; n++) {
		fake_put(fake, OPS(n), 4, n ? 16 : 24);
		fake_put(fake, OPS(n) + 8, 8, OPS(n) + 16);
		put_name(fake, OPS(n) + 16, n, names[n]);
	}
}

static void put_objects(struct fake_target *fake)
{
	for (unsigned n = 0; n < 2; n++) {
		put_name(fake, OBJECT(n) + 16, 2 + n, n ? "daily" : "web");
		fake_put(fake, OBJECT(n) + 32, 8, 40 + n);
		fake_put(fake, OBJECT(n) + 40, 8, OBJECT(n) + 80);
		fake_put(fake, OBJECT(n) + 80, 8, OBJECT(n) + 88);
		fake_put(fake, OBJECT(n) + 96, 4, n + 1);
	}
	fake_put(fake, OBJECT(0) + 48, 8, PERCPU + 0x100);
	fake_put(fake, PERCPU + 0x100, 8, 5000);
	fake_put(fake, PERCPU + 0x1108, 8, 50);
	fake_put(fake, OBJECT(1) + 48, 8, 1 << 20);
	fake_put(fake, OBJECT(1) + 56, 8, CONSUMED);
	fake_put(fake, OBJECT(1) + 64, 8, 1);
	fake_put(fake, CONSUMED, 8, 777);
}

static void put_set(struct fake_target *fake)
{
	put_name(fake, SET + 16, 4, "blocked");
	fake_put(fake, SET + 24, 8, 50);
	fake_put(fake, SET + 32, 4, 7 << 6 | 13); /* ipv4_addr . inet_service */
	fake_put(fake, SET + 44, 4, 6);
	fake_put(fake, SET + 48, 4, 5);
	fake_put(fake, SET + 56, 8, 2500); /* of 1000 Hz */
	fake_put(fake, SET + 64, 4, 30000);
	fake_put(fake, SET + 72, 8, RBTREE);
	fake_put(fake, SET + 80, 2, 0x14);
}

static void put_flowtable(struct fake_target *fake)
{
	put_name(fake, FLOWTABLE + 16, 5, "fast");
	fake_put(fake, FLOWTABLE + 24, 8, 60);
	fake_put(fake, FLOWTABLE + 56, 4, (uint32_t)-7);
	fake_put(fake, FLOWTABLE + 60, 4, 8);
	fake_put_string(fake, HOOK(0) + 16, "eth");
	fake_put(fake, HOOK(0) + 32, 1, 3); /* without its NUL: a prefix */
	fake_put_string(fake, HOOK(1) + 16, "lo");
	fake_put(fake, HOOK(1) + 32, 1, 3);
}

/* Table inet shop with base chain in of two rules and one of the other generation, a counter, a quota, a set, a flowtable. */
static int setup(void **state)
{
	struct fake_machine *machine = fake_net_machine(members, ARRAY_SIZE(members));
	struct fake_target *fake = &machine->fake;

	fake_cpus(fake, 2);
	fake->percpu[1] = 0x1000;
	fake_net_generic(fake, "nf_tables", "nf_tables_net_id", NET_ID, NFT);
	fake_module_symbol(fake, "nf_tables", "nft_set_rbtree_type", RBTREE, 64);
	fake_symbol(fake, "jiffies", JIFFIES, 8);
	fake_symbol(fake, "clocksource_jiffies", CLOCK, 8);
	fake_put(fake, CLOCK, 4, 1000000u << 8);
	fake_put(fake, CLOCK + 4, 4, 8);
	fake_put_list(fake, (uint64_t[]){NFT, TABLE}, 2);
	fake_put_list(fake, (uint64_t[]){TABLE + 16, CHAIN + 16}, 2);
	fake_put_list(fake, (uint64_t[]){TABLE + 32, SET}, 2);
	fake_put_list(fake, (uint64_t[]){TABLE + 48, OBJECT(0), OBJECT(1)}, 3);
	fake_put_list(fake, (uint64_t[]){TABLE + 64, FLOWTABLE}, 2);
	fake_put_list(fake, (uint64_t[]){CHAIN, RULE(0), RULE(1), RULE(2)}, 4);
	fake_put_list(fake, (uint64_t[]){FLOWTABLE + 40, HOOK(0), HOOK(1)}, 3);
	fake_put(fake, TABLE + 80, 8, 9);
	fake_put(fake, TABLE + 88, 4, 5);
	fake_put(fake, TABLE + 96, 2, 1 | PK_NFT_TABLE_DORMANT << 6);
	put_name(fake, TABLE + 104, 6, "shop");
	fake_put(fake, BASE, 4, 1);
	fake_put(fake, BASE + 4, 4, (uint32_t)-150);
	fake_put(fake, BASE + 8, 8, BASE + 40);
	put_name(fake, BASE + 40, 7, "filter");
	fake_put(fake, CHAIN + 32, 8, 3);
	fake_put(fake, CHAIN + 44, 1, PK_NFT_CHAIN_BASE);
	put_name(fake, CHAIN + 48, 8, "in");
	put_operations(fake);
	for (unsigned n = 0; n < 3; n++)
		put_rule(fake, n, 20 + n, n == 1 ? 1 : n == 2 ? 2 : 0);
	put_objects(fake);
	put_set(fake);
	put_flowtable(fake);
	*state = machine;
	return 0;
}

static struct pk_nft_ruleset read(struct fake_machine *machine)
{
	struct pk_nft_ruleset ruleset;

	memset(&ruleset, 0xa5, sizeof(ruleset));
	pk_nft_ruleset_read(&machine->ctx, FAKE_INIT_NET, &ruleset);
	return ruleset;
}

static enum pk_status status_of(struct fake_machine *machine)
{
	struct pk_nft_ruleset ruleset = read(machine);

	pk_nft_ruleset_deinit(&ruleset);
	return ruleset.status;
}

static void tables_and_chains(void **state)
{
	struct pk_nft_ruleset ruleset = read(*state);
	const struct pk_nft_chain *chain = ruleset.chains;
	const struct pk_nft_counter *counter = ruleset.counters;

	assert_int_equal(ruleset.status, PK_OK);
	assert_int_equal(ruleset.nr_tables, 1);
	assert_string_equal(ruleset.tables->item.name, "shop");
	assert_int_equal(ruleset.tables->item.handle, 9);
	assert_int_equal(ruleset.tables->family, 1);
	assert_int_equal(ruleset.tables->flags, PK_NFT_TABLE_DORMANT);
	assert_int_equal(ruleset.tables->use.value, 5);
	assert_int_equal(ruleset.tables->chains.nr, 1);
	assert_string_equal(chain->item.name, "in");
	assert_true(chain->is_base);
	assert_string_equal(chain->type, "filter");
	assert_string_equal(chain->hook, "input");
	assert_int_equal((int64_t)chain->priority.value, -150);
	assert_int_equal(chain->policy.value, 0);
	assert_int_equal(chain->rules.value, 2);
	assert_int_equal(chain->counters.nr, 2);
	assert_int_equal(counter->handle, 20);
	assert_int_equal(counter->rule, 1);
	assert_int_equal(counter->packets.value, 7);
	assert_int_equal(counter->bytes.value, 2000);
	/* the one that is not in this generation does not count */
	assert_int_equal(counter[1].handle, 22);
	assert_int_equal(counter[1].rule, 2);
	assert_int_equal(counter[1].packets.value, 24);
	pk_nft_ruleset_deinit(&ruleset);
}

static void generations(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_nft_ruleset ruleset;

	fake_put(&machine->fake, CURSOR, 1, 1);
	ruleset = read(machine);
	assert_int_equal(ruleset.counters[1].handle, 21);
	pk_nft_ruleset_deinit(&ruleset);
	fake_put(&machine->fake, TABLE + 96, 2, 1 | 2 << 14);
	ruleset = read(machine);
	assert_int_equal(ruleset.status, PK_OK);
	assert_int_equal(ruleset.nr_tables, 0);
	pk_nft_ruleset_deinit(&ruleset);
	fake_put(&machine->fake, CURSOR, 1, 2);
	assert_int_equal(status_of(machine), PK_CORRUPT);
}

static void objects_and_flowtables(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_nft_ruleset ruleset = read(machine);
	const struct pk_nft_object *objects = ruleset.objects;

	assert_int_equal(ruleset.nr_objects, 2);
	assert_int_equal(objects[0].type, PK_NFT_OBJECT_COUNTER);
	assert_string_equal(objects[0].item.name, "web");
	assert_int_equal(objects[0].packets.value, 50);
	assert_int_equal(objects[0].bytes.value, 5000);
	assert_int_equal(objects[1].type, PK_NFT_OBJECT_QUOTA);
	assert_int_equal(objects[1].quota.value, 1 << 20);
	assert_int_equal(objects[1].used.value, 777);
	assert_true(objects[1].over);
	assert_int_equal(ruleset.nr_flowtables, 1);
	assert_string_equal(ruleset.flowtables->hook, "ingress");
	assert_int_equal((int64_t)ruleset.flowtables->priority.value, -7);
	assert_int_equal(ruleset.flowtables->entries.value, 8);
	assert_int_equal(ruleset.flowtables->devices.nr, 2);
	assert_string_equal(ruleset.devices[0], "eth*");
	assert_string_equal(ruleset.devices[1], "lo");
	pk_nft_ruleset_deinit(&ruleset);
}

/* Full in elements, and in intervals with the one that marks the end. */
static void sets(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_nft_ruleset ruleset = read(machine);
	const struct pk_nft_set *set = ruleset.sets;
	uint32_t fields[PK_NFT_FIELDS_MAX];
	static const struct {
		unsigned elements, deactivated, usize, size;
		bool full;
	} cases[] = {{6, 0, 0, 6, true},
		     {6, 1, 0, 6, false},
		     {7, 1, 0, 6, true},
		     {6, 0, 1, 3, false},
		     {7, 0, 1, 3, true}};

	assert_int_equal(ruleset.nr_sets, 1);
	assert_string_equal(set->item.name, "blocked");
	assert_string_equal(set->backend, "rbtree");
	assert_int_equal(set->elements.value, 5);
	assert_int_equal(set->limit.value, 6);
	assert_false(set->full);
	assert_int_equal(set->timeout_ms.value, 2500);
	assert_int_equal(set->gc_interval_ms.value, 30000);
	assert_int_equal(set->flags, 0x14);
	assert_int_equal(pk_nft_fields(set->key_type, fields), 2);
	assert_string_equal(pk_nft_type_name(fields[0]), "ipv4_addr");
	assert_string_equal(pk_nft_type_name(fields[1]), "inet_service");
	assert_int_equal(pk_nft_fields(UINT32_MAX, fields), 1);
	pk_nft_ruleset_deinit(&ruleset);
	for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
		fake_put(fake, SET + 48, 4, cases[i].elements);
		fake_put(fake, SET + 52, 4, cases[i].deactivated);
		fake_put(fake, RBTREE, 8, cases[i].usize);
		ruleset = read(machine);
		assert_int_equal(ruleset.sets->full, cases[i].full);
		assert_int_equal(ruleset.sets->size.value, cases[i].size);
		pk_nft_ruleset_deinit(&ruleset);
	}
	fake_put(fake, SET + 44, 4, 0);
	ruleset = read(machine);
	assert_int_equal(ruleset.sets->limit.status, PK_ABSENT);
	assert_false(ruleset.sets->full);
	pk_nft_ruleset_deinit(&ruleset);
}

static uint64_t elements_of(struct fake_machine *machine, const char *type, int64_t counted,
			    uint32_t limit, enum pk_status status)
{
	struct fake_target *fake = &machine->fake;
	struct pk_nft_ruleset ruleset;
	uint64_t elements;

	fake_module_symbol(fake, "nf_tables", type, OPERATIONS, 64);
	fake_put(fake, SET + 72, 8, OPERATIONS);
	fake_put(fake, SET + 44, 4, limit);
	fake_put(fake, SET + 48, 4, (uint32_t)counted);
	ruleset = read(machine);
	elements = ruleset.sets->elements.value;
	assert_int_equal(ruleset.sets->elements.status, status);
	assert_int_equal(ruleset.status, status);
	assert_false(ruleset.sets->full);
	pk_nft_ruleset_deinit(&ruleset);
	return elements;
}

/* A kernel that counts only what is added to a set with a limit. */
static void uncounted_rhash(void **state)
{
	struct fake_machine *machine = *state;

	fake_put(&machine->fake, SET + 96, 4, 11);
	assert_int_equal(elements_of(machine, "nft_set_rhash_type", 4, 7, PK_OK), 11);
}

static void uncounted_bitmap(void **state)
{
	struct fake_machine *machine = *state;

	fake_put_list(&machine->fake, (uint64_t[]){SET + 88, NODE(0), NODE(1)}, 3);
	assert_int_equal(elements_of(machine, "nft_set_bitmap_type", -1, 0, PK_OK), 2);
	assert_int_equal(elements_of(machine, "nft_set_bitmap_type", 5, 0, PK_OK), 5);
	fake_put(&machine->fake, NODE(1), 8, NODE(0));
	elements_of(machine, "nft_set_bitmap_type", -1, 0, PK_CORRUPT);
}

static void uncounted_hash(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	fake_put(fake, SET + 92, 4, 2);
	fake_put(fake, SET + 96, 8, NODE(0));
	fake_put(fake, NODE(0), 8, NODE(1));
	fake_put(fake, SET + 104, 8, NODE(2));
	assert_int_equal(elements_of(machine, "nft_set_hash_fast_type", -1, 0, PK_OK), 3);
	fake_put(fake, NODE(1), 8, NODE(0));
	elements_of(machine, "nft_set_hash_fast_type", -1, 0, PK_CORRUPT);
	fake_put(fake, SET + 92, 4, UINT32_MAX);
	elements_of(machine, "nft_set_hash_fast_type", -1, 0, PK_LIMIT);
}

static void uncounted_rbtree(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	fake_put(fake, SET + 88, 8, NODE(0));
	fake_put(fake, NODE(0) + 8, 8, NODE(1));
	fake_put(fake, NODE(1) + 16, 8, NODE(2));
	assert_int_equal(elements_of(machine, "nft_set_rbtree_type", -1, 0, PK_OK), 3);
	fake_put(fake, NODE(2) + 16, 8, NODE(0));
	elements_of(machine, "nft_set_rbtree_type", -1, 0, PK_CORRUPT);
}

/* Of three elements one has two rules in the last of two fields. */
static void uncounted_pipapo(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	fake_type(fake, TYPE("nft_pipapo_field"), 16);
	fake_type(fake, "union nft_pipapo_map_bucket@nf_tables", 8);
	fake_put(fake, SET + 88, 8, NODE(0));
	fake_put(fake, NODE(0), 1, 2);
	fake_put(fake, NODE(0) + 24, 4, 4);
	fake_put(fake, NODE(0) + 32, 8, NODE(2));
	for (unsigned i = 0; i < 4; i++)
		fake_put(fake, NODE(2) + 8 * i, 8, NODE(5 + (i + 1) / 2));
	assert_int_equal(elements_of(machine, "nft_set_pipapo_avx2_type", 0, 0, PK_OK), 3);
	fake_put(fake, NODE(0) + 24, 4, UINT32_MAX);
	elements_of(machine, "nft_set_pipapo_avx2_type", -1, 0, PK_LIMIT);
	fake_put(fake, NODE(0), 1, 0);
	elements_of(machine, "nft_set_pipapo_avx2_type", -1, 0, PK_CORRUPT);
}

static void unknown_backend(void **state)
{
	assert_int_equal(elements_of(*state, "nft_set_new_type", 6, 7, PK_OK), 6);
	elements_of(*state, "nft_set_new_type", -1, 0, PK_UNSUPPORTED);
}

/* What is damaged hides itself, and nothing else. */
struct changes {
	char text[128];
};

static void note_change(const struct pk_nft_change *change, void *arg)
{
	struct changes *changes = arg;
	size_t used = strlen(changes->text);

	snprintf(changes->text + used, sizeof(changes->text) - used, "%s %s %s:%s%s%s%s;",
		 change->family, change->table, change->chain, change->bytes ? " bytes" : "",
		 change->addresses ? " addresses" : "", change->options ? " options" : "",
		 change->status == PK_OK ? "" : " ?");
}

static void assert_changes(struct fake_machine *machine, const char *text)
{
	struct changes changes = {{0}};

	if (pk_nft_changes_walk(&machine->ctx, FAKE_INIT_NET, note_change, &changes) != PK_OK)
		fail_msg("%s", pk_error(&machine->ctx));
	assert_string_equal(changes.text, text);
}

/* By the expressions of its rules; those of another generation, and of a table that sleeps, run no more. */
static void chains_that_change_packets(void **state)
{
	static const struct {
		const char *symbol, *changes;
	} kinds[] = {
		{"nft_payload_ops", ""},
		{"nft_payload_set_ops", "inet shop in: bytes;"},
		{"nft_masq_inet_ops", "inet shop in: addresses;"},
		{"nft_nat_ops", "inet shop in: addresses;"},
		{"nft_redir_inet_ops", "inet shop in: addresses;"},
		{"nft_exthdr_tcp_set_ops", "inet shop in: options;"},
	};

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		struct fake_machine *machine;
		struct fake_target *fake;

		if (i) {
			fake_machine_teardown(state);
			setup(state);
		}
		machine = *state;
		fake = &machine->fake;
		fake_module_symbol(fake, "nf_tables", kinds[i].symbol, OPS(0), 64);
		fake_put(fake, TABLE + 96, 2, 1);
		assert_changes(machine, kinds[i].changes);
		fake_put(fake, TABLE + 96, 2, 1 | PK_NFT_TABLE_DORMANT << 6);
		assert_changes(machine, "");
		fake_put(fake, TABLE + 96, 2, 1);
		fake_put(fake, OPS(0), 4, 0); /* of no length: what follows is not known */
		assert_int_equal(pk_nft_changes_walk(&machine->ctx, FAKE_INIT_NET, note_change,
						     &(struct changes){{0}}),
				 PK_CORRUPT);
		fake_put(fake, OPS(0), 4, 24);
		fake_put_list(fake, (uint64_t[]){CHAIN, RULE(1)}, 2);
		assert_changes(machine, "");
	}
}

static void damaged_rules(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_nft_ruleset ruleset;

	fake_put(fake, OPS(1), 4, 0); /* an expression that leads nowhere */
	ruleset = read(machine);
	assert_int_equal(ruleset.status, PK_CORRUPT);
	assert_int_equal(ruleset.nr_counters, 0);
	assert_int_equal(ruleset.chains->rules.value, 2);
	assert_int_equal(ruleset.nr_objects, 2);
	pk_nft_ruleset_deinit(&ruleset);
	fake_put(fake, OPS(1), 4, 17); /* or behind the rule */
	assert_int_equal(status_of(machine), PK_CORRUPT);
	fake_put(fake, OPS(1), 4, 16);
	fake_put(fake, RULE(0) + 56, 8, DAMAGED);
	ruleset = read(machine);
	assert_int_equal(ruleset.status, PK_UNREADABLE);
	assert_int_equal(ruleset.counters[0].packets.status, PK_UNREADABLE);
	assert_int_equal(ruleset.counters[1].packets.value, 24);
	pk_nft_ruleset_deinit(&ruleset);
	fake_put(fake, RULE(0) + 48, 8, DAMAGED);
	assert_int_equal(status_of(machine), PK_UNREADABLE);
	fake_put(fake, RULE(2), 8, RULE(0)); /* a circle */
	ruleset = read(machine);
	assert_int_equal(ruleset.chains->rules.status, PK_CORRUPT);
	pk_nft_ruleset_deinit(&ruleset);
}

static void damaged_lists(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_nft_ruleset ruleset;

	fake_put(fake, FLOWTABLE + 40, 8, DAMAGED);
	fake_put(fake, OBJECT(1) + 56, 8, DAMAGED);
	ruleset = read(machine);
	assert_int_equal(ruleset.status, PK_UNREADABLE);
	assert_int_equal(ruleset.nr_flowtables, 1);
	assert_int_equal(ruleset.objects[1].used.status, PK_UNREADABLE);
	pk_nft_ruleset_deinit(&ruleset);
	fake_put(fake, TABLE + 16, 8, TABLE + 16); /* a chain that its list does not lead to */
	fake_put(fake, SET + 16, 8, DAMAGED); /* no name */
	ruleset = read(machine);
	assert_int_equal(ruleset.nr_chains, 0);
	assert_int_equal(ruleset.nr_sets, 0);
	assert_int_equal(ruleset.nr_objects, 2);
	pk_nft_ruleset_deinit(&ruleset);
	fake_put(fake, TABLE, 8, TABLE); /* tables in a circle: each once */
	ruleset = read(machine);
	assert_int_equal(ruleset.nr_tables, 1);
	pk_nft_ruleset_deinit(&ruleset);
	fake_put(fake, FAKE_DIRECT + 24, 8, 0);
	assert_int_equal(status_of(machine), PK_ABSENT);
}

/* Names of a ruleset write no lines of their own, and more lines than a few are for -v alone. */
static void as_text(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_nft_ruleset ruleset;
	struct pk_out out;
	char *text;
	size_t len;
	FILE *fp = open_memstream(&text, &len);

	put_name(&machine->fake, CHAIN + 48, 8, "in\n\x1b[31m");
	ruleset = read(machine);
	for (unsigned i = 0; i < 2; i++) {
		pk_out_init(&out, fp, &pk_out_text_ops);
		pk_render_nft(&out, &ruleset, i);
		pk_out_deinit(&out);
	}
	fclose(fp);
	assert_non_null(strstr(
		text, "  nft table inet shop, dormant\n    chain in\\x0a\\x1b[31m: filter "
		      "hook input priority -150 policy drop, rules 2\n"
		      "    chain in\\x0a\\x1b[31m rule 1 handle 20: 7 packets, 2000 bytes\n"));
	assert_non_null(strstr(
		text, "    set blocked (ipv4_addr . inet_service), rbtree: 5 of 6 elements, "
		      "timeout 2.500 s, gc-interval 30.000 s\n"
		      "    counter web: 50 packets, 5000 bytes\n"
		      "    quota daily: 777 of 1048576 bytes\n"
		      "    flowtable fast: hook ingress device eth*,lo priority -7, 8 entries\n"));
	assert_non_null(strstr(text, "    counter web handle 40: 50 packets, 5000 bytes\n"));
	free(text);
	pk_nft_ruleset_deinit(&ruleset);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(tables_and_chains, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(generations, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(objects_and_flowtables, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(sets, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(uncounted_rhash, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(uncounted_bitmap, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(uncounted_hash, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(uncounted_rbtree, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(uncounted_pipapo, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(unknown_backend, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(chains_that_change_packets, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(damaged_rules, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(damaged_lists, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(as_text, setup, fake_machine_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
