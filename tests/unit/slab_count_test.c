// SPDX-License-Identifier: GPL-3.0-or-later
/* Objects of slab caches, as SLUB counts them, and who holds the skbs among them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "analysis/explain/skbs.h"
#include "decode/slab.h"
#include "fake_net.h"

#define NODE(cache, node) (FAKE_GLOBALS + 0xb000 + 0x80 * (2 * (uint64_t)(cache) + (node)))
#define PARTIAL 16
#define CPU_LISTS(cache) (FAKE_GLOBALS + 0x8000 + 16 * (uint64_t)(cache))
#define ACTIVE 8
#define CPU_PARTIAL 0x100
#define PROTO (FAKE_GLOBALS + 0xc000)
#define VARIABLES (FAKE_GLOBALS + 0xd000)

static const struct fake_member members[] = {
	{"struct slab", "inuse", 40, 4, .bit_size = 16},
	{"struct slab", "slab_list", 8, .size = 16},
	{"struct slab", "next", 8, 8, .is_pointer = true},
	{"struct kmem_cache", "refcount", 64, 4, .is_signed = true},
	{"struct kmem_cache", "node", 216, 16, .is_array = true, .elements = 2},
	{"struct kmem_cache_cpu", "slab", ACTIVE, 8, .is_pointer = true},
	{"struct kmem_cache_cpu", "partial", CPU_PARTIAL, 8, .is_pointer = true},
	{"struct kmem_cache_node", "partial", PARTIAL, .size = 16},
	{"struct kmem_cache_node", "nr_slabs", 32, .size = 8},
	{"struct kmem_cache_node", "total_objects", 40, .size = 8},
	{"struct proto", "name", 0, 32, .is_array = true, .elements = 32},
	{"struct proto", "node", 32, .size = 16},
	{"struct proto", "slab", 48, 8, .is_pointer = true},
	{"struct proto", "rsk_prot", 56, 8, .is_pointer = true},
	{"struct proto", "twsk_prot", 64, 8, .is_pointer = true},
	{"struct timewait_sock_ops", "twsk_slab", 0, 8, .is_pointer = true},
	{"struct skb_shared_info", "frag_list", 8, 8, .is_pointer = true},
	{"struct sk_buff", "destructor", 216, 8, .is_pointer = true},
	{"struct net", "dev_base_head", 128, .size = 16},
	{"struct net_device", "dev_list", 32, .size = 16},
	{"struct net_device", "ifindex", 48, .size = 4},
};

/* Two memory nodes, of which the second has none of most caches; a protocol with sockets in TIME_WAIT. */
static int setup(void **state)
{
	struct fake_machine *machine = fake_net_machine(members, ARRAY_SIZE(members));
	struct fake_target *fake = &machine->fake;

	fake_symbol(fake, "nr_node_ids", VARIABLES, 4);
	fake_put(fake, VARIABLES, 4, 2);
	fake_symbol(fake, "skbuff_head_cache", VARIABLES + 8, 8);
	fake_put(fake, VARIABLES + 8, 8, fake_net_cache(FAKE_SKB));
	fake_symbol(fake, "skbuff_fclone_cache", VARIABLES + 16, 8);
	fake_put(fake, VARIABLES + 16, 8, fake_net_cache(FAKE_FCLONE));
	for (int i = 0; i < FAKE_NR_CACHES; i++) {
		fake_put(fake, fake_net_cache(i) + 64, 4, 1);
		fake_put(fake, fake_net_cache(i) + 216, 8, NODE(i, 0));
		fake_link(fake, NODE(i, 0) + PARTIAL, NODE(i, 0) + PARTIAL);
		fake_link(fake, NODE(i, 1) + PARTIAL, NODE(i, 1) + PARTIAL);
	}
	fake_symbol(fake, "proto_list", VARIABLES + 32, 16);
	fake_put_list(fake, FAKE_WORDS(VARIABLES + 32, PROTO + 32));
	fake_put_string(fake, PROTO, "TCP");
	fake_put(fake, PROTO + 48, 8, fake_net_cache(FAKE_TCP));
	fake_put(fake, PROTO + 64, 8, PROTO + 0x80);
	fake_put(fake, PROTO + 0x80, 8, fake_net_cache(FAKE_TW));
	*state = machine;
	return 0;
}

/* Slab INDEX of one page, of which FREE objects are free. */
static uint64_t slab(struct fake_machine *machine, enum fake_cache cache, unsigned index,
		     unsigned free)
{
	struct fake_target *fake = &machine->fake;
	unsigned nr = 4096 / fake_net_object_size(cache);

	fake_net_slab(fake, cache, index, 1);
	fake_put(fake, fake_net_page(index) + 40, 4, nr << 16 | (nr - free));
	return fake_net_page(index);
}

/* The node has NR slabs, of which those of PAGES are on its partial list. */
static void node(struct fake_machine *machine, enum fake_cache cache, unsigned which, unsigned nr,
		 const uint64_t *pages, unsigned nr_pages)
{
	struct fake_target *fake = &machine->fake;
	uint64_t at = NODE(cache, which), last = at + PARTIAL;

	fake_put(fake, fake_net_cache(cache) + 216 + 8 * which, 8, at);
	fake_put(fake, at + 32, 8, nr);
	fake_put(fake, at + 40, 8, nr * (4096 / fake_net_object_size(cache)));
	for (unsigned i = 0; i < nr_pages; i++, last = pages[i - 1] + 8)
		fake_link(fake, last, pages[i] + 8);
	fake_link(fake, last, at + PARTIAL);
}

struct counts {
	struct pk_slab_count list[8];
	unsigned nr;
};

static bool take(const struct pk_slab_count *count, void *arg)
{
	struct counts *counts = arg;

	assert_true(counts->nr < 8);
	counts->list[counts->nr++] = *count;
	return true;
}

static struct counts counts_of(struct fake_machine *machine)
{
	struct counts counts = {0};

	assert_int_equal(pk_slab_counts_walk(&machine->ctx, take, &counts), PK_OK);
	return counts;
}

static void expect(const struct pk_slab_count *count, const char *asked, uint64_t slabs,
		   uint64_t objects, uint64_t active, uint64_t in_use)
{
	assert_string_equal(count->asked, asked);
	assert_int_equal(count->slabs.status, PK_OK);
	assert_int_equal(count->in_use.status, PK_OK);
	assert_int_equal(count->slabs.value, slabs);
	assert_int_equal(count->objects.value, objects);
	assert_int_equal(count->active.value, active);
	assert_int_equal(count->in_use.value, in_use);
}

static void counts_the_caches_of_skbs_and_of_each_protocol(void **state)
{
	struct fake_machine *machine = *state;
	struct counts counts;

	node(machine, FAKE_TW, 0, 2, FAKE_WORDS(slab(machine, FAKE_TW, 4, 5)));
	counts = counts_of(machine);
	assert_int_equal(counts.nr, 4);
	expect(&counts.list[0], "skbuff_head_cache", 0, 0, 0, 0);
	assert_int_equal(counts.list[1].kind, PK_OBJECT_SKB_FCLONE);
	expect(&counts.list[2], "TCP", 0, 0, 0, 0);
	expect(&counts.list[3], "tw_sock_TCP", 2, 32, 27, 27);
	assert_int_equal(counts.list[3].size.value, 256);
}

static void adds_the_memory_nodes_up(void **state)
{
	struct fake_machine *machine = *state;
	struct counts counts;

	node(machine, FAKE_SKB, 0, 3,
	     FAKE_WORDS(slab(machine, FAKE_SKB, 4, 1), slab(machine, FAKE_SKB, 5, 16)));
	node(machine, FAKE_SKB, 1, 1, FAKE_WORDS(slab(machine, FAKE_SKB, 6, 2)));
	counts = counts_of(machine);
	expect(&counts.list[0], "skbuff_head_cache", 4, 64, 45, 45);
}

/* /proc/slabinfo takes what a CPU keeps for allocated. */
static void what_a_cpu_keeps_is_active_and_not_in_use(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t base = FAKE_DIRECT + 4 * 4096, next = slab(machine, FAKE_SKB, 6, 1), lists;
	struct counts counts;

	node(machine, FAKE_SKB, 0, 4, NULL, 0);
	lists = CPU_LISTS(FAKE_SKB) +
		0x1000; /* CPU 1: two on its list, three more came back since */
	fake_put(fake, lists, 8, base);
	fake_put(fake, base + 128, 8, base + 256);
	fake_put(fake, lists + ACTIVE, 8, slab(machine, FAKE_SKB, 4, 3));
	fake_put(fake, lists + CPU_PARTIAL, 8, slab(machine, FAKE_SKB, 5, 7));
	fake_put(fake, fake_net_page(5) + 8, 8, next);
	counts = counts_of(machine);
	expect(&counts.list[0], "skbuff_head_cache", 4, 64, 64, 64 - 2 - 3 - 7 - 1);
}

static const struct fake_member children[] = {
	{"struct kmem_cache", "memcg_params.children", 104, .size = 16},
	{"struct kmem_cache", "memcg_params.children_node", 120, .size = 16},
};

/* Up to 5.8 a memory cgroup's sockets are in a cache of its own. */
static void caches_of_memory_cgroups_count(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const uint64_t parent = fake_net_cache(FAKE_TW), child = fake_net_cache(FAKE_KMALLOC);
	struct counts counts;

	fake_members(fake, children, ARRAY_SIZE(children));
	fake_link(fake, fake_net_cache(FAKE_TCP) + 104, fake_net_cache(FAKE_TCP) + 104);
	fake_put_list(fake, FAKE_WORDS(parent + 104, child + 120));
	node(machine, FAKE_TW, 0, 2, FAKE_WORDS(slab(machine, FAKE_TW, 4, 5)));
	node(machine, FAKE_KMALLOC, 0, 3, FAKE_WORDS(slab(machine, FAKE_KMALLOC, 5, 1)));
	counts = counts_of(machine);
	expect(&counts.list[0], "skbuff_head_cache", 0, 0, 0, 0);
	expect(&counts.list[2], "TCP", 0, 0, 0, 0);
	expect(&counts.list[3], "tw_sock_TCP", 5, 32 + 6, 27 + 5, 27 + 5);
	fake_put(fake, child + 216, 8, 0xffff888077770000);
	counts = counts_of(machine);
	assert_int_equal(counts.list[3].in_use.status, PK_UNREADABLE);
	fake_put(fake, parent + 104, 8, 0xffff888077770000);
	counts = counts_of(machine);
	assert_int_equal(counts.list[3].objects.status, PK_UNREADABLE);
}

static void a_shared_cache_says_so(void **state)
{
	struct fake_machine *machine = *state;
	struct counts counts;

	fake_put(&machine->fake, VARIABLES + 16, 8, fake_net_cache(FAKE_KMALLOC));
	fake_put(&machine->fake, fake_net_cache(FAKE_KMALLOC) + 64, 4, 3);
	counts = counts_of(machine);
	expect(&counts.list[1], "skbuff_fclone_cache", 0, 0, 0, 0);
	assert_string_equal(counts.list[1].name, "kmalloc-2k");
	assert_int_equal(counts.list[1].users.value, 3);
}

static void expect_status(struct fake_machine *machine, enum pk_status objects,
			  enum pk_status in_use)
{
	struct counts counts = counts_of(machine);

	assert_int_equal(counts.list[0].objects.status, objects);
	assert_int_equal(counts.list[0].active.status, objects);
	assert_int_equal(counts.list[0].in_use.status, in_use);
}

static void a_partial_list_that_loops_is_corrupt(void **state)
{
	struct fake_machine *machine = *state;
	uint64_t first = slab(machine, FAKE_SKB, 4, 1), second = slab(machine, FAKE_SKB, 5, 1);

	node(machine, FAKE_SKB, 0, 3, FAKE_WORDS(first, second));
	fake_put(&machine->fake, second + 8, 8, first + 8);
	expect_status(machine, PK_CORRUPT, PK_CORRUPT);
}

static void another_caches_slab_on_the_list_is_corrupt(void **state)
{
	struct fake_machine *machine = *state;

	node(machine, FAKE_SKB, 0, 3, FAKE_WORDS(slab(machine, FAKE_TCP, 4, 1)));
	expect_status(machine, PK_CORRUPT, PK_CORRUPT);
}

static void more_in_use_than_there_are_is_corrupt(void **state)
{
	struct fake_machine *machine = *state;
	uint64_t page = slab(machine, FAKE_SKB, 4, 0);

	fake_put(&machine->fake, page + 40, 4, 16 << 16 | 17);
	node(machine, FAKE_SKB, 0, 1, FAKE_WORDS(page));
	expect_status(machine, PK_CORRUPT, PK_CORRUPT);
}

static void more_free_than_there_are_is_corrupt(void **state)
{
	struct fake_machine *machine = *state;

	node(machine, FAKE_SKB, 0, 0, FAKE_WORDS(slab(machine, FAKE_SKB, 4, 1)));
	expect_status(machine, PK_CORRUPT, PK_CORRUPT);
}

static void a_cpus_circular_list_leaves_the_nodes_counts(void **state)
{
	struct fake_machine *machine = *state;
	uint64_t page = slab(machine, FAKE_SKB, 5, 0);

	node(machine, FAKE_SKB, 0, 3, NULL, 0);
	fake_put(&machine->fake, CPU_LISTS(FAKE_SKB) + CPU_PARTIAL, 8, page);
	fake_put(&machine->fake, page + 8, 8, page);
	expect_status(machine, PK_OK, PK_CORRUPT);
}

static void a_cpus_freelist_outside_of_the_cache_is_corrupt(void **state)
{
	struct fake_machine *machine = *state;

	node(machine, FAKE_SKB, 0, 3, NULL, 0);
	slab(machine, FAKE_TCP, 5, 0);
	fake_put(&machine->fake, CPU_LISTS(FAKE_SKB), 8, FAKE_DIRECT + 5 * 4096);
	expect_status(machine, PK_OK, PK_CORRUPT);
}

static void a_missing_node_is_unreadable(void **state)
{
	struct fake_machine *machine = *state;

	fake_put(&machine->fake, fake_net_cache(FAKE_SKB) + 224, 8, 0xffff888077770000);
	expect_status(machine, PK_UNREADABLE, PK_UNREADABLE);
}

/* CONFIG_SLUB_DEBUG is what has the counters. */
static void without_counters_nothing_is_known(void **state)
{
	struct fake_machine *machine = *state;

	machine->fake.nr_members = 0;
	fake_members(&machine->fake, members, 7);
	fake_members(&machine->fake, &members[10], ARRAY_SIZE(members) - 10);
	expect_status(machine, PK_ABSENT, PK_ABSENT);
}

/* --- who holds them --- */

static void skbs_are_where_they_are_found(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_skb_memory held;
	uint64_t skbs = FAKE_DIRECT + 4 * 4096, sk = FAKE_DIRECT + 8 * 4096,
		 buffer = FAKE_DIRECT + 12 * 4096;

	node(machine, FAKE_SKB, 0, 1, FAKE_WORDS(slab(machine, FAKE_SKB, 4, 10)));
	fake_net_slab(fake, FAKE_TCP, 8, 1);
	fake_net_sock(fake, sk, 1, 80, 40000);
	fake_net_chain(fake, FAKE_EHASH, &sk, 1);
	for (unsigned i = 0; i < 3; i++)
		fake_net_skb(fake, skbs + 256 * i, buffer + 2048 * i, 40000, 80, 1000, 100);
	fake_net_queue(fake, sk + SK_RECEIVE, FAKE_WORDS(skbs, skbs + 256));
	/* ten are free: the last */
	for (unsigned i = 6; i < 16; i++)
		fake_put(fake, skbs + 256 * i + 128, 8, i < 15 ? skbs + 256 * (i + 1) : 0);
	fake_put(fake, fake_net_page(4) + SLAB_FREELIST, 8, skbs + 256 * 6);
	/* and of three that are nowhere one has more to say */
	fake_symbol(fake, "keep_it", FAKE_GLOBALS + 0xe000, 64);
	fake_net_skb(fake, skbs + 256 * 5, buffer + 2048 * 5, 40000, 80, 1000, 100);
	fake_put(fake, skbs + 256 * 5 + 216, 8, FAKE_GLOBALS + 0xe000);
	fake_put(fake, skbs + 256 * 5 + SKB_DEV, 8, FAKE_GLOBALS + 0xe100);
	fake_put_string(fake, FAKE_GLOBALS + 0xe100, "eth7");
	fake_put(fake, FAKE_GLOBALS + 0xe130, 4, 9);
	fake_put_list(fake, FAKE_WORDS(FAKE_INIT_NET + 128, FAKE_GLOBALS + 0xe120));
	/* the third is a part of the second */
	fake_put(fake, buffer + 2048 + SKB_SHINFO + 8, 8, skbs + 512);
	pk_skb_memory_read(&machine->ctx, true, &held);
	assert_int_equal(held.found, 3);
	assert_int_equal(held.caches[0].found, 3);
	assert_int_equal(pk_skbs_elsewhere(&held.caches[0]).status, PK_OK);
	assert_int_equal(pk_skbs_elsewhere(&held.caches[0]).value, 3);
	assert_int_equal(held.nr_holders, 1);
	assert_string_equal(held.holders[0].who, "TCP sockets: receive queue");
	assert_int_equal(held.holders[0].skbs, 3);
	assert_int_equal(held.lost_status, PK_OK);
	assert_int_equal(held.nr_lost, 2);
	assert_int_equal(held.lost[0].skbs, 2);
	assert_string_equal(held.lost[0].destructor_name, "");
	assert_int_equal(held.lost[1].skbs, 1);
	assert_string_equal(held.lost[1].destructor_name, "keep_it");
	assert_string_equal(held.lost[1].dev, "eth7");
	assert_int_equal(held.lost[1].example, skbs + 256 * 5);
	pk_skb_memory_deinit(&held);
}

/* arm64's direct map begins terabytes below its memory. */
static void what_is_lost_is_found_behind_a_hole(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const uint64_t hole = 11ull << 40;

	fake->page_offset -= hole;
	fake->direct_size += hole;
	fake->vmemmap -= hole / 4096 * 64;
	skbs_are_where_they_are_found(state);
}

/* What others have in the cache would count as lost. */
static void of_a_shared_cache_none_are_missing(void **state)
{
	struct pk_slab_count count = {.kind = PK_OBJECT_SKB_FCLONE,
				      .users = {PK_OK, 2},
				      .in_use = {PK_OK, 100},
				      .found = 7};

	(void)state;
	assert_int_equal(pk_skbs_elsewhere(&count).status, PK_ABSENT);
	count.users.value = 1;
	assert_int_equal(pk_skbs_elsewhere(&count).value, 93);
	count.found = 101;
	assert_int_equal(pk_skbs_elsewhere(&count).status, PK_CORRUPT);
	count.kind = PK_OBJECT_OTHER;
	assert_int_equal(pk_skbs_elsewhere(&count).status, PK_ABSENT);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, fake_machine_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(counts_the_caches_of_skbs_and_of_each_protocol),
		TEST(adds_the_memory_nodes_up),
		TEST(what_a_cpu_keeps_is_active_and_not_in_use),
		TEST(caches_of_memory_cgroups_count),
		TEST(a_shared_cache_says_so),
		TEST(a_partial_list_that_loops_is_corrupt),
		TEST(another_caches_slab_on_the_list_is_corrupt),
		TEST(more_in_use_than_there_are_is_corrupt),
		TEST(more_free_than_there_are_is_corrupt),
		TEST(a_cpus_circular_list_leaves_the_nodes_counts),
		TEST(a_cpus_freelist_outside_of_the_cache_is_corrupt),
		TEST(a_missing_node_is_unreadable),
		TEST(without_counters_nothing_is_known),
		TEST(skbs_are_where_they_are_found),
		TEST(what_is_lost_is_found_behind_a_hole),
		TEST(of_a_shared_cache_none_are_missing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
