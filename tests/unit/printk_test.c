// SPDX-License-Identifier: GPL-3.0-or-later
/* The kernel log in both forms, and what killed the machine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "decode/printk.h"
#include "fake_target.h"

#define PRB 0xffff000000100000ull
#define DESCS 0xffff000000110000ull
#define INFOS 0xffff000000120000ull
#define DATA 0xffff000000130000ull
#define COUNT_BITS 3
#define SIZE_BITS 8
#define LOG_BUF 0xffff000000200000ull
#define GLOBALS 0xffff000000210000ull

#define M(t, p, o, s) {.type = "struct " t, .path = p, .offset = o, .size = s}
static const struct fake_member ring_rows[] = {
	M("printk_ringbuffer", "desc_ring.count_bits", 0, 4),
	M("printk_ringbuffer", "desc_ring.descs", 8, 8),
	M("printk_ringbuffer", "desc_ring.infos", 16, 8),
	M("printk_ringbuffer", "desc_ring.head_id", 24, 8),
	M("printk_ringbuffer", "desc_ring.tail_id", 32, 8),
	M("printk_ringbuffer", "text_data_ring.size_bits", 40, 4),
	M("printk_ringbuffer", "text_data_ring.data", 48, 8),
	M("prb_desc", "state_var", 0, 8),
	M("prb_desc", "text_blk_lpos.begin", 8, 8),
	M("prb_desc", "text_blk_lpos.next", 16, 8),
	M("printk_info", "ts_nsec", 8, 8),
	M("printk_info", "text_len", 16, 2),
	M("printk_info", "facility", 18, 1),
};

static const struct fake_member record_rows[] = {
	M("printk_log", "ts_nsec", 0, 8),
	M("printk_log", "len", 8, 2),
	M("printk_log", "text_len", 10, 2),
	M("printk_log", "facility", 14, 1),
};

struct log {
	struct fake_target fake;
	struct pk_ctx ctx;
	uint64_t id, lpos;  /* of the ring's next record */
	uint64_t index;	    /* of the next byte record */
	char seen[1024];
};

static void ring_init(struct log *log, uint64_t first_id)
{
	memset(log, 0, sizeof(*log));
	fake_target_init(&log->fake);
	fake_members(&log->fake, ring_rows, ARRAY_SIZE(ring_rows));
	fake_type(&log->fake, "struct prb_desc", 24);
	fake_type(&log->fake, "struct printk_info", 32);
	fake_map(&log->fake, PRB, 64);
	fake_map(&log->fake, PRB + 0x1000, 8);
	fake_map(&log->fake, DESCS, 24 << COUNT_BITS);
	fake_map(&log->fake, INFOS, 32 << COUNT_BITS);
	fake_map(&log->fake, DATA, 1 << SIZE_BITS);
	fake_symbol(&log->fake, "prb", PRB + 0x1000, 8);
	fake_put(&log->fake, PRB + 0x1000, 8, PRB);
	fake_put(&log->fake, PRB, 4, COUNT_BITS);
	fake_put(&log->fake, PRB + 8, 8, DESCS);
	fake_put(&log->fake, PRB + 16, 8, INFOS);
	fake_put(&log->fake, PRB + 32, 8, first_id);
	fake_put(&log->fake, PRB + 40, 4, SIZE_BITS);
	fake_put(&log->fake, PRB + 48, 8, DATA);
	log->id = first_id;
	pk_ctx_init(&log->ctx, &log->fake.target);
}

static void ring_add(struct log *log, unsigned state, uint64_t ts, unsigned facility, const char *text)
{
	const uint64_t mask = (1 << SIZE_BITS) - 1, id_mask = (1ull << 62) - 1;
	uint64_t at = log->id & ((1 << COUNT_BITS) - 1), size = (8 + strlen(text) + 7) & ~7ull;
	uint64_t begin = log->lpos, next = begin + size, block = begin & mask;

	if (begin >> SIZE_BITS != next >> SIZE_BITS && (next & mask)) {
		next = (next & ~mask) + size; /* it does not fit: moved whole to the start */
		block = 0;
	}
	fake_put(&log->fake, DATA + block, 8, log->id);
	fake_put_bytes(&log->fake, DATA + block + 8, text, strlen(text));
	fake_put(&log->fake, DESCS + 24 * at, 8, (log->id & id_mask) | (uint64_t)state << 62);
	fake_put(&log->fake, DESCS + 24 * at + 8, 8, begin);
	fake_put(&log->fake, DESCS + 24 * at + 16, 8, next);
	fake_put(&log->fake, INFOS + 32 * at + 8, 8, ts);
	fake_put(&log->fake, INFOS + 32 * at + 16, 2, strlen(text));
	fake_put(&log->fake, INFOS + 32 * at + 18, 1, facility);
	fake_put(&log->fake, PRB + 24, 8, log->id & id_mask);
	log->id++;
	log->lpos = next;
}

static void records_init(struct log *log, size_t size)
{
	static const char *const names[] = {"log_buf", "log_buf_len", "log_first_idx", "log_next_idx"};

	memset(log, 0, sizeof(*log));
	fake_target_init(&log->fake);
	fake_members(&log->fake, record_rows, ARRAY_SIZE(record_rows));
	fake_type(&log->fake, "struct printk_log", 16);
	fake_map(&log->fake, LOG_BUF, size);
	fake_map(&log->fake, GLOBALS, 64);
	for (unsigned i = 0; i < 4; i++)
		fake_symbol(&log->fake, names[i], GLOBALS + 8 * i, 8);
	fake_put(&log->fake, GLOBALS, 8, LOG_BUF);
	fake_put(&log->fake, GLOBALS + 8, 4, size);
	pk_ctx_init(&log->ctx, &log->fake.target);
}

static void records_add(struct log *log, uint64_t ts, const char *text)
{
	size_t len = 16 + ((strlen(text) + 7) & ~7ull);

	fake_put(&log->fake, LOG_BUF + log->index, 8, ts);
	fake_put(&log->fake, LOG_BUF + log->index + 8, 2, len);
	fake_put(&log->fake, LOG_BUF + log->index + 10, 2, strlen(text));
	fake_put_bytes(&log->fake, LOG_BUF + log->index + 16, text, strlen(text));
	log->index += len;
	fake_put(&log->fake, GLOBALS + 24, 4, log->index);
}

static void log_end(struct log *log)
{
	pk_ctx_deinit(&log->ctx);
	fake_target_deinit(&log->fake);
}

static bool see(const struct pk_log_line *line, void *arg)
{
	struct log *log = arg;
	size_t at = strlen(log->seen);

	snprintf(log->seen + at, sizeof(log->seen) - at, "%llu:%.*s%s|", (unsigned long long)line->ts_nsec,
		 (int)line->len, line->text, line->from_user ? "(user)" : "");
	return true;
}

static void expect(struct log *log, const char *lines)
{
	log->seen[0] = '\0';
	assert_int_equal(pk_log_walk(&log->ctx, see, log), PK_OK);
	assert_string_equal(log->seen, lines);
}

static void ring(void **state)
{
	struct log log;

	(void)state;
	/* Ids that run over their 62 bits, as a ring of 2^3 does from its start on. */
	ring_init(&log, (1ull << 62) - 2);
	ring_add(&log, 2, 10, 0, "one");
	ring_add(&log, 1, 20, 1, "two");
	log.id = 0;
	ring_add(&log, 0, 30, 0, "reserved: not there yet");
	ring_add(&log, 3, 40, 0, "reusable: not there any more");
	ring_add(&log, 2, 50, 0, "");
	expect(&log, "10:one|20:two(user)|50:|");
	assert_int_equal(log.ctx.nr_warnings, 0);
	log_end(&log);
}

static void ring_wraps(void **state)
{
	struct log log;
	char text[101];

	(void)state;
	memset(text, 'x', 100);
	text[100] = '\0';
	ring_init(&log, 5);
	ring_add(&log, 2, 1, 0, text);
	ring_add(&log, 2, 2, 0, "abcdefg12345678abcdefg12345678ABCDEFGHIJ0123456789");
	ring_add(&log, 2, 3, 0, "is moved whole to the start of the data, where the first one was");
	fake_put(&log.fake, PRB + 32, 8, 6); /* so the first one is gone */
	expect(&log, "2:abcdefg12345678abcdefg12345678ABCDEFGHIJ0123456789|"
		     "3:is moved whole to the start of the data, where the first one was|");
	log_end(&log);
	/* A block that ends with the data ring is not moved. */
	ring_init(&log, 5);
	text[96] = '\0';
	ring_add(&log, 2, 1, 0, text);
	ring_add(&log, 2, 2, 0, text);
	ring_add(&log, 2, 3, 0, "forty bytes, up to the ring's last one..");
	assert_int_equal(log.lpos, 1 << SIZE_BITS);
	log.seen[0] = '\0';
	assert_int_equal(pk_log_walk(&log.ctx, see, &log), PK_OK);
	assert_non_null(strstr(log.seen, "|3:forty bytes, up to the ring's last one..|"));
	log_end(&log);
}

static void ring_damage(void **state)
{
	struct log log;

	(void)state;
	ring_init(&log, 5);
	ring_add(&log, 2, 1, 0, "one");
	ring_add(&log, 2, 2, 0, "two");
	ring_add(&log, 2, 3, 0, "three");
	fake_put(&log.fake, INFOS + 32 * 5 + 16, 2, 0xffff);	/* longer than its block: cut there */
	fake_put(&log.fake, DESCS + 24 * 6 + 16, 8, 3);		/* a block that ends before it begins */
	fake_put(&log.fake, PRB + 32, 8, 5ull - 1000000);	/* a million records in a ring of 8 */
	log.seen[0] = '\0';
	assert_int_equal(pk_log_walk(&log.ctx, see, &log), PK_OK);
	assert_true(log.seen[0] == '1' && !strncmp(log.seen, "1:one", 5));
	assert_null(strstr(log.seen, "two"));
	assert_non_null(strstr(log.seen, "|3:three|"));
	assert_int_equal(log.ctx.nr_warnings, 2);
	fake_put(&log.fake, PRB, 4, 200); /* 2^200 records */
	assert_int_equal(pk_log_walk(&log.ctx, see, &log), PK_CORRUPT);
	log_end(&log);
}

static void records(void **state)
{
	struct log log;

	(void)state;
	records_init(&log, 256);
	records_add(&log, 1, "one");
	records_add(&log, 2, "two");
	records_add(&log, 3, "three");
	expect(&log, "1:one|2:two|3:three|");
	/* Wrapped: the third is the oldest, behind it the mark, the newest is at the start. */
	fake_put(&log.fake, GLOBALS + 16, 4, 48);
	log.index = 0;
	records_add(&log, 4, "four");
	expect(&log, "3:three|4:four|");
	/* No record in front of the mark and none behind: it must end. */
	fake_put(&log.fake, LOG_BUF + 8, 2, 0);
	log.seen[0] = '\0';
	assert_int_equal(pk_log_walk(&log.ctx, see, &log), PK_OK);
	assert_int_equal(log.ctx.nr_warnings, 1);
	log_end(&log);
	records_init(&log, 256);
	records_add(&log, 1, "one");
	records_add(&log, 2, "two");
	fake_put(&log.fake, LOG_BUF + 24 + 8, 2, 5000); /* leaves the buffer */
	expect(&log, "1:one|");
	assert_int_equal(log.ctx.nr_warnings, 1);
	log_end(&log);
}

struct story {
	const char *what;
	struct {
		uint64_t ts;
		const char *text;
		unsigned facility;
	} lines[7];
	bool found;
	uint64_t ts;
	const char *reason, *ip;
};

static const struct story stories[] = {
	{"nothing happened", {{1, "Linux version", 0}}, false, 0, "", ""},
	{"sysrq-c: dated by the key, named by the panic",
	 {{100, "sysrq: Trigger a crash", 0},
	  {200, "Kernel panic - not syncing: sysrq triggered crash", 0},
	  {300, "RIP: 0033:0x7f0000000000", 0}},
	 true, 100, "Kernel panic - not syncing: sysrq triggered crash", ""},
	{"an oops, then the panic that it causes",
	 {{100, "BUG: kernel NULL pointer dereference, address: 0000000000000010", 0},
	  {110, "Oops: 0000 [#1] PREEMPT SMP", 0},
	  {120, "RIP: 0010:tcp_data_queue+0x29/0xef0", 0},
	  {130, "RIP: 0010:another+0x1/0x2", 0},
	  {140, "Kernel panic - not syncing: Fatal exception in interrupt", 0}},
	 true, 100, "BUG: kernel NULL pointer dereference, address: 0000000000000010",
	 "tcp_data_queue+0x29/0xef0"},
	{"yesterday's oops is not today's panic",
	 {{100, "BUG: unable to handle page fault for address: 0", 0},
	  {101, "RIP: 0010:old+0x1/0x2", 0},
	  {90000000000000ull, "Kernel panic - not syncing: hung_task: blocked tasks", 0}},
	 true, 90000000000000ull, "Kernel panic - not syncing: hung_task: blocked tasks", ""},
	{"a program's words prove nothing",
	 {{100, "Kernel panic - not syncing: said a shell", 1}}, false, 0, "", ""},
	{"control characters do not reach the terminal",
	 {{100, "BUG: \x1b[31mred", 0}}, true, 100, "BUG: .[31mred", ""},
};

static void panics(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(stories); i++) {
		const struct story *story = &stories[i];
		struct pk_panic panic;
		struct log log;
		uint64_t data;

		print_message("%s\n", story->what);
		ring_init(&log, 8);
		/* Room for stories: a data ring of 4 KiB instead. */
		data = DATA + 0x10000;
		fake_map(&log.fake, data, 4096);
		fake_put(&log.fake, PRB + 40, 4, 12);
		fake_put(&log.fake, PRB + 48, 8, data);
		for (size_t l = 0; l < 7 && story->lines[l].text; l++) {
			const char *text = story->lines[l].text;
			uint64_t begin = 128 * l;

			fake_put_bytes(&log.fake, data + begin + 8, text, strlen(text));
			fake_put(&log.fake, DESCS + 24 * l, 8, (8 + l) | 2ull << 62);
			fake_put(&log.fake, DESCS + 24 * l + 8, 8, begin);
			fake_put(&log.fake, DESCS + 24 * l + 16, 8, begin + 128);
			fake_put(&log.fake, INFOS + 32 * l + 8, 8, story->lines[l].ts);
			fake_put(&log.fake, INFOS + 32 * l + 16, 2, strlen(text));
			fake_put(&log.fake, INFOS + 32 * l + 18, 1, story->lines[l].facility);
			fake_put(&log.fake, PRB + 24, 8, 8 + l);
		}
		assert_int_equal(pk_panic_find(&log.ctx, &panic), PK_OK);
		assert_int_equal(panic.found, story->found);
		assert_int_equal(panic.ts_nsec, story->ts);
		assert_string_equal(panic.reason, story->reason);
		assert_string_equal(panic.ip_text, story->ip);
		log_end(&log);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ring),	   cmocka_unit_test(ring_wraps), cmocka_unit_test(ring_damage),
		cmocka_unit_test(records), cmocka_unit_test(panics),
	};

	return cmocka_run_group_tests_name("printk", tests, NULL, NULL);
}
