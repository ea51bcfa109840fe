/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FAKE_TARGET_H
#define FAKE_TARGET_H

#include "core/context.h"
#include "core/target.h"

/**
 * A dead machine made by hand: a pk_target whose memory, symbols and types are small tables.
 *
 * By default little-endian, 8-byte words, 4 KiB pages, one CPU, nothing mapped and nothing known.
 * What a test does not add does not exist: reading it is PK_UNREADABLE, naming it PK_ABSENT.
 *
 *	struct fake_target fake;
 *	struct pk_ctx ctx;
 *
 *	fake_target_init(&fake);
 *	fake_members(&fake, rows, ARRAY_SIZE(rows));
 *	fake_map(&fake, 0xffff888000001000, 4096);
 *	fake_put(&fake, 0xffff888000001010, 8, 42);
 *	fake_symbol(&fake, "jiffies", 0xffff888000001010, 8);
 *	pk_ctx_init(&ctx, &fake.target);
 *	...
 *	pk_ctx_deinit(&ctx);
 *	fake_target_deinit(&fake);
 *
 * Names and strings given to the fake are borrowed and must outlive it (literals do). A mistake in
 * a test (writing unmapped memory, mapping twice) aborts.
 */
struct fake_range {
	uint64_t addr;
	size_t len;
	uint8_t *bytes; /* owned */
};

/** A member of a type. IS_* as in struct pk_member. TYPE is spelled as in C ("struct sk_buff"). */
struct fake_member {
	const char *type, *path;
	uint64_t offset, size;
	bool is_pointer, is_signed, is_array;
	uint64_t elements;
	uint32_t bit_offset, bit_size;
	const char *type_text; /* C text of the member's type, or NULL */
};

struct fake_enum {
	const char *tag, *name; /* TAG NULL: anonymous */
	int64_t value;
};

struct fake_size {
	const char *type;
	uint64_t size;
};

struct fake_target {
	struct pk_target target; /* first; facts may be changed by the test */
	struct fake_range *ranges;
	size_t nr_ranges;
	struct pk_symbol *symbols;
	size_t nr_symbols;
	struct fake_member *members;
	size_t nr_members;
	struct fake_enum *enums;
	size_t nr_enums;
	struct fake_size *sizes;
	size_t nr_sizes;
	uint64_t percpu[64]; /* what percpu_offset() says */
	struct pk_cpumask masks[4]; /* by enum pk_cpumask_kind; CPU 0 at first */
	struct pk_regs regs[64];
	bool has_regs[64];
	int panic_cpu; /* -1 (the default): nobody panicked */
	uint64_t page_offset; /* virt_to_page(): start of the direct map */
	uint64_t direct_size; /* 0 = there is none */
	uint64_t vmemmap; /* address of the first struct page */
	uint64_t page_struct_size;
	enum pk_status type_status; /* not PK_OK: every type question fails like this */
	uint64_t nr_reads, bytes_read; /* what was asked so far */
};

/** Byte order of the machines that are drawn from now on. A test that draws with this host's structs sets this host's. */
extern bool fake_big_endian;
#define FAKE_HOST_BIG_ENDIAN (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)

/** VALUE as SIZE bytes of that byte order. */
void fake_store(void *to, uint64_t value, size_t size);

void fake_target_init(struct fake_target *fake);
void fake_target_deinit(struct fake_target *fake);

/** Map LEN zeroed bytes at ADDR. Returns them (owned by FAKE); the whole range lies in one piece. */
uint8_t *fake_map(struct fake_target *fake, uint64_t addr, size_t len);
/** Take the range that was mapped at ADDR away: its memory was not dumped. */
void fake_unmap(struct fake_target *fake, uint64_t addr);
/** Write an integer of SIZE bytes in the target's byte order. The memory must be mapped. */
void fake_put(struct fake_target *fake, uint64_t addr, size_t size, uint64_t value);
void fake_put_bytes(struct fake_target *fake, uint64_t addr, const void *bytes, size_t len);
/** Write TEXT with its NUL. */
void fake_put_string(struct fake_target *fake, uint64_t addr, const char *text);
/** Write the links of NR list_heads, each of which leads to the next one, and the last to the first. */
void fake_put_list(struct fake_target *fake, const uint64_t *nodes, unsigned nr);
/** Map and fill a NUL-terminated string of its own at ADDR. */
void fake_string(struct fake_target *fake, uint64_t addr, const char *text);

void fake_symbol(struct fake_target *fake, const char *name, uint64_t addr, uint64_t size);
void fake_module_symbol(struct fake_target *fake, const char *module, const char *name,
			uint64_t addr, uint64_t size);
void fake_members(struct fake_target *fake, const struct fake_member *rows, size_t nr);
void fake_enums(struct fake_target *fake, const struct fake_enum *rows, size_t nr);
void fake_type(struct fake_target *fake, const char *type, uint64_t size);
/** Let CPUs 0 .. NR - 1 be possible, present, online and active. */
void fake_cpus(struct fake_target *fake, unsigned nr);

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/** What most tests have; the structs of those that have more begin with it. */
struct fake_machine {
	struct fake_target fake;
	struct pk_ctx ctx;
};

/** Words, as an array and their number. */
#define FAKE_WORDS(...)                                                                            \
	(const uint64_t[]){__VA_ARGS__}, ARRAY_SIZE(((const uint64_t[]){__VA_ARGS__}))

/** Of cmocka: *STATE is the struct fake_machine. */
int fake_machine_teardown(void **state);

#endif
