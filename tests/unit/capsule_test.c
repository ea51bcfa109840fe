// SPDX-License-Identifier: GPL-3.0-or-later
/* Recording answers, writing them, and reading them back; and files that lie. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zstd.h>

#include <cmocka.h>

#include "fake_target.h"
#include "target/capsule/capsule.h"
#include "target/capsule/record.h"
#include "target/capsule/wire.h"

#define TEXT 0xffffffff81000000ull
#define DATA 0xffff888000001000ull

static const struct fake_member members[] = {
	{.type = "struct sk_buff",
	 .path = "len",
	 .offset = 112,
	 .size = 4,
	 .type_text = "unsigned int"},
	{.type = "struct sk_buff",
	 .path = "cloned",
	 .offset = 126,
	 .size = 1,
	 .bit_offset = 3,
	 .bit_size = 1},
	{.type = "struct sk_buff",
	 .path = "cb",
	 .offset = 40,
	 .size = 48,
	 .is_array = true,
	 .elements = 48,
	 .is_signed = true},
};
static const struct fake_enum enums[] = {
	{"skb_drop_reason", "SKB_DROP_REASON_NO_SOCKET", 3},
	{NULL, "TRACE_FN", -1},
};

static void machine_init(struct fake_target *fake)
{
	fake_target_init(fake);
	snprintf(fake->target.facts.release, sizeof(fake->target.facts.release), "6.1.0-test");
	snprintf(fake->target.facts.dump_file, sizeof(fake->target.facts.dump_file),
		 "/secret/place/vmcore");
	fake_map(fake, DATA, 3 * 4096);
	for (unsigned i = 0; i < 3 * 4096; i += 2)
		fake_put(fake, DATA + i, 2, i * 7919);
	fake_symbol(fake, "tcp_v4_rcv", TEXT + 0x100, 0x200);
	fake_symbol(fake, "tcp_ack", TEXT + 0x300, 0x80);
	fake_symbol(fake, "tcp_ack", TEXT + 0x900, 0x10);
	fake_module_symbol(fake, "veth", "veth_xmit", TEXT + 0x5000, 0x40);
	fake_members(fake, members, ARRAY_SIZE(members));
	fake_enums(fake, enums, ARRAY_SIZE(enums));
	fake_type(fake, "struct sk_buff", 232);
	fake_cpus(fake, 3);
	fake->percpu[1] = 0xffff88803ec00000ull;
	fake->panic_cpu = 2;
	fake->has_regs[2] = true;
	fake->regs[2] =
		(struct pk_regs){.ip = TEXT + 0x123, .sp = DATA, .nr_gpr = 2, .gpr = {1, 2}};
	fake->page_offset = 0xffff888000000000ull;
	fake->direct_size = 1 << 20;
	fake->vmemmap = 0xffffea0000000000ull;
	fake->page_struct_size = 64;
}

static bool first_two(const struct pk_symbol *symbol, void *arg)
{
	uint64_t *sum = arg;

	*sum = *sum * 31 + symbol->addr + symbol->size + symbol->name[0];
	return true;
}

static void add(char *log, size_t size, const char *what, enum pk_status status, uint64_t value)
{
	size_t len = strlen(log);

	snprintf(log + len, size - len, "%s: %s %llx\n", what, pk_status_name(status),
		 (unsigned long long)(status == PK_OK ? value : 0));
}

/* The question first, then what it left in VALUE. */
#define ADD(log, size, what, question, value)                                                      \
	do {                                                                                       \
		enum pk_status asked = (question);                                                 \
                                                                                                   \
		add(log, size, what, asked, value);                                                \
	} while (0)

static uint64_t sum(const void *data, size_t len)
{
	const uint8_t *bytes = data;
	uint64_t value = len;

	while (len--)
		value = value * 31 + *bytes++;
	return value;
}

static void ask_memory(struct pk_target *target, char *log, size_t size)
{
	static const struct {
		uint64_t addr;
		size_t len;
	} reads[] = {
		{DATA + 16, 8},	 {DATA + 20, 100},	    {DATA + 4090, 12},
		{DATA + 120, 1}, {DATA + 3 * 4096 - 8, 16}, {DATA + 3 * 4096, 8},
		{0x1000, 4},	 {DATA + 8000, 300},	    {DATA + 2 * 4096, 4096},
	};
	uint8_t buf[4096];

	for (size_t i = 0; i < ARRAY_SIZE(reads); i++) {
		enum pk_status status = target->ops->read(target, reads[i].addr, buf, reads[i].len);

		add(log, size, "read", status, status == PK_OK ? sum(buf, reads[i].len) : 0);
	}
}

static void ask_symbols(struct pk_target *target, char *log, size_t size)
{
	static const char *const names[] = {"tcp_v4_rcv", "tcp_ack", "veth_xmit", "nonesuch"};
	static const uint64_t addrs[] = {TEXT + 0x100,	TEXT + 0x2ff, TEXT + 0x310,
					 TEXT + 0x5001, TEXT,	      TEXT + 0x6000};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		uint64_t value = 0, all = 0;

		ADD(log, size, names[i], target->ops->symbol(target, names[i], &value), value);
		ADD(log, size, "all", target->ops->symbols_named(target, names[i], first_two, &all),
		    all);
	}
	for (size_t i = 0; i < ARRAY_SIZE(addrs); i++) {
		struct pk_symbol symbol = {0};
		enum pk_status status = target->ops->symbol_at(target, addrs[i], &symbol);

		add(log, size, symbol.name, status, symbol.addr + symbol.size);
		add(log, size, symbol.module, status, symbol.type);
	}
}

static void ask_types(struct pk_target *target, char *log, size_t size)
{
	static const char *const paths[] = {"len", "cloned", "cb", "nonesuch"};
	struct pk_member member;
	uint64_t value = 0;
	int64_t number = 0;
	char name[64] = "";

	for (size_t i = 0; i < ARRAY_SIZE(paths); i++) {
		memset(&member, 0, sizeof(member));
		ADD(log, size, paths[i],
		    target->ops->member(target, "struct sk_buff", paths[i], &member),
		    sum(&member, offsetof(struct pk_member, is_pointer)) + member.is_array +
			    2 * member.is_signed);
		add(log, size, member.type, PK_OK, 0);
	}
	ADD(log, size, "size", target->ops->type_size(target, "struct sk_buff", &value), value);
	ADD(log, size, "size", target->ops->type_size(target, "struct none", &value), value);
	ADD(log, size, "enum", target->ops->enumerator(target, "TRACE_FN", &number),
	    (uint64_t)number);
	ADD(log, size, "enum", target->ops->enumerator(target, "NONE", &number), (uint64_t)number);
	ADD(log, size, "name",
	    target->ops->enum_name(target, "skb_drop_reason", 3, name, sizeof(name)), 0);
	ADD(log, size, name,
	    target->ops->enum_name(target, "skb_drop_reason", 4, name, sizeof(name)), 0);
}

static void ask_machine(struct pk_target *target, char *log, size_t size)
{
	struct pk_cpumask mask;
	struct pk_regs regs;
	uint64_t value = 0;
	int cpu = 0;

	for (int i = 0; i < 4; i++) {
		memset(&regs, 0, sizeof(regs));
		ADD(log, size, "percpu", target->ops->percpu_offset(target, i, &value), value);
		ADD(log, size, "mask", target->ops->cpumask(target, i, &mask), mask.bits[0]);
		ADD(log, size, "regs", target->ops->regs(target, i, &regs),
		    regs.ip + regs.sp + regs.gpr[1]);
	}
	ADD(log, size, "panic", target->ops->panic_cpu(target, &cpu), cpu);
	ADD(log, size, "page", target->ops->virt_to_page(target, DATA + 5, &value), value);
	ADD(log, size, "page", target->ops->virt_to_page(target, TEXT, &value), value);
	add(log, size, target->facts.release, PK_OK,
	    target->facts.page_size + target->facts.nr_cpu_ids);
}

/* Every kind of question; returns the answers as text, to be freed. */
static char *ask_all(struct pk_target *target)
{
	size_t size = 1 << 16;
	char *log = calloc(1, size);

	ask_memory(target, log, size);
	ask_symbols(target, log, size);
	ask_types(target, log, size);
	ask_machine(target, log, size);
	return log;
}

static char *written(struct pk_target *recorder, size_t *ret_len)
{
	char *bytes = NULL, error[256];
	FILE *fp = open_memstream(&bytes, ret_len);

	assert_int_equal(pk_recorder_write(recorder, false, 12, fp, error, sizeof(error)), PK_OK);
	fclose(fp);
	return bytes;
}

/* A capsule of everything that ask_all() asks. */
static char *recorded(size_t *ret_len)
{
	struct fake_target fake;
	struct pk_target *recorder;
	char *bytes;

	machine_init(&fake);
	recorder = pk_recorder_create(&fake.target);
	pk_recorder_source(recorder, "test");
	free(ask_all(recorder));
	bytes = written(recorder, ret_len);
	pk_recorder_destroy(recorder);
	fake_target_deinit(&fake);
	return bytes;
}

static enum pk_status parse_up_to(const void *bytes, size_t len, uint64_t max_body,
				  struct pk_target **ret_target)
{
	char error[256] = "";
	enum pk_status status =
		pk_capsule_parse(bytes, len, max_body, ret_target, error, sizeof(error));

	if (status != PK_OK)
		assert_true(error[0]);
	return status;
}

static enum pk_status parse(const void *bytes, size_t len, struct pk_target **ret_target)
{
	return parse_up_to(bytes, len, 1 << 20, ret_target);
}

static void test_same_answers(void **state)
{
	struct fake_target fake;
	struct pk_target *recorder, *capsule;
	char *direct, *through, *replayed, *bytes;
	size_t len;

	(void)state;
	machine_init(&fake);
	recorder = pk_recorder_create(&fake.target);
	direct = ask_all(&fake.target);
	through = ask_all(recorder);
	assert_string_equal(direct, through);
	bytes = written(recorder, &len);
	assert_int_equal(parse(bytes, len, &capsule), PK_OK);
	replayed = ask_all(capsule);
	assert_string_equal(direct, replayed);
	assert_string_equal(capsule->facts.dump_file, "vmcore");
	assert_null(strstr(bytes, "secret"));
	pk_capsule_close(capsule);
	pk_recorder_destroy(recorder);
	fake_target_deinit(&fake);
	free(direct);
	free(through);
	free(replayed);
	free(bytes);
}

static void test_not_captured(void **state)
{
	struct pk_target *capsule;
	struct pk_symbol symbol;
	struct pk_member member;
	uint64_t value;
	uint8_t buf[256];
	size_t len;
	char *bytes = recorded(&len);

	(void)state;
	assert_int_equal(parse(bytes, len, &capsule), PK_OK);
	/* [16, 120) and 120 were read: one range; 121 was not. */
	assert_int_equal(capsule->ops->read(capsule, DATA + 16, buf, 105), PK_OK);
	assert_int_equal(capsule->ops->read(capsule, DATA + 16, buf, 106), PK_NOT_CAPTURED);
	assert_int_equal(capsule->ops->read(capsule, DATA + 15, buf, 2), PK_NOT_CAPTURED);
	assert_int_equal(capsule->ops->read(capsule, DATA + 200, buf, 8), PK_NOT_CAPTURED);
	assert_int_equal(capsule->ops->read(capsule, UINT64_MAX - 3, buf, 4), PK_NOT_CAPTURED);
	assert_int_equal(capsule->ops->read(capsule, DATA + 200, buf, 0), PK_OK);
	/* A missing byte that was met goes before a gap. */
	assert_int_equal(capsule->ops->read(capsule, DATA + 3 * 4096 + 7, buf, 100), PK_UNREADABLE);
	assert_int_equal(capsule->ops->symbol(capsule, "other", &value), PK_NOT_CAPTURED);
	assert_int_equal(capsule->ops->symbol_at(capsule, TEXT + 0x905, &symbol), PK_NOT_CAPTURED);
	assert_int_equal(capsule->ops->symbol_at(capsule, TEXT + 1, &symbol), PK_NOT_CAPTURED);
	assert_int_equal(capsule->ops->symbol_at(capsule, TEXT + 0x37f, &symbol), PK_OK);
	assert_int_equal(capsule->ops->member(capsule, "struct sk_buff", "sk", &member),
			 PK_NOT_CAPTURED);
	assert_int_equal(capsule->ops->type_size(capsule, "struct sock", &value), PK_NOT_CAPTURED);
	assert_int_equal(capsule->ops->percpu_offset(capsule, 9, &value), PK_NOT_CAPTURED);
	pk_capsule_close(capsule);
	free(bytes);
}

/* A failed read of which one block is good: the good part stays readable. */
static void test_failed_part(void **state)
{
	struct fake_target fake;
	struct pk_target *recorder, *capsule;
	uint8_t buf[8192];
	char *bytes;
	size_t len;

	(void)state;
	machine_init(&fake);
	recorder = pk_recorder_create(&fake.target);
	assert_int_equal(recorder->ops->read(recorder, DATA + 2 * 4096, buf, 8192), PK_UNREADABLE);
	assert_int_equal(recorder->ops->read(recorder, DATA + 2 * 4096, buf, 64), PK_OK);
	bytes = written(recorder, &len);
	assert_int_equal(parse(bytes, len, &capsule), PK_OK);
	assert_int_equal(capsule->ops->read(capsule, DATA + 2 * 4096, buf, 8192), PK_UNREADABLE);
	assert_int_equal(capsule->ops->read(capsule, DATA + 2 * 4096, buf, 64), PK_OK);
	assert_int_equal(capsule->ops->read(capsule, DATA + 2 * 4096, buf, 65), PK_NOT_CAPTURED);
	pk_capsule_close(capsule);
	pk_recorder_destroy(recorder);
	fake_target_deinit(&fake);
	free(bytes);
}

/* A dump is asked again for what it gave; a live system may have changed, so its answers are kept. */
static void test_bytes_kept(void **state)
{
	(void)state;
	for (int live = 0; live <= 1; live++) {
		struct fake_target fake;
		struct pk_target *recorder, *capsule;
		char *bytes = NULL, error[256] = "";
		uint8_t buf[64], then[64];
		size_t len;
		FILE *fp = open_memstream(&bytes, &len);

		machine_init(&fake);
		fake.target.facts.is_live = live;
		recorder = pk_recorder_create(&fake.target);
		assert_int_equal(recorder->ops->read(recorder, DATA + 100, then, sizeof(then)),
				 PK_OK);
		for (unsigned i = 0; i < sizeof(then); i += 8)
			fake_put(&fake, DATA + 100 + i, 8, 0);
		if (!live)
			fake_unmap(&fake, DATA);
		assert_int_equal(pk_recorder_write(recorder, false, 3, fp, error, sizeof(error)),
				 live ? PK_OK : PK_IO);
		fclose(fp);
		if (live) {
			assert_int_equal(parse(bytes, len, &capsule), PK_OK);
			assert_int_equal(capsule->ops->read(capsule, DATA + 100, buf, sizeof(buf)),
					 PK_OK);
			assert_memory_equal(buf, then, sizeof(buf));
			pk_capsule_close(capsule);
		} else {
			assert_non_null(strstr(error, "cannot be read again"));
		}
		pk_recorder_destroy(recorder);
		fake_target_deinit(&fake);
		free(bytes);
	}
}

/* The order of the questions does not show; a capsule of a capsule is the same capsule. */
static void test_deterministic(void **state)
{
	struct pk_target *recorder, *capsule;
	size_t len, again_len;
	char *bytes = recorded(&len), *again;
	char log[1 << 16] = "";

	(void)state;
	assert_int_equal(parse(bytes, len, &capsule), PK_OK);
	recorder = pk_recorder_create(capsule);
	pk_recorder_source(recorder, "test");
	ask_machine(recorder, log, sizeof(log));
	ask_types(recorder, log, sizeof(log));
	ask_symbols(recorder, log, sizeof(log));
	ask_memory(recorder, log, sizeof(log));
	again = written(recorder, &again_len);
	assert_int_equal(len, again_len);
	assert_memory_equal(bytes, again, len);
	pk_recorder_destroy(recorder);
	pk_capsule_close(capsule);
	free(bytes);
	free(again);
}

static void test_truncated(void **state)
{
	struct pk_target *capsule;
	size_t len;
	char *bytes = recorded(&len);

	(void)state;
	for (size_t cut = 0; cut < len; cut++) {
		char *copy = malloc(cut ? cut : 1); /* of its own, so that a read past it is seen */

		memcpy(copy, bytes, cut);
		assert_int_not_equal(parse(copy, cut, &capsule), PK_OK);
		free(copy);
	}
	free(bytes);
}

/* A flip is noticed, or it is one that changes nothing (a window size, a bit that zstd ignores). */
static void test_flipped(void **state)
{
	struct pk_target *capsule;
	unsigned noticed = 0;
	size_t len;
	char *bytes = recorded(&len), *before, *after;

	(void)state;
	assert_int_equal(parse(bytes, len, &capsule), PK_OK);
	before = ask_all(capsule);
	pk_capsule_close(capsule);
	for (size_t bit = 0; bit < 8 * len; bit++) {
		bytes[bit / 8] ^= 1 << (bit % 8);
		if (parse(bytes, len, &capsule) == PK_OK) {
			after = ask_all(capsule);
			assert_string_equal(before, after);
			free(after);
			pk_capsule_close(capsule);
		} else {
			noticed++;
		}
		bytes[bit / 8] ^= 1 << (bit % 8);
	}
	assert_true(noticed > 8 * len - 64);
	free(before);
	free(bytes);
}

/* --- bodies written by hand: valid frames that hold nonsense ---------------------------------- */

struct body {
	struct pk_bytes mani, fact, rang, memo, answ, extra;
};

static void section(struct pk_bytes *to, const char *tag, const struct pk_bytes *from)
{
	pk_put(to, tag, 4);
	pk_put_uint(to, 0, 4);
	pk_put_uint(to, from->len, 8);
	pk_put(to, from->data, from->len);
}

static void body_init(struct body *body)
{
	struct pk_facts facts = {.word_size = 8, .page_size = 4096, .nr_cpu_ids = 2};

	memset(body, 0, sizeof(*body));
	pk_put(&body->mani, "{}\n", 3);
	pk_wire_put_facts(&body->fact, &facts);
}

static void put_range(struct body *body, uint64_t addr, uint32_t len, uint32_t status)
{
	pk_put_uint(&body->rang, addr, 8);
	pk_put_uint(&body->rang, len, 4);
	pk_put_uint(&body->rang, status, 4);
}

static void put_answer(struct body *body, const char *key, const void *value, size_t len)
{
	pk_put_uint(&body->answ, strlen(key), 4);
	pk_put_uint(&body->answ, len, 4);
	pk_put(&body->answ, key, strlen(key));
	pk_put(&body->answ, value, len);
}

/* Packs BODY into a file, parses it, and frees BODY. PK_OK: the caller closes. */
static enum pk_status parse_body(struct body *body, struct pk_target **ret_target)
{
	struct pk_bytes plain = {0}, file = {0};
	size_t room;
	uint8_t *frame;
	enum pk_status status;

	section(&plain, "MANI", &body->mani);
	section(&plain, "FACT", &body->fact);
	section(&plain, "RANG", &body->rang);
	section(&plain, "MEMO", &body->memo);
	section(&plain, "ANSW", &body->answ);
	pk_put(&plain, body->extra.data, body->extra.len);
	room = ZSTD_compressBound(plain.len);
	frame = malloc(room);
	pk_put(&file, PK_CAPSULE_FIRST_LINE "{}\n", strlen(PK_CAPSULE_FIRST_LINE) + 3);
	pk_put(&file, frame, ZSTD_compress(frame, room, plain.data, plain.len, 1));
	status = parse(file.data, file.len, ret_target);
	free(frame);
	pk_bytes_deinit(&plain);
	pk_bytes_deinit(&file);
	pk_bytes_deinit(&body->mani);
	pk_bytes_deinit(&body->fact);
	pk_bytes_deinit(&body->rang);
	pk_bytes_deinit(&body->memo);
	pk_bytes_deinit(&body->answ);
	pk_bytes_deinit(&body->extra);
	return status;
}

static void rejects(struct body *body)
{
	struct pk_target *capsule;

	assert_int_equal(parse_body(body, &capsule), PK_CORRUPT);
}

static void test_unknown_section(void **state)
{
	struct pk_bytes future = {0};
	struct pk_target *capsule;
	struct body body;
	uint64_t value;

	(void)state;
	body_init(&body);
	pk_put(&future, "from a later release", 20);
	section(&body.extra, "LATE", &future);
	pk_bytes_deinit(&future);
	assert_int_equal(parse_body(&body, &capsule), PK_OK);
	assert_int_equal(capsule->ops->symbol(capsule, "jiffies", &value), PK_NOT_CAPTURED);
	pk_capsule_close(capsule);
}

static void test_hostile_ranges(void **state)
{
	struct pk_target *capsule;
	struct body body;
	uint8_t buf[16];

	(void)state;
	body_init(&body); /* overlap */
	put_range(&body, 0x1000, 16, PK_UNREADABLE);
	put_range(&body, 0x100f, 16, PK_UNREADABLE);
	rejects(&body);
	body_init(&body); /* order */
	put_range(&body, 0x2000, 16, PK_UNREADABLE);
	put_range(&body, 0x1000, 16, PK_UNREADABLE);
	rejects(&body);
	body_init(&body); /* wraps around */
	put_range(&body, UINT64_MAX - 3, 8, PK_UNREADABLE);
	rejects(&body);
	body_init(&body); /* something after the end of the address space */
	put_range(&body, UINT64_MAX - 3, 4, PK_UNREADABLE);
	put_range(&body, 0x1000, 8, PK_UNREADABLE);
	rejects(&body);
	body_init(&body); /* empty */
	put_range(&body, 0x1000, 0, PK_UNREADABLE);
	rejects(&body);
	body_init(&body); /* a status that is none */
	put_range(&body, 0x1000, 8, 99);
	rejects(&body);
	body_init(&body); /* bytes that are not there */
	put_range(&body, 0x1000, 8, PK_OK);
	pk_put(&body.memo, "1234567", 7);
	rejects(&body);
	body_init(&body); /* bytes that are nobody's */
	put_range(&body, 0x1000, 8, PK_OK);
	pk_put(&body.memo, "123456789", 9);
	rejects(&body);
	body_init(&body); /* the last bytes of the address space are fine */
	put_range(&body, UINT64_MAX - 3, 4, PK_OK);
	pk_put(&body.memo, "1234", 4);
	assert_int_equal(parse_body(&body, &capsule), PK_OK);
	assert_int_equal(capsule->ops->read(capsule, UINT64_MAX - 3, buf, 4), PK_OK);
	assert_memory_equal(buf, "1234", 4);
	assert_int_equal(capsule->ops->read(capsule, UINT64_MAX - 3, buf, 8), PK_NOT_CAPTURED);
	pk_capsule_close(capsule);
}

static void test_hostile_answers(void **state)
{
	struct pk_target *capsule;
	struct pk_member member;
	struct pk_symbol symbol;
	struct body body;
	uint64_t value, all = 0;

	(void)state;
	body_init(&body); /* order */
	put_answer(&body, "Sb", "\1", 1);
	put_answer(&body, "Sa", "\1", 1);
	rejects(&body);
	body_init(&body); /* twice */
	put_answer(&body, "Sa", "\1", 1);
	put_answer(&body, "Sa", "\1", 1);
	rejects(&body);
	body_init(&body); /* no value */
	put_answer(&body, "Sa", "", 0);
	rejects(&body);
	body_init(&body); /* a status that is none */
	put_answer(&body, "Sa", "\77", 1);
	rejects(&body);
	body_init(&body); /* a length past the end */
	pk_put_uint(&body.answ, 0xffffffff, 4);
	pk_put_uint(&body.answ, 0xffffffff, 4);
	rejects(&body);
	body_init(&body); /* values that end early or cannot be, found when they are asked for */
	put_answer(&body, "A\xff\xff\xff\xff\x81\x80\x80\x80", "\0\1\2", 3);
	put_answer(&body, "Nall", "\0\2\0\0\0\1", 6);
	put_answer(&body, "Nmany", "\0\377\377\377\377", 5);
	put_answer(&body, "Sa", "\0\1\2\3", 4);
	put_answer(&body, "Tstruct x", "\0\377\377\377\377\377\377\377\377", 9);
	assert_int_equal(parse_body(&body, &capsule), PK_OK);
	assert_int_equal(capsule->ops->symbol(capsule, "a", &value), PK_CORRUPT);
	assert_int_equal(capsule->ops->symbols_named(capsule, "all", first_two, &all), PK_CORRUPT);
	assert_int_equal(capsule->ops->symbols_named(capsule, "many", first_two, &all), PK_CORRUPT);
	assert_int_equal(capsule->ops->symbol_at(capsule, 0xffffffff81808080ull, &symbol),
			 PK_CORRUPT);
	assert_int_equal(capsule->ops->type_size(capsule, "struct x", &value), PK_CORRUPT);
	assert_int_equal(capsule->ops->member(capsule, "struct x", "y", &member), PK_NOT_CAPTURED);
	pk_capsule_close(capsule);
}

static void test_hostile_frame(void **state)
{
	static const char newer[] = PK_CAPSULE_WORD "2\n{}\n",
			  unreadable[] = PK_CAPSULE_WORD "x\n{}\n";
	struct pk_target *capsule;
	struct pk_bytes file = {0};
	size_t len = 2 << 20, room = ZSTD_compressBound(len);
	struct body body;
	uint8_t *zeros = calloc(1, len), *frame = malloc(room);
	char error[256];

	(void)state;
	assert_int_equal(
		pk_capsule_parse(newer, sizeof(newer) - 1, 1 << 20, &capsule, error, sizeof(error)),
		PK_UNSUPPORTED);
	assert_string_equal(error,
			    "a capsule of format 2, made by a newer pkttrace: version " PK_VERSION
			    " reads format 1");
	assert_int_equal(parse(unreadable, sizeof(unreadable) - 1, &capsule), PK_CORRUPT);
	assert_int_equal(parse("\x7f"
			       "ELF",
			       4, &capsule),
			 PK_CORRUPT);
	/* More content than the reader accepts (here 1 MiB). */
	pk_put(&file, PK_CAPSULE_FIRST_LINE "{}\n", strlen(PK_CAPSULE_FIRST_LINE) + 3);
	pk_put(&file, frame, ZSTD_compress(frame, room, zeros, len, 1));
	assert_int_equal(parse(file.data, file.len, &capsule), PK_LIMIT);
	assert_int_equal(
		pk_capsule_parse(file.data, file.len, 4 << 20, &capsule, error, sizeof(error)),
		PK_CORRUPT);
	/* Something after the frame. */
	pk_put(&file, "x", 1);
	assert_int_equal(
		pk_capsule_parse(file.data, file.len, 4 << 20, &capsule, error, sizeof(error)),
		PK_CORRUPT);
	body_init(&body); /* a manifest that is not the one in front */
	body.mani.data[1] = ' ';
	rejects(&body);
	body_init(&body); /* facts that cannot be */
	body.fact.data[8] = 1;
	rejects(&body);
	pk_bytes_deinit(&file);
	free(zeros);
	free(frame);
}

/* --- what a capsule may cost ------------------------------------------------------------------- */

/* FP is a new file that holds the capsule's head and BODY packed; LEN bytes of zeroes behind it in section TAG. */
static void write_trap(const char *path, struct body *body, const char *tag, uint64_t len)
{
	static uint8_t zeroes[1 << 16];
	struct pk_bytes plain = {0};
	ZSTD_CCtx *zstd = ZSTD_createCCtx();
	FILE *fp = fopen(path, "wb");
	uint8_t packed[1 << 14];
	bool first = true;
	size_t left;

	assert_non_null(fp);
	section(&plain, "MANI", &body->mani);
	section(&plain, "FACT", &body->fact);
	section(&plain, "RANG", &body->rang);
	section(&plain, "MEMO", &body->memo);
	if (strcmp(tag, "ANSW"))
		section(&plain, "ANSW", &body->answ);
	pk_put(&plain, tag, 4);
	pk_put_uint(&plain, 0, 4);
	pk_put_uint(&plain, len, 8);
	fputs(PK_CAPSULE_FIRST_LINE "{}\n", fp);
	ZSTD_CCtx_setPledgedSrcSize(zstd, plain.len + len);
	do {
		ZSTD_inBuffer in = {first ? plain.data : zeroes, first ? plain.len : sizeof(zeroes),
				    0};
		ZSTD_EndDirective end;

		if (!first && in.size > len)
			in.size = len;
		len -= first ? 0 : in.size;
		first = false;
		end = len ? ZSTD_e_continue : ZSTD_e_end;
		do {
			ZSTD_outBuffer out = {packed, sizeof(packed), 0};

			left = ZSTD_compressStream2(zstd, &out, &in, end);
			assert_false(ZSTD_isError(left));
			fwrite(packed, 1, out.pos, fp);
		} while (in.pos < in.size || (end == ZSTD_e_end && left));
	} while (len);
	fclose(fp);
	ZSTD_freeCCtx(zstd);
	pk_bytes_deinit(&plain);
	pk_bytes_deinit(&body->mani);
	pk_bytes_deinit(&body->fact);
}

/* Opens PATH in a process of its own, which may take no more than LIMIT bytes of memory beyond what it has. */
static enum pk_status open_within(const char *path, uint64_t limit, char *error, size_t size)
{
	int out[2], code;
	pid_t child;
	FILE *fp;

	assert_int_equal(pipe(out), 0);
	child = fork();
	if (!child) {
		struct pk_target *target;
		enum pk_status status = PK_OK;
		struct rusage before, after;

		getrusage(RUSAGE_SELF, &before);
		alarm(20); /* a pipe is not waited for */
		status = pk_capsule_open(path, &target, error, size);
		getrusage(RUSAGE_SELF, &after);
		if ((uint64_t)(after.ru_maxrss - before.ru_maxrss) << 10 > limit) {
			status = PK_NOMEM;
			snprintf(error, size, "took %ld KiB", after.ru_maxrss - before.ru_maxrss);
		}
		if (write(out[1], error, size) != (ssize_t)size)
			_exit(99);
		_exit(status);
	}
	close(out[1]);
	fp = fdopen(out[0], "r");
	assert_int_equal(fread(error, 1, size, fp), size);
	fclose(fp);
	assert_int_equal(waitpid(child, &code, 0), child);
	assert_true(WIFEXITED(code));
	return WEXITSTATUS(code);
}

#define TRAP_MEMORY                                                                                \
	(96ull                                                                                     \
	 << 20) /* what it may cost: 8 MiB of content and half of that again, a window, and ASan's own */

static void test_traps(void **state)
{
	static const char *const tags[] = {"LATE", "SYMS", "ANSW"};
	char path[] = "/tmp/capsule_test.XXXXXX", error[300] = "";
	struct body body;

	(void)state;
	close(mkstemp(path));
	for (size_t i = 0; i < ARRAY_SIZE(tags); i++) {
		bool known = i > 0;

		body_init(&body);
		write_trap(path, &body, tags[i], 1000ull << 20);
		assert_int_equal(open_within(path, TRAP_MEMORY, error, sizeof(error)),
				 known ? PK_LIMIT : PK_OK);
		if (known)
			assert_non_null(strstr(error, "more than a file of"));
	}
	unlink(path);
}

/* Six million of them. Only the key differs, whose last three bytes, big-endian, count. */
static void put_many_answers(struct pk_bytes *answers)
{
	uint8_t record[13];
	struct pk_bytes first = {0};

	pk_put_uint(&first, 4, 4);
	pk_put_uint(&first, 1, 4);
	pk_put_key_uint(&first, (uint64_t)PK_ANSWER_SYMBOL << 24, 4);
	pk_put_uint(&first, PK_ABSENT, 1);
	assert_int_equal(first.len, sizeof(record));
	memcpy(record, first.data, sizeof(record));
	pk_bytes_deinit(&first);
	for (uint32_t i = 0; i < 6000000; i++) {
		record[9] = (uint8_t)(i >> 16);
		record[10] = (uint8_t)(i >> 8);
		record[11] = (uint8_t)i;
		pk_put(answers, record, sizeof(record));
	}
}

/* ... in one small file. */
static void test_many_answers(void **state)
{
	char path[] = "/tmp/capsule_test.XXXXXX", error[300] = "";
	struct pk_bytes plain = {0};
	struct body body;
	uint8_t *frame;
	size_t room;
	FILE *fp;

	(void)state;
	body_init(&body);
	put_many_answers(&body.answ);
	section(&plain, "MANI", &body.mani);
	section(&plain, "FACT", &body.fact);
	section(&plain, "RANG", &body.rang);
	section(&plain, "MEMO", &body.memo);
	section(&plain, "ANSW", &body.answ);
	room = ZSTD_compressBound(plain.len);
	frame = malloc(room);
	fp = fdopen(mkstemp(path), "wb");
	fputs(PK_CAPSULE_FIRST_LINE "{}\n", fp);
	room = ZSTD_compress(frame, room, plain.data, plain.len, 3);
	fwrite(frame, 1, room, fp);
	fclose(fp);
	free(frame);
	pk_bytes_deinit(&plain);
	pk_bytes_deinit(&body.answ);
	pk_bytes_deinit(&body.mani);
	pk_bytes_deinit(&body.fact);
	/* 78 MB of content: what it costs is bounded by the file's size, or it is refused. */
	if (open_within(path, pk_capsule_kept_max(room) * 3 / 2 + (32ull << 20), error,
			sizeof(error)) != PK_OK)
		assert_non_null(strstr(error, "more than a file of"));
	unlink(path);
}

static void refuses_file(const char *path, const char *words)
{
	char error[300] = "";

	assert_int_not_equal(open_within(path, 16 << 20, error, sizeof(error)), PK_OK);
	if (!strstr(error, words))
		fail_msg("%s: \"%s\" does not say \"%s\"", path, error, words);
}

/* What is no capsule is not read: these would be 600 MB. */
static void test_no_capsule(void **state)
{
	static const struct {
		const char *magic, *words;
	} files[] = {{"\x7f"
		      "ELF\2\1\1",
		      "opened in crash"},
		     {"KDUMP   ....", "open it in crash"},
		     {"\xd4\xc3\xb2\xa1\2", "packet capture"},
		     {"\x0a\x0d\x0d\x0a..", "packet capture"},
		     {"anything else", "not a capsule"}};
	char path[] = "/tmp/capsule_test.XXXXXX";
	int fd = mkstemp(path);

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(files); i++) {
		assert_int_equal(pwrite(fd, files[i].magic, strlen(files[i].magic) + 1, 0),
				 strlen(files[i].magic) + 1);
		assert_int_equal(ftruncate(fd, 600 << 20), 0);
		refuses_file(path, files[i].words);
	}
	assert_int_equal(ftruncate(fd, 0), 0);
	refuses_file(path, "empty");
	close(fd);
	unlink(path);
	refuses_file(path, "No such file");
	refuses_file("/tmp", "folder");
	refuses_file("/dev/zero", "device");
	assert_int_equal(mkfifo(path, 0600), 0);
	refuses_file(path, "pipe");
	unlink(path);
}

/* Memory of zeroes packs better than a reader lets pass: the writer adds what makes up for it. */
static void test_packs_too_well(void **state)
{
	struct pk_target *recorder, *capsule;
	static uint8_t buf[1 << 20];
	struct fake_target fake;
	char *bytes;
	size_t len;

	(void)state;
	fake_target_init(&fake);
	fake_map(&fake, DATA, 12 << 20);
	recorder = pk_recorder_create(&fake.target);
	for (unsigned i = 0; i < 12; i++)
		assert_int_equal(
			recorder->ops->read(recorder, DATA + ((uint64_t)i << 20), buf, sizeof(buf)),
			PK_OK);
	bytes = written(recorder, &len);
	assert_true(len < 1 << 20);
	assert_int_equal(parse_up_to(bytes, len, 64 << 20, &capsule), PK_OK);
	assert_int_equal(capsule->ops->read(capsule, DATA, buf, sizeof(buf)), PK_OK);
	pk_capsule_close(capsule);
	pk_recorder_destroy(recorder);
	fake_target_deinit(&fake);
	free(bytes);
}

/* --- the list of symbols ------------------------------------------------------------------------ */

static enum pk_status list_symbols(struct pk_target *target, pk_symbol_fn fn, void *arg)
{
	const struct fake_target *fake = (const struct fake_target *)target;

	for (int modules = 0; modules < 2; modules++)
		for (size_t i = 0; i < fake->nr_symbols; i++) {
			struct pk_symbol symbol = fake->symbols[i];

			symbol.size = 0;
			if ((symbol.module[0] != 0) == modules && !fn(&symbol, arg))
				return PK_OK;
		}
	return PK_OK;
}

static void kernel_init(struct fake_target *fake)
{
	static struct pk_target_ops ops;

	machine_init(fake);
	ops = *fake->target.ops;
	ops.symbols_all = list_symbols;
	fake->target.ops = &ops;
	fake_symbol(fake, "_text", TEXT, 0x100);
	fake_symbol(fake, "init_task", TEXT + 0x1000, 0x100);
	fake_symbol(fake, "_end", TEXT + 0x4000, 0);
}

/* Names that nobody asked for are in the capsule all the same; and what is in the list stands nowhere else. */
static void test_symbols_in_list(void **state)
{
	struct pk_target *recorder, *capsule, *again;
	struct fake_target fake;
	struct pk_symbol symbol;
	size_t len, again_len;
	char *bytes, *copy;
	uint64_t value, all = 0, all_of_dump = 0;

	(void)state;
	kernel_init(&fake);
	recorder = pk_recorder_create(&fake.target);
	assert_int_equal(recorder->ops->symbol(recorder, "tcp_v4_rcv", &value), PK_OK);
	assert_int_equal(recorder->ops->symbol(recorder, "nonesuch", &value), PK_ABSENT);
	bytes = written(recorder, &len);
	assert_int_equal(parse(bytes, len, &capsule), PK_OK);
	assert_non_null(strstr(pk_capsule_manifest(capsule), "\"symbols_by_name\":0"));
	assert_int_equal(capsule->ops->symbol(capsule, "veth_xmit", &value), PK_OK);
	assert_int_equal(value, TEXT + 0x5000);
	assert_int_equal(capsule->ops->symbol(capsule, "nonesuch", &value), PK_ABSENT);
	assert_int_equal(capsule->ops->symbol(capsule, "nor_this", &value), PK_ABSENT);
	assert_int_equal(capsule->ops->symbol_at(capsule, TEXT + 0x310, &symbol), PK_OK);
	assert_string_equal(symbol.name, "tcp_ack");
	/* Between a module's symbols may be gaps: only what was asked is known there. */
	assert_int_equal(capsule->ops->symbol_at(capsule, TEXT + 0x5001, &symbol), PK_NOT_CAPTURED);
	assert_int_equal(capsule->ops->symbols_all(capsule, first_two, &all), PK_OK);
	assert_int_equal(fake.target.ops->symbols_all(&fake.target, first_two, &all_of_dump),
			 PK_OK);
	assert_int_not_equal(all, 0);
	again = pk_recorder_create(capsule);
	assert_int_equal(again->ops->symbol(again, "tcp_v4_rcv", &value), PK_OK);
	assert_int_equal(again->ops->symbol(again, "nonesuch", &value), PK_ABSENT);
	copy = written(again, &again_len);
	assert_int_equal(len, again_len);
	assert_memory_equal(bytes, copy, len);
	pk_recorder_destroy(again);
	pk_capsule_close(capsule);
	pk_recorder_destroy(recorder);
	fake_target_deinit(&fake);
	free(bytes);
	free(copy);
}

/* A question may be longer than any name: it is asked in vain, and so it is kept. */
static void test_symbol_of_a_long_name(void **state)
{
	struct pk_target *recorder, *capsule;
	char name[2 * PK_SYMBOL_NAME_MAX], *bytes;
	struct fake_target fake;
	uint64_t value;
	size_t len;

	(void)state;
	memset(name, 'n', sizeof(name));
	name[sizeof(name) - 1] = '\0';
	kernel_init(&fake);
	recorder = pk_recorder_create(&fake.target);
	assert_int_equal(recorder->ops->symbol(recorder, name, &value), PK_ABSENT);
	bytes = written(recorder, &len);
	assert_int_equal(parse(bytes, len, &capsule), PK_OK);
	assert_int_equal(capsule->ops->symbol(capsule, name, &value), PK_ABSENT);
	pk_capsule_close(capsule);
	pk_recorder_destroy(recorder);
	fake_target_deinit(&fake);
	free(bytes);
}

static bool count_symbol(const struct pk_symbol *symbol, void *arg)
{
	(void)symbol;
	++*(unsigned *)arg;
	return true;
}

/* Of a function at an address the list says all, but where a module has one of its name, too: that is kept. */
static void test_symbols_of_one_name(void **state)
{
	struct pk_target *recorder, *capsule;
	struct fake_target fake;
	struct pk_symbol symbol;
	unsigned nr = 0;
	char *bytes;
	size_t len;

	(void)state;
	kernel_init(&fake);
	fake_symbol(&fake, "alone", TEXT + 0x3f00, 0x100);
	fake_symbol(&fake, "twin", TEXT + 0x2000, 0x100);
	fake_symbol(&fake, "twin", TEXT + 0x5800, 0x100);
	strcpy(fake.symbols[fake.nr_symbols - 1].module, "veth");
	recorder = pk_recorder_create(&fake.target);
	assert_int_equal(recorder->ops->symbol_at(recorder, TEXT + 0x3f10, &symbol), PK_OK);
	bytes = written(recorder, &len);
	assert_int_equal(parse(bytes, len, &capsule), PK_OK);
	assert_non_null(strstr(pk_capsule_manifest(capsule), "\"symbols_by_address\":0"));
	assert_non_null(strstr(pk_capsule_manifest(capsule), "\"symbols_all_of_a_name\":0"));
	assert_int_equal(capsule->ops->symbols_named(capsule, "alone", count_symbol, &nr), PK_OK);
	assert_int_equal(nr, 1);
	pk_capsule_close(capsule);
	free(bytes);
	assert_int_equal(recorder->ops->symbol_at(recorder, TEXT + 0x2010, &symbol), PK_OK);
	bytes = written(recorder, &len);
	assert_int_equal(parse(bytes, len, &capsule), PK_OK);
	nr = 0;
	assert_int_equal(capsule->ops->symbols_named(capsule, "twin", count_symbol, &nr), PK_OK);
	assert_int_equal(nr, 2);
	pk_capsule_close(capsule);
	pk_recorder_destroy(recorder);
	fake_target_deinit(&fake);
	free(bytes);
}

static void test_hostile_symbols(void **state)
{
	static const struct {
		const char *bytes;
		size_t len;
	} lists[] = {
		{"", 0},
		{"\2\0\0\0\1\0\0\0\1\0\0\0"
		 "\1\0\0\0\0\0"
		 "\2"
		 "T"
		 "a\0",
		 22}, /* more than there are */
		{"\1\0\0\0\1\0\0\0\1\0\0\0"
		 "\2\0\0\0\0\0"
		 "\2"
		 "T"
		 "a\0",
		 22}, /* a run that is too long */
		{"\1\0\0\0\1\0\0\0\1\0\0\0"
		 "\1\0\0\0\0\0"
		 "\202"
		 "T"
		 "a\0",
		 22}, /* a distance without end */
		{"\1\0\0\0\1\0\0\0\1\0\0\0"
		 "\1\0\0\0\0\0"
		 "\2"
		 "T"
		 "ab",
		 22}, /* a name without end */
		{"\1\0\0\0\1\0\0\0\1\0\0\0"
		 "\1\0\0\0\0\0"
		 "\2"
		 "T"
		 "a\0b",
		 23}, /* something after it */
		{"\1\0\0\0\1\0\0\0\377\377\377\377"
		 "\1\0\0\0\0\0"
		 "\2"
		 "T"
		 "a\0",
		 22}, /* distances past the end */
		{"\377\377\377\377\1\0\0\0\1\0\0\0"
		 "\1\0\0\0\0\0"
		 "\2"
		 "T"
		 "a\0",
		 22}, /* too many */
	};
	struct pk_target *capsule;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(lists); i++) {
		struct pk_bytes list = {0};
		struct body body;

		body_init(&body);
		pk_put(&list, lists[i].bytes, lists[i].len);
		section(&body.extra, "SYMS", &list);
		pk_bytes_deinit(&list);
		assert_int_not_equal(parse_body(&body, &capsule), PK_OK);
	}
}

/* What was not captured is counted; a name that was not asked for tells that the recorder knew fewer questions. */
static void test_unanswered(void **state)
{
	struct pk_target *capsule;
	bool older;
	uint64_t value;
	size_t len;
	char *bytes = recorded(&len);

	(void)state;
	assert_int_equal(parse(bytes, len, &capsule), PK_OK);
	assert_int_equal(capsule->ops->unanswered(capsule, &older), 0);
	assert_int_equal(capsule->ops->read(capsule, 0x123000, &value, 8), PK_NOT_CAPTURED);
	assert_int_equal(capsule->ops->unanswered(capsule, &older), 1);
	assert_false(older);
	assert_int_equal(capsule->ops->type_size(capsule, "struct sock", &value), PK_NOT_CAPTURED);
	assert_int_equal(capsule->ops->read(capsule, 0x123000, &value, 8), PK_NOT_CAPTURED);
	assert_int_equal(capsule->ops->unanswered(capsule, &older), 2);
	assert_true(older);
	assert_int_equal(capsule->ops->unanswered(capsule, &older), 0);
	assert_false(older);
	pk_capsule_close(capsule);
	free(bytes);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_same_answers),
		cmocka_unit_test(test_not_captured),
		cmocka_unit_test(test_failed_part),
		cmocka_unit_test(test_deterministic),
		cmocka_unit_test(test_truncated),
		cmocka_unit_test(test_flipped),
		cmocka_unit_test(test_unknown_section),
		cmocka_unit_test(test_hostile_ranges),
		cmocka_unit_test(test_hostile_answers),
		cmocka_unit_test(test_hostile_frame),
		cmocka_unit_test(test_bytes_kept),
		cmocka_unit_test(test_traps),
		cmocka_unit_test(test_many_answers),
		cmocka_unit_test(test_no_capsule),
		cmocka_unit_test(test_packs_too_well),
		cmocka_unit_test(test_symbols_in_list),
		cmocka_unit_test(test_symbols_of_one_name),
		cmocka_unit_test(test_symbol_of_a_long_name),
		cmocka_unit_test(test_hostile_symbols),
		cmocka_unit_test(test_unanswered),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
