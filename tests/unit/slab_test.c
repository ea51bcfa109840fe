// SPDX-License-Identifier: GPL-3.0-or-later
/* What a value points to: slab pages of every form, their free objects, and what is no slab. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "decode/missing.h"
#include "decode/slab.h"
#include "fake_net.h"

static int setup(void **state)
{
	static struct fake_machine machine;

	fake_net_init(&machine.fake);
	pk_ctx_init(&machine.ctx, &machine.fake.target);
	*state = &machine;
	return 0;
}

static struct pk_slab_object found(struct fake_machine *machine, uint64_t addr)
{
	struct pk_slab_object object;

	assert_int_equal(pk_slab_lookup(&machine->ctx, addr, &object), PK_OK);
	return object;
}

static void names_cache_and_object(void **state)
{
	struct fake_machine *machine = *state;
	uint64_t base = fake_net_slab(&machine->fake, FAKE_SKB, 4, 1);
	struct pk_slab_object object = found(machine, base + 2 * 256 + 17);

	assert_int_equal(object.kind, PK_OBJECT_SKB);
	assert_string_equal(object.cache, "skbuff_head_cache");
	assert_int_equal(object.start, base + 2 * 256);
	assert_int_equal(object.inside, 17);
	assert_int_equal(object.size, 248);
	assert_int_equal(object.state, PK_SLAB_ALLOCATED);
}

static void follows_a_tail_page_to_its_head(void **state)
{
	struct fake_machine *machine = *state;
	uint64_t base = fake_net_slab(&machine->fake, FAKE_TCP, 8, 4);
	struct pk_slab_object object = found(machine, base + 13 * FAKE_SOCK_SIZE);

	assert_int_equal(object.kind, PK_OBJECT_SOCK);
	assert_int_equal(object.start, base + 13 * FAKE_SOCK_SIZE);
	assert_int_equal(object.inside, 0);
}

static void a_tail_may_hold_a_mask(void **state)
{
	struct fake_machine *machine = *state;
	uint64_t base = fake_net_slab(&machine->fake, FAKE_TCP, 8, 4);

	/* 7.x: struct page is 64 bytes, four of them are aligned to 256 */
	fake_put(&machine->fake, fake_net_page(10) + 8, 8, ~255ull | 1);
	assert_int_equal(found(machine, base + 2 * 4096).start, base + 8 * FAKE_SOCK_SIZE);
}

static void other_values_are_absent(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_slab_object object;
	const uint64_t values[] = {0,
				   1,
				   4096,
				   0xffffffffffffffffull,
				   FAKE_DIRECT + 30 * 4096,
				   0xffffc90000000000ull,
				   0x00007f0000000000ull};

	for (size_t i = 0; i < ARRAY_SIZE(values); i++)
		assert_int_equal(pk_slab_lookup(&machine->ctx, values[i], &object), PK_ABSENT);
}

static void the_room_behind_the_last_object_is_none(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_slab_object object;
	uint64_t base = fake_net_slab(&machine->fake, FAKE_SKB, 4, 1);

	fake_put(&machine->fake, fake_net_page(4) + 40, 4, 10 << 16);
	assert_int_equal(found(machine, base + 9 * 256 + 255).inside, 255);
	assert_int_equal(pk_slab_lookup(&machine->ctx, base + 10 * 256, &object), PK_ABSENT);
}

static void objects_on_the_slab_freelist_are_free(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t base = fake_net_slab(fake, FAKE_SKB, 4, 1);

	fake_put(fake, fake_net_page(4) + SLAB_FREELIST, 8, base + 3 * 256);
	fake_put(fake, base + 3 * 256 + 128, 8, base + 7 * 256);
	fake_put(fake, base + 7 * 256 + 128, 8, 0);
	assert_int_equal(found(machine, base + 3 * 256).state, PK_SLAB_FREE);
	assert_int_equal(found(machine, base + 7 * 256).state, PK_SLAB_FREE);
	assert_int_equal(found(machine, base + 4 * 256).state, PK_SLAB_ALLOCATED);
}

/* value ^ random ^ address of the pointer, byte-swapped or not. */
static void hardened(struct fake_machine *machine, bool swapped)
{
	struct fake_target *fake = &machine->fake;
	const uint64_t random = 0x123456789abcdef0ull;
	uint64_t base = fake_net_slab(fake, FAKE_SKB, 4, 1),
		 objects[] = {base + 512, base + 1024, 0};

	fake_put(fake, fake_net_cache(FAKE_SKB) + CACHE_RANDOM, 8, random);
	fake_put(fake, fake_net_page(4) + SLAB_FREELIST, 8, objects[0]);
	for (int i = 0; i < 2; i++) {
		uint64_t where = objects[i] + 128;

		fake_put(fake, where, 8,
			 objects[i + 1] ^ random ^ (swapped ? __builtin_bswap64(where) : where));
	}
	assert_int_equal(found(machine, objects[0]).state, PK_SLAB_FREE);
	assert_int_equal(found(machine, objects[1]).state, PK_SLAB_FREE);
	assert_int_equal(found(machine, base).state, PK_SLAB_ALLOCATED);
}

static void hardened_pointers_swapped(void **state)
{
	hardened(*state, true);
}

static void hardened_pointers_plain(void **state)
{
	hardened(*state, false);
}

static void objects_on_a_cpu_freelist_are_free(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t base = fake_net_slab(fake, FAKE_SKB, 4, 1);

	fake_put(fake, FAKE_GLOBALS + 0x8000 + 0x1000, 8, base + 256); /* CPU 1 */
	assert_int_equal(found(machine, base + 256).state, PK_SLAB_FREE);
	assert_int_equal(found(machine, base).state, PK_SLAB_ALLOCATED);
}

static void a_cyclic_freelist_leaves_the_rest_unknown(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t base = fake_net_slab(fake, FAKE_SKB, 4, 1);

	fake_put(fake, fake_net_page(4) + SLAB_FREELIST, 8, base);
	fake_put(fake, base + 128, 8, base + 256);
	fake_put(fake, base + 256 + 128, 8, base);
	assert_int_equal(found(machine, base + 256).state, PK_SLAB_FREE);
	assert_int_equal(found(machine, base + 512).state, PK_SLAB_UNKNOWN);
}

static void the_kernels_variable_outranks_a_name(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t base = fake_net_slab(fake, FAKE_KMALLOC, 4, 1);

	fake_symbol(fake, "skbuff_fclone_cache", FAKE_GLOBALS + 0x100, 8);
	fake_put(fake, FAKE_GLOBALS + 0x100, 8, fake_net_cache(FAKE_KMALLOC));
	assert_int_equal(found(machine, base).kind, PK_OBJECT_SKB_FCLONE);
	assert_string_equal(found(machine, base).cache, "kmalloc-2k");
}

static void a_cgroups_cache_is_its_parents_kind(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t base = fake_net_slab(fake, FAKE_TCP, 4, 1);

	fake_put_string(fake, FAKE_GLOBALS + 0x2000 + 64 * FAKE_TCP, "TCP(12:group)");
	assert_int_equal(found(machine, base).kind, PK_OBJECT_SOCK);
}

static void a_type_byte_marks_slabs_too(void **state)
{
	static const struct fake_enum pgty[] = {{"pagetype", "PGTY_slab", 0xf5}};
	static const struct fake_member type[] = {{"struct page", "page_type", 48, .size = 4}};
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t base = fake_net_slab(fake, FAKE_SKB, 4, 1);
	struct pk_slab_object object;

	fake_enums(fake, pgty, 1);
	fake_members(fake, type, 1);
	fake_put(fake, fake_net_page(4) + 48, 4, 0xf5000000);
	assert_int_equal(found(machine, base).kind, PK_OBJECT_SKB);
	fake_net_slab(fake, FAKE_SKB, 5, 1); /* the flag alone says nothing now */
	assert_int_equal(pk_slab_lookup(&machine->ctx, base + 4096, &object), PK_ABSENT);
}

static void napis_own_cache_holds_freed_skbs(void **state)
{
	static const struct fake_member cache[] = {
		{"struct napi_alloc_cache", "skb_count", 0, .size = 4},
		{"struct napi_alloc_cache", "skb_cache", 8, 512, .is_array = true, .elements = 64}};
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t base = fake_net_slab(fake, FAKE_SKB, 4, 1);

	fake_members(fake, cache, 2);
	fake_symbol(fake, "napi_alloc_cache", FAKE_GLOBALS + 0x9000, 520);
	fake_put(fake, FAKE_GLOBALS + 0xa000, 4, 1);
	fake_put(fake, FAKE_GLOBALS + 0xa008, 8, base + 512);
	assert_int_equal(found(machine, base + 512).state, PK_SLAB_FREE);
	assert_int_equal(found(machine, base).state, PK_SLAB_ALLOCATED);
}

/* Of caches that hold neither packets nor sockets only who asks for it is told. */
static void any_object_may_be_free(void **state)
{
	struct fake_machine *machine = *state;
	uint64_t base = fake_net_slab(&machine->fake, FAKE_KMALLOC, 4, 1);
	uint64_t size = fake_net_object_size(FAKE_KMALLOC);
	struct pk_slab_object object;

	fake_put(&machine->fake, fake_net_page(4) + 32, 8, base + size);
	assert_int_equal(found(machine, base + size).state, PK_SLAB_UNKNOWN);
	assert_int_equal(pk_slab_lookup_whole(&machine->ctx, base + size + 3, &object), PK_OK);
	assert_int_equal(object.state, PK_SLAB_FREE);
	assert_int_equal(pk_slab_lookup_whole(&machine->ctx, base, &object), PK_OK);
	assert_int_equal(object.state, PK_SLAB_ALLOCATED);
}

static struct pk_slab_bytes bytes_of(struct fake_machine *machine, uint64_t addr)
{
	struct pk_slab_object object = found(machine, addr);
	struct pk_slab_bytes bytes;

	assert_int_equal(pk_slab_bytes_read(&machine->ctx, &object, &bytes), PK_OK);
	return bytes;
}

static void poison_and_what_was_written_into_it(void **state)
{
	struct fake_machine *machine = *state;
	uint64_t base = fake_net_slab(&machine->fake, FAKE_SKB, 4, 1);
	uint64_t size = found(machine, base).size;
	struct pk_slab_bytes bytes;

	assert_false(bytes_of(machine, base).poison);
	for (uint64_t i = 0; i < size; i++)
		fake_put(&machine->fake, base + i, 1, i + 1 == size ? 0xa5 : 0x6b);
	bytes = bytes_of(machine, base);
	assert_true(bytes.known && bytes.poison);
	assert_int_equal(bytes.written, 0);
	fake_put(&machine->fake, base + 0x28, 8, 0xffff888000001000);
	fake_put(&machine->fake, base + size - 1, 1, 0x6a);
	bytes = bytes_of(machine, base);
	assert_true(bytes.poison);
	assert_int_equal(bytes.written, 9);
	assert_int_equal(bytes.written_at, 0x28);
}

/* --- who allocated and freed it -------------------------------------------------------------------------- */

#define TRACK_TEXT 0xffffffff81200000ull
#define POOLS (FAKE_GLOBALS + 0xe000)
#define POOL (FAKE_GLOBALS + 0xe400)
#define RECORD(n) (POOL + 0x20 * (uint64_t)(n))
#define HANDLE(n) (3u | 2u * (n) << 17) /* pool 2, records of 0x20 bytes */

static const struct fake_member track_members[] = {
	{"struct kmem_cache", "flags", 8, .size = 4},
	{"struct kmem_cache", "inuse", 16, .size = 4},
	{"struct track", "addr", 0, .size = 8},
	{"struct track", "cpu", 12, .size = 4, .is_signed = true},
	{"struct track", "pid", 16, .size = 4, .is_signed = true},
	{"struct track", "when", 24, .size = 8},
};
static const struct fake_member depot_members[] = {
	{"struct track", "handle", 8, .size = 4},
	{"union handle_parts", "pool_index_plus_1", 0, .size = 4, .bit_offset = 0, .bit_size = 17},
	{"union handle_parts", "offset", 0, .size = 4, .bit_offset = 17, .bit_size = 10},
	{"struct stack_record", "handle", 0, .size = 4},
	{"struct stack_record", "size", 4, .size = 4},
	{"struct stack_record", "entries", 8, .size = 16, .is_array = true, .elements = 2},
};
static const struct fake_member addrs_member = {"struct track", "addrs",	  32,
						.size = 16,	.is_array = true, .elements = 2};

/* The free pointer stands behind the object's 64 bytes, then the tracks of SIZE bytes. Returns where. */
static uint64_t put_tracks(struct fake_target *fake, uint64_t object, uint32_t size)
{
	static const char *const callers[] = {"__alloc_skb", "tcp_clean_rtx_queue"};
	uint64_t at = object + 72;

	fake_members(fake, track_members, ARRAY_SIZE(track_members));
	fake_type(fake, "struct track", size);
	fake_put(fake, fake_net_cache(FAKE_SKB) + 8, 4, 0x10000);
	fake_put(fake, fake_net_cache(FAKE_SKB) + 16, 4, 64);
	for (unsigned i = 0; i < 2; i++) {
		fake_symbol(fake, callers[i], TRACK_TEXT + 256 * i, 256);
		fake_put(fake, at + size * i, 8, TRACK_TEXT + 256 * i + 16);
		fake_put(fake, at + size * i + 12, 4, i);
		fake_put(fake, at + size * i + 16, 4, 100 + i);
	}
	return at;
}

static enum pk_status tracks_of(struct fake_machine *machine, uint64_t object,
				struct pk_slab_track tracks[PK_NR_TRACKS])
{
	struct pk_slab_object slab = found(machine, object);

	return pk_slab_tracks_read(&machine->ctx, &slab, tracks);
}

/* Two stacks: of one function, and of two. */
static void put_depot(struct fake_target *fake)
{
	fake_members(fake, depot_members, ARRAY_SIZE(depot_members));
	fake_symbol(fake, "stack_pools", POOLS, 8);
	fake_put(fake, POOLS + 2 * 8, 8, POOL);
	for (unsigned i = 0; i < 2; i++) {
		fake_put(fake, RECORD(i), 4, HANDLE(i));
		fake_put(fake, RECORD(i) + 4, 4, 1 + i);
		fake_put(fake, RECORD(i) + 8, 8, TRACK_TEXT + 32);
		fake_put(fake, RECORD(i) + 16, 8, TRACK_TEXT + 256 + 48);
	}
}

static void who_allocated_and_freed_it(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t base = fake_net_slab(fake, FAKE_SKB, 4, 1), at;
	struct pk_slab_track tracks[PK_NR_TRACKS];

	at = put_tracks(fake, base, 32);
	put_depot(fake);
	for (unsigned i = 0; i < 2; i++)
		fake_put(fake, at + 32 * i + 8, 4, HANDLE(i));
	assert_int_equal(tracks_of(machine, base, tracks), PK_OK);
	assert_string_equal(tracks[PK_TRACK_ALLOC].func, "__alloc_skb+0x10/0x100");
	assert_int_equal(tracks[PK_TRACK_ALLOC].pid, 100);
	assert_int_equal(tracks[PK_TRACK_ALLOC].cpu, 0);
	assert_int_equal(tracks[PK_TRACK_ALLOC].stack.nr, 1);
	assert_string_equal(tracks[PK_TRACK_FREE].func, "tcp_clean_rtx_queue+0x10/0x100");
	assert_int_equal(tracks[PK_TRACK_FREE].pid, 101);
	assert_int_equal(tracks[PK_TRACK_FREE].stack.nr, 2);
	assert_string_equal(tracks[PK_TRACK_FREE].stack.funcs[1], "tcp_clean_rtx_queue+0x30/0x100");
	/* A record that is another's by now: no stack. */
	fake_put(fake, RECORD(1), 4, HANDLE(0));
	assert_int_equal(tracks_of(machine, base, tracks), PK_OK);
	assert_int_equal(tracks[PK_TRACK_FREE].stack.nr, 0);
	/* Nobody has freed it. */
	fake_put(fake, at + 32, 8, 0);
	assert_int_equal(tracks_of(machine, base, tracks), PK_OK);
	assert_string_equal(tracks[PK_TRACK_FREE].func, "");
	/* The pools are an array that is allocated. */
	fake_put(fake, POOLS + 0x100 + 2 * 8, 8, POOL);
	fake_put(fake, POOLS + 2 * 8, 8, 0);
	fake_put(fake, POOLS, 8, POOLS + 0x100);
	assert_int_equal(tracks_of(machine, base, tracks), PK_OK);
	assert_int_equal(tracks[PK_TRACK_ALLOC].stack.nr, 1);
	/* This cache notes nothing. */
	fake_put(fake, fake_net_cache(FAKE_SKB) + 8, 4, 0x20000);
	assert_int_equal(tracks_of(machine, base, tracks), PK_ABSENT);
}

/* Up to 5.18 the stack is in the track. */
static void stacks_in_tracks(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t base = fake_net_slab(fake, FAKE_SKB, 4, 1);
	uint64_t at = put_tracks(fake, base, 48);
	struct pk_slab_track tracks[PK_NR_TRACKS];

	fake_members(fake, &addrs_member, 1);
	fake_put(fake, at + 32, 8, TRACK_TEXT + 64);
	fake_put(fake, at + 40, 8, 0);
	assert_int_equal(tracks_of(machine, base, tracks), PK_OK);
	assert_int_equal(tracks[PK_TRACK_ALLOC].stack.nr, 1);
	assert_string_equal(tracks[PK_TRACK_ALLOC].stack.funcs[0], "__alloc_skb+0x40/0x100");
}

/* --- KASAN ----------------------------------------------------------------------------------------------- */

#define SHADOW(addr) (0xdffffc0000000000 + ((addr) >> 3))

static const struct fake_member kasan_members[] = {
	{"struct kmem_cache", "kasan_info.alloc_meta_offset", 48, .size = 4, .is_signed = true},
	{"struct kmem_cache", "kasan_info.free_meta_offset", 52, .size = 4, .is_signed = true},
	{"struct kasan_alloc_meta", "alloc_track", 0, .size = 8},
	{"struct kasan_free_meta", "free_track", 8, .size = 8},
	{"struct kasan_track", "pid", 0, .size = 4},
	{"struct kasan_track", "stack", 4, .size = 4},
};

static void put_shadow(struct fake_target *fake, uint64_t object, uint8_t byte)
{
	fake_put(fake, SHADOW(object), 1, byte);
}

/* No freelist has what is in the quarantine. */
static void what_kasan_keeps_is_free(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t base = fake_net_slab(fake, FAKE_SKB, 4, 1), task = FAKE_GLOBALS + 0xe000;
	struct pk_slab_track tracks[PK_NR_TRACKS];

	fake_members(fake, kasan_members, ARRAY_SIZE(kasan_members));
	put_tracks(fake, base, 32);
	put_depot(fake);
	fake_put(fake, fake_net_cache(FAKE_SKB) + 8, 4, 0); /* slub_debug notes nothing */
	fake_symbol(fake, "kasan_quarantine_put", TRACK_TEXT + 0x1000, 16);
	fake_symbol(fake, "init_task", task, 64);
	fake_map(fake, SHADOW(task), 8);
	fake_map(fake, SHADOW(base), 256);
	fake_put(fake, fake_net_cache(FAKE_SKB) + 48, 4, 200);
	put_shadow(fake, base, 0xfa);
	put_shadow(fake, base + 256, 0xfb);
	put_shadow(fake, base + 512, 7);
	put_shadow(fake, base + 768, 0xf1);
	fake_put(fake, base + 200, 4, 41);
	fake_put(fake, base + 204, 4, HANDLE(0));
	fake_put(fake, base + 8, 4, 42);
	fake_put(fake, base + 12, 4, HANDLE(1));
	assert_int_equal(found(machine, base).state, PK_SLAB_FREE);
	assert_int_equal(found(machine, base + 256).state, PK_SLAB_FREE);
	assert_int_equal(found(machine, base + 512).state, PK_SLAB_ALLOCATED);
	assert_int_equal(found(machine, base + 768).state, PK_SLAB_UNKNOWN); /* a byte of stacks */
	assert_int_equal(found(machine, base + 1024).state, PK_SLAB_ALLOCATED);
	assert_int_equal(tracks_of(machine, base, tracks), PK_OK);
	assert_int_equal(tracks[PK_TRACK_ALLOC].pid, 41);
	assert_string_equal(tracks[PK_TRACK_ALLOC].func, "__alloc_skb+0x20/0x100");
	assert_int_equal(tracks[PK_TRACK_FREE].pid, 42);
	assert_int_equal(tracks[PK_TRACK_FREE].stack.nr, 2);
	/* freed without a track, and in a cache that has no room for one */
	assert_int_equal(tracks_of(machine, base + 256, tracks), PK_OK);
	assert_string_equal(tracks[PK_TRACK_FREE].func, "");
	fake_put(fake, fake_net_cache(FAKE_SKB) + 52, 4, 0x7fffffff);
	assert_int_equal(tracks_of(machine, base, tracks), PK_OK);
	assert_string_equal(tracks[PK_TRACK_FREE].func, "");
}

static void without_kasans_shadow_nothing_is_said(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t base = fake_net_slab(fake, FAKE_SKB, 4, 1);

	fake_symbol(fake, "kasan_quarantine_put", TRACK_TEXT + 0x1000, 16);
	assert_int_equal(found(machine, base).state, PK_SLAB_UNKNOWN);
}

/* --- KFENCE ---------------------------------------------------------------------------------------------- */

#define POOL_PAGE 16 /* the pool's first, of those that are mapped directly */
#define ENTRIES (FAKE_GLOBALS + 0xd000)
#define ENTRY(n) (ENTRIES + 0x100 * (uint64_t)(n))
#define IN_POOL(page) (FAKE_DIRECT + (POOL_PAGE + (uint64_t)(page)) * 4096)

static const struct fake_member kfence_members[] = {
	{"struct kfence_metadata", "addr", 0, .size = 8},
	{"struct kfence_metadata", "size", 8, .size = 8},
	{"struct kfence_metadata", "cache", 16, .size = 8},
	{"struct kfence_metadata", "state", 24, .size = 4},
	{"struct kfence_metadata", "alloc_track", 32, .size = 64},
	{"struct kfence_metadata", "free_track", 96, .size = 64},
	{"struct kfence_track", "pid", 0, .size = 4, .is_signed = true},
	{"struct kfence_track", "num_stack_entries", 4, .size = 4},
	{"struct kfence_track", "stack_entries", 8, .size = 48, .is_array = true, .elements = 6},
};
static const struct fake_enum kfence_states[] = {{NULL, "KFENCE_OBJECT_ALLOCATED", 1}};

/* Three pages with objects: a free skb at the end of its page, a socket at the beginning of its, and one never used. */
static void put_kfence(struct fake_target *fake)
{
	static const char *const callers[] = {"__kfence_alloc", "kmem_cache_alloc_node",
					      "__alloc_skb", "kfree_skbmem"};

	fake_members(fake, kfence_members, ARRAY_SIZE(kfence_members));
	fake_type(fake, "struct kfence_metadata", 0x100);
	fake_enums(fake, kfence_states, ARRAY_SIZE(kfence_states));
	fake_symbol(fake, "__kfence_pool", FAKE_GLOBALS + 0xcff0, 8);
	fake_put(fake, FAKE_GLOBALS + 0xcff0, 8, IN_POOL(0));
	fake_symbol(fake, "kfence_metadata", ENTRIES, 8);
	for (unsigned i = 0; i < ARRAY_SIZE(callers); i++)
		fake_symbol(fake, callers[i], TRACK_TEXT + 256 * i, 256);
	fake_put(fake, ENTRY(0), 8, IN_POOL(3) - 256);
	fake_put(fake, ENTRY(0) + 8, 8, 248);
	fake_put(fake, ENTRY(0) + 16, 8, fake_net_cache(FAKE_SKB));
	fake_put(fake, ENTRY(0) + 24, 4, 2);
	for (unsigned i = 0; i < 2; i++) {
		fake_put(fake, ENTRY(0) + 32 + 64 * i, 4, 100 + i);
		fake_put(fake, ENTRY(0) + 32 + 64 * i + 4, 4, 3);
		for (unsigned at = 0; at < 3; at++)
			fake_put(fake, ENTRY(0) + 32 + 64 * i + 8 + 8 * at, 8,
				 TRACK_TEXT + 256 * (i + at) + 16);
	}
	fake_put(fake, ENTRY(1), 8, IN_POOL(4));
	fake_put(fake, ENTRY(1) + 8, 8, 500);
	fake_put(fake, ENTRY(1) + 16, 8, fake_net_cache(FAKE_TCP));
	fake_put(fake, ENTRY(1) + 24, 4, 1);
	fake_put(fake, ENTRY(2), 8, IN_POOL(6));
}

static void check_kfence(struct fake_machine *machine)
{
	struct pk_slab_object object = found(machine, IN_POOL(3) - 256 + 17), none;
	struct pk_slab_track tracks[PK_NR_TRACKS];

	assert_int_equal(object.start, IN_POOL(3) - 256);
	assert_int_equal(object.inside, 17);
	assert_int_equal(object.size, 248);
	assert_int_equal(object.kind, PK_OBJECT_SKB);
	assert_int_equal(object.state, PK_SLAB_FREE);
	assert_true(object.guarded);
	assert_int_equal(pk_slab_tracks_read(&machine->ctx, &object, tracks), PK_OK);
	assert_int_equal(tracks[PK_TRACK_ALLOC].pid, 100);
	assert_int_equal(tracks[PK_TRACK_ALLOC].cpu, -1);
	assert_int_equal(tracks[PK_TRACK_ALLOC].stack.nr, 1);
	assert_string_equal(tracks[PK_TRACK_ALLOC].func, "__alloc_skb+0x10/0x100");
	assert_int_equal(tracks[PK_TRACK_FREE].pid, 101);
	assert_string_equal(tracks[PK_TRACK_FREE].func, "__alloc_skb+0x10/0x100");
	assert_string_equal(tracks[PK_TRACK_FREE].stack.funcs[1], "kfree_skbmem+0x10/0x100");

	object = found(machine, IN_POOL(4) + 499);
	assert_int_equal(object.start, IN_POOL(4));
	assert_int_equal(object.kind, PK_OBJECT_SOCK);
	assert_int_equal(object.state, PK_SLAB_ALLOCATED);
	/* In front of the object, in a guard page, where nothing was yet, behind the last entry. */
	assert_int_equal(pk_slab_lookup(&machine->ctx, IN_POOL(2), &none), PK_ABSENT);
	assert_int_equal(pk_slab_lookup(&machine->ctx, IN_POOL(3), &none), PK_ABSENT);
	assert_int_equal(pk_slab_lookup(&machine->ctx, IN_POOL(6), &none), PK_ABSENT);
	assert_int_equal(pk_slab_lookup(&machine->ctx, IN_POOL(8), &none), PK_ABSENT);
}

static void count_one(uint64_t start, void *arg)
{
	assert_int_equal(start, IN_POOL(4));
	++*(int *)arg;
}

static void kfence_has_an_array(void **state)
{
	struct fake_machine *machine = *state;
	int nr = 0;

	put_kfence(&machine->fake);
	check_kfence(machine);
	assert_int_equal(pk_kfence_walk(&machine->ctx, fake_net_cache(FAKE_TCP), count_one, &nr),
			 PK_OK);
	assert_int_equal(pk_kfence_walk(&machine->ctx, fake_net_cache(FAKE_SKB), count_one, &nr),
			 PK_OK);
	assert_int_equal(nr, 1);
}

static void kfence_has_a_pointer_to_one(void **state)
{
	struct fake_machine *machine = *state;

	put_kfence(&machine->fake);
	fake_symbol(&machine->fake, "kfence_metadata", ENTRIES - 0x20, 8);
	fake_put(&machine->fake, ENTRIES - 0x20, 8, ENTRIES);
	check_kfence(machine);
}

static void an_object_of_kfence_fits_into_its_page(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_slab_object object;

	put_kfence(&machine->fake);
	fake_put(&machine->fake, ENTRY(1) + 8, 8, 4097);
	assert_int_equal(pk_slab_lookup(&machine->ctx, IN_POOL(4), &object), PK_CORRUPT);
}

static void missing_page_structs_are_unreadable(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_slab_object object;

	fake_unmap(&machine->fake, FAKE_VMEMMAP);
	assert_int_equal(pk_slab_lookup(&machine->ctx, FAKE_DIRECT, &object), PK_UNREADABLE);
}

static void is_cheap_after_the_first_look(void **state)
{
	struct fake_machine *machine = *state;
	uint64_t base = fake_net_slab(&machine->fake, FAKE_SKB, 4, 1), reads;

	found(machine, base);
	reads = machine->fake.nr_reads;
	for (int i = 0; i < 1000; i++)
		found(machine, base + i);
	assert_int_equal(machine->fake.nr_reads, reads);
}

/* A dump without its slab pages: their struct pages are there. */
static void a_missing_class_of_pages_is_named(void **state)
{
	for (unsigned nr = 7; nr <= 12; nr += 5) {
		struct fake_machine *machine = *state;
		uint64_t base = fake_net_slab(&machine->fake, FAKE_TCP, 4, nr), value;

		fake_unmap(&machine->fake, FAKE_DIRECT);
		for (unsigned i = 0; i < nr; i++)
			assert_int_equal(pk_read_uint(&machine->ctx, base + 4096 * i, 8, &value),
					 PK_UNREADABLE);
		pk_warn(&machine->ctx, "something else");
		pk_missing_diagnose(&machine->ctx);
		assert_int_equal(machine->ctx.nr_warnings,
				 nr < 8 ? 1 : 2); /* a few may be missing for any reason */
		if (nr >= 8)
			assert_non_null(strstr(machine->ctx.warnings[0], "makedumpfile is older"));
		if (nr < 8) {
			fake_machine_teardown(state);
			setup(state);
		}
	}
}

/* The makedumpfile that knows this kernel's pages: by its layout, whatever release it says. */
static void the_right_makedumpfile_is_named(void **state)
{
	static const struct fake_enum pgty[] = {{"pagetype", "PGTY_slab", 0xf5}};
	static const struct fake_member type[] = {{"struct page", "page_type", 48, .size = 4}};
	static const char *const names[] = {"with a newer one", "makedumpfile 1.7.6",
					    "makedumpfile 1.7.7", "makedumpfile 1.8.0"};

	for (unsigned kind = 0; kind < ARRAY_SIZE(names); kind++) {
		struct fake_machine *machine = *state;
		struct fake_target *fake = &machine->fake;
		uint64_t base = fake_net_slab(fake, FAKE_TCP, 4, 8), value;

		if (kind)
			fake_members(fake, type, 1);
		for (size_t i = 0; i < fake->nr_enums && kind == 1; i++)
			if (!strcmp(fake->enums[i].name, "PG_slab"))
				fake->enums[i].value =
					0x1000; /* cleared in the type of a slab's page */
		if (kind > 1)
			fake_enums(fake, pgty, 1);
		for (size_t i = 0; i < fake->nr_members && kind > 2; i++)
			if (!strcmp(fake->members[i].path, "compound_head"))
				fake->members[i].path = "compound_info";
		fake_put(fake, fake_net_page(4) + 48, 4, kind == 1 ? 0xffffefff : 0xf5000000);
		fake_unmap(fake, FAKE_DIRECT);
		for (unsigned i = 0; i < 8; i++)
			assert_int_equal(pk_read_uint(&machine->ctx, base + 4096 * i, 8, &value),
					 PK_UNREADABLE);
		pk_missing_diagnose(&machine->ctx);
		assert_int_equal(machine->ctx.nr_warnings, 1);
		assert_non_null(strstr(machine->ctx.warnings[0], names[kind]));
		fake_machine_teardown(state);
		setup(state);
	}
}

/* Others than slab pages: by where they lie, and by who asked for them. */
static void other_missing_classes_are_named(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_slab_object object;
	bool named[3] = {false};
	uint64_t value;

	machine->fake.percpu[0] = FAKE_DIRECT + 0x100000;
	machine->fake.percpu[1] = FAKE_DIRECT + 0x200000;
	fake_symbol(&machine->fake, "__per_cpu_start", 0, 0);
	fake_symbol(&machine->fake, "__per_cpu_end", 0x8000, 0);
	for (unsigned i = 0; i < 8; i++)
		assert_int_equal(
			pk_read_uint(&machine->ctx, FAKE_DIRECT + 0x200000 + 4096 * i, 8, &value),
			PK_UNREADABLE);
	pk_missing_diagnose(&machine->ctx);
	machine->ctx.nr_missing = 0;
	fake_unmap(&machine->fake, FAKE_VMEMMAP);
	assert_int_equal(pk_slab_lookup(&machine->ctx, FAKE_DIRECT, &object), PK_UNREADABLE);
	assert_int_equal(machine->ctx.missing_class[0], PK_PAGES_STRUCTS);
	for (unsigned i = 1; i < 8; i++)
		pk_missing_is(&machine->ctx, FAKE_VMEMMAP + 4096 * i, PK_PAGES_STRUCTS);
	pk_missing_diagnose(&machine->ctx);
	machine->ctx.nr_missing = 0;
	for (unsigned i = 0; i < 8; i++)
		pk_missing_is(&machine->ctx, FAKE_GLOBALS + 4096 * i, PK_PAGES_EVENTS);
	pk_missing_diagnose(&machine->ctx);
	for (unsigned i = 0; i < machine->ctx.nr_warnings; i++) {
		named[0] |= !!strstr(machine->ctx.warnings[i], "lacks per-CPU memory (8 of 8");
		named[1] |= !!strstr(machine->ctx.warnings[i], "lacks struct pages (8 of 8");
		named[2] |=
			!!strstr(machine->ctx.warnings[i], "lacks pages of ring buffers (8 of 8");
	}
	assert_true(named[0] && named[1] && named[2]);
}

/* 6.18 and later: what CPUs and memory nodes keep is in sheaves, and no object of one has a pointer. */
#define SHEAVES                                                                                    \
	(FAKE_GLOBALS +                                                                            \
	 0x9000) /* of CPU 0; CPU 1's are 0x1000 further, as all per-CPU memory here */
#define SHEAF(n) (FAKE_GLOBALS + 0xb000 + 0x100ull * (n))
#define SHEAF_OBJECTS 32
#define NODES (FAKE_GLOBALS + 0xc000) /* struct kmem_cache_node of memory node 0, then of 1 */
#define BARN(n) (FAKE_GLOBALS + 0xc800 + 0x40ull * (n))
#define BARN_FULL 8

static const struct fake_member sheaves[] = {
	{"struct kmem_cache", "cpu_sheaves", 200, 8, .is_pointer = true},
	{"struct slub_percpu_sheaves", "main", 8, 8, .is_pointer = true},
	{"struct slub_percpu_sheaves", "spare", 16, 8, .is_pointer = true},
	{"struct slub_percpu_sheaves", "rcu_free", 24, 8, .is_pointer = true},
	{"struct slab_sheaf", "barn_list", 0, .size = 16},
	{"struct slab_sheaf", "size", 16, .size = 4},
	{"struct slab_sheaf", "objects", SHEAF_OBJECTS, .size = 0},
	{"struct node_barn", "sheaves_full", BARN_FULL, .size = 16},
};
/* 7.0 */
static const struct fake_member barns_of_caches[] = {
	{"struct kmem_cache", "per_node[0].barn", 208, 8, .is_pointer = true},
	{"struct kmem_cache", "per_node[0].node", 216, 8, .is_pointer = true},
};
static const struct fake_member barns_of_nodes[] = {
	{"struct kmem_cache", "node", 208, 8, .is_pointer = true},
	{"struct kmem_cache_node", "barn", 24, 8, .is_pointer = true},
};

static void put_sheaf(struct fake_target *fake, unsigned n, uint64_t first, uint64_t second)
{
	fake_put(fake, SHEAF(n) + 16, 4, second ? 2 : 1);
	fake_put(fake, SHEAF(n) + SHEAF_OBJECTS, 8, first);
	fake_put(fake, SHEAF(n) + SHEAF_OBJECTS + 8, 8, second);
}

/* Objects 1 to 3 are in sheaves of CPU 1, 5 and 6 in full ones of node 1's barn. */
static uint64_t put_sheaves(struct fake_target *fake, bool of_nodes)
{
	uint64_t base = fake_net_slab(fake, FAKE_SKB, 4, 1), cache = fake_net_cache(FAKE_SKB);

	fake_members(fake, sheaves, ARRAY_SIZE(sheaves));
	fake_put(fake, cache + 200, 8, SHEAVES);
	fake_put(fake, SHEAVES + 0x1000 + 8, 8, SHEAF(0));
	fake_put(fake, SHEAVES + 0x1000 + 16, 8, SHEAF(1));
	fake_put(fake, SHEAVES + 0x1000 + 24, 8, SHEAF(2));
	put_sheaf(fake, 0, base + 256, 0);
	put_sheaf(fake, 1, base + 512, 0);
	put_sheaf(fake, 2, base + 768, 0);
	put_sheaf(fake, 3, base + 5 * 256, base + 6 * 256);
	put_sheaf(fake, 4, base + 8 * 256, 0);
	for (unsigned i = 0; i < 2; i++)
		fake_put_list(fake, FAKE_WORDS(BARN(i) + BARN_FULL));
	fake_put_list(fake, FAKE_WORDS(BARN(1) + BARN_FULL, SHEAF(3), SHEAF(4)));
	fake_symbol(fake, "nr_node_ids", FAKE_GLOBALS + 0xd000, 4);
	fake_put(fake, FAKE_GLOBALS + 0xd000, 4, 2);
	if (of_nodes) {
		fake_members(fake, barns_of_nodes, ARRAY_SIZE(barns_of_nodes));
		for (unsigned i = 0; i < 2; i++) {
			fake_put(fake, cache + 208 + 8 * i, 8, NODES + 0x100 * i);
			fake_put(fake, NODES + 0x100 * i + 24, 8, BARN(i));
		}
	} else {
		fake_members(fake, barns_of_caches, ARRAY_SIZE(barns_of_caches));
		fake_type(fake, "struct kmem_cache_per_node_ptrs", 16);
		fake_put(fake, cache + 208, 8, 0); /* node 0 has no barn */
		fake_put(fake, cache + 224, 8, BARN(1));
	}
	return base;
}

static void objects_in_sheaves_are_free(void **state)
{
	for (unsigned of_nodes = 0; of_nodes < 2; of_nodes++) {
		struct fake_machine *machine = *state;
		uint64_t base = put_sheaves(&machine->fake, of_nodes);

		for (unsigned i = 0; i < 10; i++)
			assert_int_equal(found(machine, base + 256 * i).state,
					 i && i != 4 && i != 7 && i < 9 ? PK_SLAB_FREE
									: PK_SLAB_ALLOCATED);
		fake_machine_teardown(state);
		setup(state);
	}
}

/* Whether an object is free is not known, unless it is in what could be read. */
static void what_cannot_be_read_leaves_the_rest_unknown(void **state)
{
	const struct {
		uint64_t at, size, value;
	} lies[] = {
		{SHEAF(0) + 16, 4, 1u << 30}, /* more objects than any sheaf has */
		{SHEAVES + 0x1000 + 24, 8, 0x10},
		{SHEAF(4), 8, SHEAF(3)}, /* a circle */
		{SHEAF(4), 8, 0x10},
		{BARN(1) + BARN_FULL, 8, 0x10},
		{SHEAF(4) + 16, 4, 1u << 30},
	};

	for (unsigned of_nodes = 0; of_nodes < 2; of_nodes++)
		for (size_t i = 0; i < ARRAY_SIZE(lies); i++) {
			struct fake_machine *machine = *state;
			uint64_t base = put_sheaves(&machine->fake, of_nodes);

			fake_put(&machine->fake, lies[i].at, lies[i].size, lies[i].value);
			assert_int_equal(found(machine, base).state, PK_SLAB_UNKNOWN);
			assert_int_equal(found(machine, base + 512).state,
					 i ? PK_SLAB_FREE : PK_SLAB_UNKNOWN);
			fake_machine_teardown(state);
			setup(state);
		}
}

static void a_cpu_whose_list_is_missing_leaves_the_rest_unknown(void **state)
{
	struct fake_machine *machine = *state;
	uint64_t base = fake_net_slab(&machine->fake, FAKE_SKB, 4, 1);

	machine->fake.percpu[1] = 0x10000000;
	assert_int_equal(found(machine, base).state, PK_SLAB_UNKNOWN);
}

static void a_count_that_napi_cannot_have_is_warned_of(void **state)
{
	static const struct fake_member cache[] = {
		{"struct napi_alloc_cache", "skb_count", 0, .size = 4},
		{"struct napi_alloc_cache", "skb_cache", 8, 512, .is_array = true, .elements = 64}};
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t base = fake_net_slab(fake, FAKE_SKB, 4, 1);

	fake_members(fake, cache, 2);
	fake_symbol(fake, "napi_alloc_cache", FAKE_GLOBALS + 0x9000, 520);
	fake_put(fake, FAKE_GLOBALS + 0x9000, 4, 65);
	fake_put(fake, FAKE_GLOBALS + 0x9008, 8, base);
	fake_put(fake, FAKE_GLOBALS + 0xa000, 4, 64);
	fake_put(fake, FAKE_GLOBALS + 0xa008 + 63 * 8, 8, base + 512);
	assert_int_equal(found(machine, base + 512).state, PK_SLAB_FREE);
	assert_int_equal(found(machine, base).state, PK_SLAB_ALLOCATED);
	assert_int_equal(machine->ctx.nr_warnings, 1);
	assert_non_null(
		strstr(machine->ctx.warnings[0], "CPU 0: napi_alloc_cache.skb_count is 65 of 64"));
}

/* Between the page flag and the type byte: a bit of the type, cleared. */
static void a_cleared_bit_of_the_type_marks_slabs_too(void **state)
{
	static const struct fake_member type[] = {{"struct page", "page_type", 48, .size = 4}};
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t base = fake_net_slab(fake, FAKE_SKB, 4, 1);
	struct pk_slab_object object;

	fake_members(fake, type, 1);
	for (size_t i = 0; i < fake->nr_enums; i++)
		if (!strcmp(fake->enums[i].name, "PG_slab"))
			fake->enums[i].value = 0x1000;
	fake_put(fake, fake_net_page(4) + 48, 4, 0xffffefff);
	assert_int_equal(found(machine, base).kind, PK_OBJECT_SKB);
	fake_net_slab(fake, FAKE_SKB, 5, 1);
	fake_put(fake, fake_net_page(5) + 48, 4, 0xffffffff);
	assert_int_equal(pk_slab_lookup(&machine->ctx, base + 4096, &object), PK_ABSENT);
	fake_net_slab(fake, FAKE_SKB, 6, 1);
	fake_put(fake, fake_net_page(6) + 48, 4, 0x00000fff); /* a count of mappings, no type */
	assert_int_equal(pk_slab_lookup(&machine->ctx, base + 2 * 4096, &object), PK_ABSENT);
}

/* Sizes that contradict each other, a name that is none, and a cache that is not there. */
static void a_damaged_cache_is_said(void **state)
{
	static const struct {
		uint64_t offset, value;
		enum pk_status status;
		const char *says;
	} lies[] = {
		{24, 0, PK_ABSENT, "sizes contradict each other"},
		{24, (1u << 26) + 1, PK_ABSENT, "sizes contradict each other"},
		{28, 257, PK_ABSENT, "sizes contradict each other"},
		{CACHE_OFFSET, 256, PK_ABSENT, "sizes contradict each other"},
		{172, 256, PK_ABSENT, "sizes contradict each other"},
		{100, 0x10, PK_UNREADABLE, "what it holds"}, /* half of its name's address */
	};

	for (size_t i = 0; i < ARRAY_SIZE(lies); i++) {
		struct fake_machine *machine = *state;
		uint64_t base = fake_net_slab(&machine->fake, FAKE_SKB, 4, 1);
		struct pk_slab_object object;

		fake_put(&machine->fake, fake_net_cache(FAKE_SKB) + lies[i].offset, 4,
			 lies[i].value);
		assert_int_equal(pk_slab_lookup(&machine->ctx, base, &object), lies[i].status);
		assert_int_equal(machine->ctx.nr_warnings, 1);
		assert_non_null(strstr(machine->ctx.warnings[0], lies[i].says));
		fake_machine_teardown(state);
		setup(state);
	}
}

static void a_cache_without_a_readable_name_is_none(void **state)
{
	static const char *const names[] = {"skb\x1f", "skb\x7f", "\x80skb"};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		struct fake_machine *machine = *state;
		uint64_t base = fake_net_slab(&machine->fake, FAKE_SKB, 4, 1);
		struct pk_slab_object object;

		fake_put_string(&machine->fake, FAKE_GLOBALS + 0x2000 + 64 * FAKE_SKB, names[i]);
		assert_int_equal(pk_slab_lookup(&machine->ctx, base, &object), PK_CORRUPT);
		assert_non_null(strstr(machine->ctx.warnings[0], "no readable name"));
		fake_machine_teardown(state);
		setup(state);
	}
}

/* A tail whose head is behind it, between two struct pages, or too far away. */
static void a_head_that_cannot_be_is_none(void **state)
{
	const uint64_t heads[] = {fake_net_page(7), fake_net_page(4) + 8,
				  fake_net_page(5) - (64ull << 20) - 64};
	struct fake_machine *machine = *state;
	uint64_t base = fake_net_slab(&machine->fake, FAKE_TCP, 4, 4);
	struct pk_slab_object object;

	assert_int_equal(found(machine, base + 4096).start, base + 4096);
	for (size_t i = 0; i < ARRAY_SIZE(heads); i++) {
		fake_machine_teardown(state);
		setup(state);
		machine = *state;
		base = fake_net_slab(&machine->fake, FAKE_TCP, 4, 4);
		fake_put(&machine->fake, fake_net_page(5) + 8, 8, heads[i] | 1);
		assert_int_equal(pk_slab_lookup(&machine->ctx, base + 4096, &object), PK_ABSENT);
	}
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, fake_machine_teardown)
	const struct CMUnitTest tests[] = {
		TEST(names_cache_and_object),
		TEST(follows_a_tail_page_to_its_head),
		TEST(a_tail_may_hold_a_mask),
		TEST(other_values_are_absent),
		TEST(the_room_behind_the_last_object_is_none),
		TEST(objects_on_the_slab_freelist_are_free),
		TEST(hardened_pointers_swapped),
		TEST(hardened_pointers_plain),
		TEST(objects_on_a_cpu_freelist_are_free),
		TEST(a_cyclic_freelist_leaves_the_rest_unknown),
		TEST(the_kernels_variable_outranks_a_name),
		TEST(a_cgroups_cache_is_its_parents_kind),
		TEST(a_type_byte_marks_slabs_too),
		TEST(napis_own_cache_holds_freed_skbs),
		TEST(any_object_may_be_free),
		TEST(objects_in_sheaves_are_free),
		TEST(what_cannot_be_read_leaves_the_rest_unknown),
		TEST(a_cpu_whose_list_is_missing_leaves_the_rest_unknown),
		TEST(a_count_that_napi_cannot_have_is_warned_of),
		TEST(a_cleared_bit_of_the_type_marks_slabs_too),
		TEST(a_damaged_cache_is_said),
		TEST(a_cache_without_a_readable_name_is_none),
		TEST(a_head_that_cannot_be_is_none),
		TEST(poison_and_what_was_written_into_it),
		TEST(who_allocated_and_freed_it),
		TEST(stacks_in_tracks),
		TEST(what_kasan_keeps_is_free),
		TEST(without_kasans_shadow_nothing_is_said),
		TEST(kfence_has_an_array),
		TEST(kfence_has_a_pointer_to_one),
		TEST(an_object_of_kfence_fits_into_its_page),
		TEST(missing_page_structs_are_unreadable),
		TEST(is_cheap_after_the_first_look),
		TEST(a_missing_class_of_pages_is_named),
		TEST(the_right_makedumpfile_is_named),
		TEST(other_missing_classes_are_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
