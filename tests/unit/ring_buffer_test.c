// SPDX-License-Identifier: GPL-3.0-or-later
/* Ring buffers as dumps hold them: whole, caught in the middle, and damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode/trace/ring_buffer.h"
#include "fake_ring.h"

#define NR_PAGES 6

struct machine {
	struct fake_target fake;
	struct pk_ctx ctx;
	struct pk_instance instance;
	struct pk_trace *trace;
};

static struct machine *machine_new(unsigned nr_cpus)
{
	struct machine *m = calloc(1, sizeof(*m));

	fake_target_init(&m->fake);
	fake_ring_init(&m->fake, nr_cpus, NR_PAGES);
	return m;
}

static struct machine *machine_of(unsigned nr_cpus, unsigned page_size, unsigned order,
				  bool big_endian)
{
	struct machine *m = calloc(1, sizeof(*m));

	fake_target_init(&m->fake);
	m->fake.target.facts.page_size = page_size;
	m->fake.target.facts.big_endian = big_endian;
	fake_ring_init_order(&m->fake, nr_cpus, NR_PAGES, order);
	return m;
}

/* Read what the test has drawn so far. */
static void open_trace(struct machine *m)
{
	pk_ctx_init(&m->ctx, &m->fake.target);
	assert_int_equal(pk_instance_top(&m->ctx, &m->instance), PK_OK);
	assert_int_equal(pk_trace_open(&m->ctx, &m->instance, false, &m->trace), PK_OK);
}

static void machine_free(struct machine *m)
{
	pk_trace_close(m->trace);
	pk_ctx_deinit(&m->ctx);
	fake_target_deinit(&m->fake);
	free(m);
}

/* A ring that wrapped: pages HEAD .. COMMIT (in ring order) hold three events each, times 1000 * n of
 * the n-th page since the head, pid = n. */
static void fill(struct machine *m, unsigned cpu, int head, int commit)
{
	int n = 1;

	for (int i = head;; i = (i + 1) % NR_PAGES, n++) {
		for (int e = 0; e < 3; e++)
			fake_ring_event(&m->fake, cpu, i, 1000 * n + e, 1, n);
		if (i == commit)
			break;
	}
	fake_ring_place(&m->fake, cpu, head, commit);
}

struct seen {
	struct pk_event events[512];
	unsigned nr;
};

static void look(struct machine *m, uint64_t since, uint64_t until, int cpu, struct seen *seen)
{
	struct pk_cursor *cursor;
	enum pk_status status;

	memset(seen, 0, sizeof(*seen));
	assert_int_equal(pk_cursor_open(m->trace, since, until, cpu, &cursor), PK_OK);
	while ((status = pk_cursor_next(cursor, &seen->events[seen->nr])) == PK_OK) {
		seen->nr++;
		assert_true(seen->nr < 512);
	}
	assert_int_equal(status, PK_ABSENT);
	assert_int_equal(pk_cursor_next(cursor, &seen->events[seen->nr]), PK_ABSENT);
	pk_cursor_close(cursor);
}

static void assert_pids(const struct seen *seen, const char *expected)
{
	char text[2048] = "";
	int last = -1;

	for (unsigned i = 0; i < seen->nr; i++) {
		if (seen->events[i].pid != last)
			sprintf(text + strlen(text), "%s%d", *text ? " " : "", seen->events[i].pid);
		last = seen->events[i].pid;
	}
	assert_string_equal(text, expected);
}

static bool warned(const struct machine *m, const char *words)
{
	for (unsigned i = 0; i < m->ctx.nr_warnings; i++)
		if (strstr(m->ctx.warnings[i], words))
			return true;
	return false;
}

static void instance_facts(void **state)
{
	struct machine *m = machine_new(1);

	(void)state;
	fake_put(&m->fake, FAKE_RING_TRACE_ARRAY + 104, 4, 0x82);
	open_trace(m);
	assert_string_equal(m->instance.name, "");
	assert_string_equal(m->instance.tracer, "function_graph");
	assert_string_equal(m->instance.clock, "local");
	assert_true(m->instance.clock_in_ns);
	assert_true(m->instance.tracing_on);
	assert_true(m->instance.expanded);
	assert_false(m->instance.has_snapshot);
	assert_int_equal(m->instance.flags, 0x82);
	pk_trace_close(m->trace);
	m->trace = NULL;
	assert_int_equal(pk_trace_open(&m->ctx, &m->instance, true, &m->trace), PK_ABSENT);
	fake_put(&m->fake, FAKE_RING_BUFFER + 8, 4, 0x100001); /* off, and a nested disable */
	assert_int_equal(pk_instance_top(&m->ctx, &m->instance), PK_OK);
	assert_false(m->instance.tracing_on);
	machine_free(m);
}

static unsigned count_instances(struct machine *m)
{
	struct pk_reader r = {.ctx = &m->ctx};
	unsigned nr = 0;

	pk_instance_for_each (instance, &r)
		nr++;
	assert_int_equal(r.status, PK_OK);
	return nr;
}

static void second_instance(void **state)
{
	struct machine *m = machine_new(1);
	const uint64_t second = 0xffff000000300000ull, arrays = 0xffff000000122000ull;

	(void)state;
	fake_map(&m->fake, second, 256);
	fake_string(&m->fake, 0xffff000000310000ull, "second");
	fake_put(&m->fake, second + 40, 8, 0xffff000000310000ull);
	fake_put(&m->fake, second + 56, 8, 0xffff000000320000ull);
	fake_put(&m->fake, second + 96, 8, 0xffff000000120000ull);
	fake_put(&m->fake, arrays, 8, second + 24);
	fake_put(&m->fake, second + 24, 8, FAKE_RING_TRACE_ARRAY + 24);
	open_trace(m);
	assert_int_equal(count_instances(m), 2);
	/* A list that never comes home. */
	fake_put(&m->fake, FAKE_RING_TRACE_ARRAY + 24, 8, second + 24);
	assert_int_equal(pk_instance_top(&m->ctx, &m->instance), PK_OK);
	assert_int_equal(count_instances(m), 2);
	fake_put(&m->fake, FAKE_RING_TRACE_ARRAY + 24, 8, FAKE_RING_TRACE_ARRAY + 24);
	assert_int_equal(count_instances(m), 2);
	assert_non_null(strstr(m->ctx.warnings[m->ctx.nr_warnings - 1], "loops at"));
	/* A buffer that two have is the top instance's. */
	fake_put(&m->fake, FAKE_RING_TRACE_ARRAY + 24, 8, arrays);
	fake_put(&m->fake, second + 56, 8, FAKE_RING_BUFFER);
	assert_int_equal(count_instances(m), 1);
	machine_free(m);
}

static void no_tracing(void **state)
{
	struct fake_target fake;
	struct pk_ctx ctx;
	struct pk_instance instance;

	(void)state;
	fake_target_init(&fake);
	pk_ctx_init(&ctx, &fake.target);
	assert_int_equal(pk_instance_top(&ctx, &instance), PK_ABSENT);
	assert_non_null(strstr(ctx.error.text, "ftrace_trace_arrays"));
	pk_ctx_deinit(&ctx);
	fake_target_deinit(&fake);
}

static void wrapped_ring(void **state)
{
	struct machine *m = machine_new(1);
	struct seen seen;

	(void)state;
	fill(m, 0, 4, 3);
	fake_ring_event(&m->fake, 0, -1, 500, 1, 100);
	fake_ring_event(&m->fake, 0, -1, 501, 1, 100);
	fake_ring_set(&m->fake, 0, FAKE_CPU_LOST, 7);
	fake_ring_set(&m->fake, 0, FAKE_CPU_OVERRUN, 1000);
	fake_ring_set(&m->fake, 0, FAKE_CPU_LAST_OVERRUN, 900);
	open_trace(m);
	look(m, 0, UINT64_MAX, PK_ALL_CPUS, &seen);
	assert_int_equal(seen.nr, 2 + 3 * NR_PAGES);
	assert_pids(&seen, "100 1 2 3 4 5 6");
	for (unsigned i = 1; i < seen.nr; i++)
		assert_true(seen.events[i].ts > seen.events[i - 1].ts);
	assert_int_equal(seen.events[0].lost_before, 7);
	assert_int_equal(seen.events[1].lost_before, 0);
	assert_int_equal(seen.events[2].lost_before, 100);
	assert_int_equal(seen.events[3].lost_before, 0);
	assert_int_equal(seen.events[3].pos.page_ts, 1000);
	assert_int_equal(seen.events[3].pos.offset, 12);
	assert_int_equal(m->ctx.nr_warnings, 0);
	machine_free(m);
}

static void half_filled_ring(void **state)
{
	struct machine *m = machine_new(1);
	struct seen seen;

	(void)state;
	fill(m, 0, 0, 2); /* pages 3 .. 5 were never used */
	open_trace(m);
	look(m, 0, UINT64_MAX, PK_ALL_CPUS, &seen);
	assert_pids(&seen, "1 2 3");
	assert_int_equal(m->ctx.nr_warnings, 0);
	machine_free(m);
}

static void writer_on_the_reader_page(void **state)
{
	struct machine *m = machine_new(1);
	struct seen seen;

	(void)state;
	fake_ring_event(&m->fake, 0, -1, 500, 1, 9);
	fake_ring_event(&m->fake, 0, -1, 501, 1, 9);
	fake_ring_event(&m->fake, 0, -1, 502, 1, 9);
	fake_put(&m->fake, fake_ring_page(0, -1) + FAKE_PAGE_READ, 4, 12);
	open_trace(m);
	look(m, 0, UINT64_MAX, PK_ALL_CPUS, &seen);
	assert_int_equal(seen.nr, 3);
	assert_true(seen.events[0].consumed);
	assert_false(seen.events[1].consumed);
	machine_free(m);
}

static void head_marks(void **state)
{
	/* UPDATE alone: the page is still whole. HEAD behind it: it is given up. */
	const struct {
		bool update, head;
		const char *pids;
	} cases[] = {{true, false, "1 2 3 4 5 6"}, {true, true, "2 3 4 5 6"}};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct machine *m = machine_new(1);
		struct seen seen;

		fill(m, 0, 4, 3);
		fake_ring_link(&m->fake, fake_ring_page(0, 3), fake_ring_page(0, 4), 2,
			       fake_ring_page(0, 2));
		fake_ring_link(&m->fake, fake_ring_page(0, 4), fake_ring_page(0, 5),
			       cases[i].head ? 1 : 0, fake_ring_page(0, 3));
		open_trace(m);
		look(m, 0, UINT64_MAX, PK_ALL_CPUS, &seen);
		assert_pids(&seen, cases[i].pids);
		machine_free(m);
	}
}

/* A flipped bit marks a page in the middle: what the CPU counts says that older pages hold events. */
static void stray_head_mark(void **state)
{
	const struct {
		uint64_t entries, overrun, read;
		const char *pids;
		bool stray;
	} cases[] = {
		{18, 0, 0, "1 2 3 4 5 6", true},
		{118, 90, 10, "1 2 3 4 5 6", true},
		{9, 0, 0, "4 5 6", false}, /* the count agrees with the mark */
		{1000000, 0, 0, "4 5 6",
		 false}, /* the count is what lies: no other mark makes it true */
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct machine *m = machine_new(1);
		struct seen seen;

		fill(m, 0, 0, 5);
		fake_ring_count(&m->fake, 0, 0, 5, 3);
		fake_ring_set(&m->fake, 0, FAKE_CPU_ENTRIES, cases[i].entries);
		fake_ring_set(&m->fake, 0, FAKE_CPU_OVERRUN, cases[i].overrun);
		fake_ring_set(&m->fake, 0, FAKE_CPU_READ, cases[i].read);
		fake_ring_link(&m->fake, fake_ring_page(0, 2), fake_ring_page(0, 3), i & 1 ? 3 : 1,
			       fake_ring_page(0, 1));
		open_trace(m);
		look(m, 0, UINT64_MAX, PK_ALL_CPUS, &seen);
		assert_pids(&seen, cases[i].pids);
		assert_int_equal(warned(m, "the mark is corrupt"), cases[i].stray);
		machine_free(m);
	}
}

static void no_head_at_all(void **state)
{
	struct machine *m = machine_new(1);
	struct seen seen;

	(void)state;
	fill(m, 0, 4, 3);
	fake_ring_link(&m->fake, fake_ring_page(0, 3), fake_ring_page(0, 4), 0,
		       fake_ring_page(0, 2));
	open_trace(m);
	look(m, 0, UINT64_MAX, PK_ALL_CPUS, &seen);
	assert_pids(&seen, "1 2 3 4 5 6");
	assert_true(warned(m, "no head"));
	machine_free(m);
}

static void uncommitted_tail(void **state)
{
	struct machine *m = machine_new(1);
	struct seen seen;

	(void)state;
	fill(m, 0, 4, 1);
	fake_ring_uncommitted(&m->fake, 0, 1, 5000, 1, 50);
	fake_ring_uncommitted(&m->fake, 0, 1, 5001, 1, -7); /* no pid */
	fake_ring_uncommitted(&m->fake, 0, 1, 5002, 0, 50); /* no type */
	fake_ring_uncommitted(&m->fake, 0, 2, 5010, 1, 51);
	fake_ring_set(&m->fake, 0, FAKE_CPU_TAIL, fake_ring_page(0, 2));
	fake_ring_set(&m->fake, 0, FAKE_CPU_COMMITTING, 1);
	open_trace(m);
	look(m, 0, UINT64_MAX, PK_ALL_CPUS, &seen);
	assert_pids(&seen, "1 2 3 4 50 51");
	for (unsigned i = 0; i < seen.nr; i++)
		assert_int_equal(seen.events[i].uncommitted, seen.events[i].pid >= 50);
	machine_free(m);
}

/* Where a ring's clock stood still, pages have one time. Each event has a place of its own, whatever else is read. */
static void pages_of_one_time(void **state)
{
	const uint64_t times[] = {1000, 2000, 2000, 2000, 5000};
	struct machine *m = machine_new(1);
	struct seen seen, later;

	(void)state;
	for (int page = 0; page < 5; page++)
		for (int e = 0; e < 3; e++)
			fake_ring_event(&m->fake, 0, page, times[page], 1, 1 + page);
	fake_ring_place(&m->fake, 0, 0, 4);
	open_trace(m);
	look(m, 5000, UINT64_MAX, PK_ALL_CPUS, &later);
	assert_int_equal(later.events[later.nr - 1].pos.offset, 24);
	look(m, 0, UINT64_MAX, PK_ALL_CPUS, &seen);
	assert_pids(&seen, "1 2 3 4 5");
	for (unsigned i = 0; i < seen.nr; i++)
		for (unsigned k = 0; k < i; k++)
			assert_false(seen.events[i].pos.page_ts == seen.events[k].pos.page_ts &&
				     seen.events[i].pos.offset == seen.events[k].pos.offset);
	assert_int_equal(seen.events[9].pos.offset, 0); /* of the newest of them it is as ever */
	look(m, 2000, UINT64_MAX, PK_ALL_CPUS, &later);
	for (unsigned i = 1; i <= later.nr; i++)
		assert_int_equal(later.events[later.nr - i].pos.offset,
				 seen.events[seen.nr - i].pos.offset);
	machine_free(m);
}

static void windows(void **state)
{
	struct machine *m = machine_new(1);
	uint64_t since;
	struct seen seen;

	(void)state;
	fill(m, 0, 4, 3);
	open_trace(m);
	assert_int_equal(pk_trace_time_back(m->trace, 2, &since), PK_OK);
	assert_int_equal(since, 5000);
	assert_int_equal(pk_trace_pages_read(m->trace), 0);
	look(m, since, UINT64_MAX, PK_ALL_CPUS, &seen);
	assert_pids(&seen, "5 6");
	assert_int_equal(seen.events[0].lost_before, 0);
	assert_int_equal(pk_trace_pages_read(m->trace), 2);
	/* In the middle of a page: from the page's beginning. */
	look(m, 3002, 4001, PK_ALL_CPUS, &seen);
	assert_pids(&seen, "3 4");
	assert_int_equal(seen.nr, 5);
	/* Past the end: the newest page all the same. */
	look(m, 99999, UINT64_MAX, PK_ALL_CPUS, &seen);
	assert_pids(&seen, "6");
	assert_int_equal(pk_trace_time_back(m->trace, 100, &since), PK_OK);
	assert_int_equal(since, 0);
	machine_free(m);
}

static void stats_of_a_cpu(void **state)
{
	struct machine *m = machine_new(1);
	struct pk_cpu_stats stats;

	(void)state;
	fill(m, 0, 4, 3);
	fake_ring_set(&m->fake, 0, FAKE_CPU_ENTRIES, 118);
	fake_ring_set(&m->fake, 0, FAKE_CPU_OVERRUN, 90);
	fake_ring_set(&m->fake, 0, FAKE_CPU_READ, 10);
	fake_ring_set(&m->fake, 0, FAKE_CPU_BYTES, 900);
	fake_ring_set(&m->fake, 0, FAKE_CPU_READ_BYTES, 100);
	fake_ring_set(&m->fake, 0, FAKE_CPU_COMMIT_OVERRUN, 3);
	fake_ring_set(&m->fake, 0, FAKE_CPU_DROPPED, 4);
	open_trace(m);
	assert_int_equal(pk_trace_stats(m->trace, 0, &stats), PK_OK);
	assert_true(stats.readable);
	assert_int_equal(stats.entries, 18);
	assert_int_equal(stats.overrun, 90);
	assert_int_equal(stats.read, 10);
	assert_int_equal(stats.bytes, 800);
	assert_int_equal(stats.commit_overrun, 3);
	assert_int_equal(stats.dropped, 4);
	assert_int_equal(stats.nr_pages, NR_PAGES);
	assert_true(stats.oldest_known && stats.newest_known);
	assert_int_equal(stats.oldest_ns, 1000);
	assert_int_equal(stats.newest_ns, 6002);
	assert_int_equal(pk_trace_stats(m->trace, 1, &stats), PK_ABSENT);
	/* A stale hint: the head is looked for. */
	fake_ring_set(&m->fake, 0, FAKE_CPU_HEAD, fake_ring_page(0, 1));
	pk_trace_close(m->trace);
	assert_int_equal(pk_trace_open(&m->ctx, &m->instance, false, &m->trace), PK_OK);
	assert_int_equal(pk_trace_stats(m->trace, 0, &stats), PK_OK);
	assert_int_equal(stats.oldest_ns, 1000);
	machine_free(m);
}

/* Where no page can be read each is looked at once for the newest event, not once for each that is older. */
static void newest_of_damaged_pages(void **state)
{
	struct machine *m = machine_new(1);
	struct pk_cpu_stats stats;

	(void)state;
	fill(m, 0, 4, 3);
	for (int page = 0; page < NR_PAGES; page++)
		fake_put(&m->fake, fake_ring_data(0, page) + 8, 8, 0xff8);
	open_trace(m);
	assert_int_equal(pk_trace_stats(m->trace, 0, &stats), PK_OK);
	assert_true(stats.readable);
	assert_false(stats.newest_known);
	assert_true(m->ctx.nr_warnings >= NR_PAGES);
	assert_int_equal(m->ctx.nr_warned, NR_PAGES);
	machine_free(m);
}

static void many_cpus(void **state)
{
	struct machine *m = machine_new(60);
	struct pk_cursor *cursor;
	struct pk_event event, last = {.cpu = -1};
	unsigned nr = 0;

	(void)state;
	for (unsigned cpu = 0; cpu < 60; cpu++) {
		if (cpu == 7)
			continue;
		for (int page = 0; page < 3; page++)
			for (int e = 0; e < 4; e++)
				fake_ring_event(&m->fake, cpu, page,
						100 * page + 10 * e + (cpu * 7 % 5), 1, (int)cpu);
		fake_ring_place(&m->fake, cpu, 0, 2);
	}
	fake_put(&m->fake, FAKE_RING_BUFFER + 0x800 + 8 * 9, 8, 0); /* CPU 9: not in the mask */
	open_trace(m);
	assert_int_equal(pk_cursor_open(m->trace, 0, UINT64_MAX, 9, &cursor), PK_ABSENT);
	assert_int_equal(pk_cursor_open(m->trace, 0, UINT64_MAX, PK_ALL_CPUS, &cursor), PK_OK);
	for (; pk_cursor_next(cursor, &event) == PK_OK; last = event, nr++) {
		assert_int_equal(event.pid, event.cpu);
		assert_int_not_equal(event.cpu, 9);
		/* By time; of equal times the lowest CPU first. */
		assert_true(last.cpu < 0 || event.ts > last.ts ||
			    (event.ts == last.ts && event.cpu > last.cpu));
	}
	assert_int_equal(nr, 58 * 12);
	pk_cursor_close(cursor);
	machine_free(m);
}

/* Each kind of damage to the list costs a warning; everything that some link still leads to is shown. */
static void broken_links(void **state)
{
	const uint64_t nowhere = 0xdead000000000000ull;
	const struct {
		const char *what, *pids;
		int page; /* ring index; page n of the trace is ring page (n + 3) % 6 */
		bool next, prev, gone;
	} cases[] = {
		{"prev of page 4 (trace page 1, the head)", "1 2 3 4 5 6", 4, false, true, false},
		{"prev of page 1 (trace page 4)", "1 2 3 4 5 6", 1, false, true, false},
		{"next of page 0 (trace page 3)", "1 2 3 4 5 6", 0, true, false, false},
		{"both of page 0", "1 2 3 4 5 6", 0, true, true, false},
		{"page 0 is not in the dump", "1 2 4 5 6", 0, false, false, true},
		{"the head is not in the dump", "2 3 4 5 6", 4, false, false, true},
		{"commit_page is not in the dump", "1 2 3 4 5", 3, false, false, true},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct machine *m = machine_new(1);
		uint64_t page = fake_ring_page(0, cases[i].page) + FAKE_RING_LIST;
		struct seen seen;

		print_message("%s\n", cases[i].what);
		fill(m, 0, 4, 3);
		if (cases[i].next)
			fake_put(&m->fake, page, 8, nowhere);
		if (cases[i].prev)
			fake_put(&m->fake, page + 8, 8, nowhere);
		if (cases[i].gone)
			fake_unmap(&m->fake, fake_ring_page(0, cases[i].page));
		open_trace(m);
		look(m, 0, UINT64_MAX, PK_ALL_CPUS, &seen);
		assert_pids(&seen, cases[i].pids);
		assert_true(m->ctx.nr_warnings > 0);
		machine_free(m);
	}
}

static void lost_pages_are_a_gap(void **state)
{
	struct machine *m = machine_new(1);
	struct seen seen;

	(void)state;
	fill(m, 0, 4, 3);
	fake_unmap(&m->fake, fake_ring_page(0, 0)); /* trace page 3 */
	open_trace(m);
	look(m, 0, UINT64_MAX, PK_ALL_CPUS, &seen);
	for (unsigned i = 0; i < seen.nr; i++)
		assert_int_equal(seen.events[i].lost_before,
				 seen.events[i].ts == 4000 ? PK_LOST_UNKNOWN : 0);
	machine_free(m);
}

static void cycles(void **state)
{
	struct machine *m = machine_new(1);
	struct seen seen;

	(void)state;
	/* prev of trace page 4 leads to trace page 6: a walk that trusted it would never end. */
	fill(m, 0, 4, 3);
	fake_put(&m->fake, fake_ring_page(0, 1) + FAKE_RING_LIST + 8, 8,
		 fake_ring_page(0, 3) + FAKE_RING_LIST);
	/* and so does next of trace page 2, from the other side */
	fake_put(&m->fake, fake_ring_page(0, 5) + FAKE_RING_LIST, 8,
		 fake_ring_page(0, 4) + FAKE_RING_LIST);
	open_trace(m);
	look(m, 0, UINT64_MAX, PK_ALL_CPUS, &seen);
	assert_pids(&seen, "1 2 4 5 6");
	assert_true(warned(m, "breaks"));
	machine_free(m);
}

static void nr_pages_lies(void **state)
{
	const uint64_t lies[] = {0, 1, UINT64_MAX};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(lies); i++) {
		struct machine *m = machine_new(1);
		struct seen seen;

		fill(m, 0, 4, 3);
		fake_ring_set(&m->fake, 0, FAKE_CPU_NR_PAGES, lies[i]);
		open_trace(m);
		look(m, 0, UINT64_MAX, PK_ALL_CPUS, &seen);
		assert_true(seen.nr >= 3 && seen.nr <= 18);
		assert_int_equal(seen.events[seen.nr - 1].ts, 6002);
		machine_free(m);
	}
}

static void damaged_pages(void **state)
{
	struct machine *m = machine_new(1);
	struct seen seen;

	(void)state;
	fill(m, 0, 4, 3);
	fake_unmap(&m->fake, fake_ring_data(0, 5)); /* trace page 2 */
	fake_put(&m->fake, fake_ring_data(0, 0) + 8, 8, 100000); /* 3: commit */
	fake_put(&m->fake, fake_ring_data(0, 1) + 16 + 12, 4, 0); /* 4: second length */
	fake_put(&m->fake, fake_ring_data(0, 2) + 16, 4, 1); /* 5: four bytes */
	open_trace(m);
	look(m, 0, UINT64_MAX, PK_ALL_CPUS, &seen);
	assert_pids(&seen, "1 4 6");
	assert_int_equal(seen.events[3].ts, 4000);
	assert_int_equal(seen.events[3].lost_before, PK_LOST_UNKNOWN);
	assert_int_equal(seen.events[4].ts, 6000);
	assert_int_equal(seen.events[4].lost_before, PK_LOST_UNKNOWN);
	assert_int_equal(seen.events[5].lost_before, 0);
	assert_true(warned(m, "commit"));
	assert_true(warned(m, "offset 12"));
	assert_true(warned(m, "ffff100000006000")); /* the page that is not in the dump */
	machine_free(m);
}

/* Of a page its header alone is in the dump: what it held is lost, and nobody knows how much. */
static void half_a_page(void **state)
{
	struct machine *m = machine_new(1);
	uint64_t page = fake_ring_data(0, 5); /* trace page 2 */
	uint8_t header[16];
	struct seen seen;

	(void)state;
	fill(m, 0, 4, 3);
	assert_int_equal(m->fake.target.ops->read(&m->fake.target, page, header, sizeof(header)),
			 PK_OK);
	fake_unmap(&m->fake, page);
	fake_map(&m->fake, page, sizeof(header));
	fake_put_bytes(&m->fake, page, header, sizeof(header));
	open_trace(m);
	look(m, 0, UINT64_MAX, PK_ALL_CPUS, &seen);
	assert_pids(&seen, "1 3 4 5 6");
	assert_int_equal(seen.events[3].ts, 3000);
	assert_int_equal(seen.events[3].lost_before, PK_LOST_UNKNOWN);
	assert_int_equal(seen.events[4].lost_before, 0);
	machine_free(m);
}

/* A page of garbage claims an ancient time: the window must not begin there. */
static void garbage_times(void **state)
{
	struct machine *m = machine_new(1);
	struct seen seen;

	(void)state;
	fill(m, 0, 4, 3);
	fake_put(&m->fake, fake_ring_data(0, 1), 8, 3); /* trace page 4 */
	fake_put(&m->fake, fake_ring_data(0, 2), 8, 0x123456789abcdefull); /* trace page 5 */
	open_trace(m);
	look(m, 2500, UINT64_MAX, PK_ALL_CPUS, &seen);
	assert_pids(&seen, "2 3 6");
	assert_int_equal(seen.events[6].lost_before, PK_LOST_UNKNOWN);
	assert_true(warned(m, "ffff100000002000 is not of its place"));
	machine_free(m);
}

static void missing_cpu(void **state)
{
	struct machine *m = machine_new(2);
	struct pk_cpu_stats stats;
	struct seen seen;

	(void)state;
	fill(m, 0, 4, 3);
	fill(m, 1, 4, 3);
	fake_unmap(&m->fake, FAKE_RING_CPU(0));
	open_trace(m);
	look(m, 0, UINT64_MAX, PK_ALL_CPUS, &seen);
	assert_int_equal(seen.nr, 18);
	for (unsigned i = 0; i < seen.nr; i++)
		assert_true(seen.events[i].others_silent);
	assert_int_equal(pk_trace_stats(m->trace, 0, &stats), PK_OK);
	assert_false(stats.readable);
	assert_int_equal(stats.status, PK_UNREADABLE);
	assert_true(warned(m, "CPU 0"));
	machine_free(m);
}

/* What another CPU recorded last, nobody can read: from its last event on it is silent. */
static void an_end_that_is_missing(void **state)
{
	struct machine *m = machine_new(2);
	struct seen seen;
	bool silent = false;

	(void)state;
	fill(m, 0, 4, 3);
	fill(m, 1, 4, 3);
	fake_unmap(&m->fake, fake_ring_data(0, 3));
	open_trace(m);
	look(m, 0, UINT64_MAX, PK_ALL_CPUS, &seen);
	for (unsigned i = 0; i < seen.nr; i++) {
		assert_true(seen.events[i].cpu == 1 || !silent);
		assert_true(seen.events[i].others_silent >= silent);
		silent |= seen.events[i].others_silent;
	}
	assert_true(silent && !seen.events[0].others_silent);
	machine_free(m);
}

static void two_cursors(void **state)
{
	struct machine *m = machine_new(1);
	struct pk_cursor *newest;
	struct pk_event event;
	struct seen seen;

	(void)state;
	fill(m, 0, 4, 3);
	open_trace(m);
	assert_int_equal(pk_cursor_open(m->trace, 6000, UINT64_MAX, PK_ALL_CPUS, &newest), PK_OK);
	assert_int_equal(pk_cursor_next(newest, &event), PK_OK);
	look(m, 0, UINT64_MAX, PK_ALL_CPUS, &seen); /* lets the index grow */
	assert_int_equal(seen.nr, 18);
	assert_int_equal(pk_cursor_next(newest, &event), PK_OK);
	assert_int_equal(event.ts, 6001);
	pk_cursor_close(newest);
	machine_free(m);
}

static void type_questions_fail(void **state)
{
	struct machine *m = machine_new(1);

	(void)state;
	pk_ctx_init(&m->ctx, &m->fake.target);
	m->fake.type_status = PK_NOT_CAPTURED;
	assert_int_equal(pk_instance_top(&m->ctx, &m->instance), PK_NOT_CAPTURED);
	machine_free(m);
}

/* --- sizes and byte orders ----------------------------------------------------------------------------- */

/* NR events on two pages of every CPU, each page with more than a page of 4 KiB would hold. */
static void large_pages(unsigned page_size, unsigned order, bool big_endian)
{
	struct machine *m = machine_of(2, page_size, order, big_endian);
	const unsigned on_a_page = (page_size << order) / 12 - 4;
	struct pk_cpu_stats stats;
	struct pk_cursor *cursor;
	struct pk_event event;
	uint64_t before = 0;
	unsigned nr = 0;

	for (unsigned cpu = 0; cpu < 2; cpu++) {
		for (int page = 2; page < 4; page++)
			for (unsigned e = 0; e < on_a_page; e++)
				fake_ring_event(&m->fake, cpu, page,
						100000 * (unsigned)page + 3 * e + cpu, 0x1fe,
						70000 + (int)cpu);
		fake_ring_place(&m->fake, cpu, 2, 3);
		fake_ring_set(&m->fake, cpu, FAKE_CPU_ENTRIES, 2 * on_a_page);
	}
	open_trace(m);
	assert_int_equal(pk_cursor_open(m->trace, 0, UINT64_MAX, PK_ALL_CPUS, &cursor), PK_OK);
	while (pk_cursor_next(cursor, &event) == PK_OK) {
		assert_int_equal(event.type, 0x1fe);
		assert_int_equal(event.pid, 70000 + event.cpu);
		assert_true(event.ts >= before);
		before = event.ts;
		nr++;
	}
	pk_cursor_close(cursor);
	assert_int_equal(nr, 4 * on_a_page);
	assert_int_equal(pk_trace_stats(m->trace, 1, &stats), PK_OK);
	assert_int_equal(stats.entries, 2 * on_a_page);
	assert_int_equal(stats.newest_ns, before);
	assert_int_equal(m->ctx.nr_warnings, 0);
	machine_free(m);
}

static void sub_buffers_of_any_size(void **state)
{
	(void)state;
	for (unsigned order = 0; order <= 4; order++)
		large_pages(4096, order, false);
	large_pages(65536, 0, false);
	large_pages(65536, 1, false);
}

static void big_endian(void **state)
{
	(void)state;
	large_pages(4096, 0, true);
	large_pages(4096, 4, true);
	large_pages(65536, 0, true);
}

/* An order that no kernel allows is no order. */
static void impossible_order(void **state)
{
	struct machine *m = machine_of(1, 4096, 1, false);

	(void)state;
	fake_put(&m->fake, FAKE_RING_BUFFER + FAKE_BUFFER_ORDER, 4, 40);
	pk_ctx_init(&m->ctx, &m->fake.target);
	assert_int_equal(pk_instance_top(&m->ctx, &m->instance), PK_OK);
	assert_int_equal(pk_trace_open(&m->ctx, &m->instance, false, &m->trace), PK_CORRUPT);
	machine_free(m);
}

/* Died while buffer_subbuf_size_kb was written: the buffer has its new order, a CPU its old pages. */
static void order_being_changed(void **state)
{
	struct machine *m = machine_of(1, 4096, 2, false);
	struct seen seen;

	(void)state;
	fill(m, 0, 1, 3);
	fake_put(&m->fake, FAKE_RING_BUFFER + FAKE_BUFFER_ORDER, 4, 0);
	open_trace(m);
	look(m, 0, UINT64_MAX, PK_ALL_CPUS, &seen);
	assert_pids(&seen, "1 2 3");
	machine_free(m);
}

/* --- what buffers look like at other moments -------------------------------------------------------------- */

/* Nothing was ever written: minimum size, all pages empty, the writer on the reader page. */
static void never_used(void **state)
{
	struct machine *m = machine_new(2);
	struct pk_cpu_stats stats;
	struct seen seen;
	uint64_t since;

	(void)state;
	open_trace(m);
	look(m, 0, UINT64_MAX, PK_ALL_CPUS, &seen);
	assert_int_equal(seen.nr, 0);
	assert_int_equal(pk_trace_stats(m->trace, 1, &stats), PK_OK);
	assert_false(stats.oldest_known);
	assert_false(stats.newest_known);
	assert_int_equal(stats.entries, 0);
	assert_int_equal(pk_trace_time_back(m->trace, 4, &since), PK_OK);
	assert_int_equal(since, 0);
	assert_int_equal(m->ctx.nr_warnings, 0);
	machine_free(m);
}

/* A reader took every page: the reader page is read to its end, head and commit are one empty page. */
static void all_was_consumed(void **state)
{
	struct machine *m = machine_new(1);
	struct pk_cpu_stats stats;
	struct seen seen;

	(void)state;
	fake_ring_event(&m->fake, 0, -1, 500, 1, 7);
	fake_ring_event(&m->fake, 0, -1, 501, 1, 7);
	fake_put(&m->fake, fake_ring_page(0, -1) + FAKE_PAGE_READ, 4, 24);
	fake_ring_set(&m->fake, 0, FAKE_CPU_ENTRIES, 2);
	fake_ring_set(&m->fake, 0, FAKE_CPU_READ, 2);
	fake_ring_place(&m->fake, 0, 3, 3);
	open_trace(m);
	look(m, 0, UINT64_MAX, PK_ALL_CPUS, &seen);
	assert_int_equal(seen.nr, 2);
	assert_true(seen.events[0].consumed && seen.events[1].consumed);
	assert_int_equal(pk_trace_stats(m->trace, 0, &stats), PK_OK);
	assert_int_equal(stats.entries, 0);
	assert_int_equal(stats.read, 2);
	assert_false(stats.oldest_known);
	machine_free(m);
}

/* Half of the reader page was consumed, then the writer lapped the ring. */
static void consumed_and_lost(void **state)
{
	struct machine *m = machine_new(1);
	struct seen seen;

	(void)state;
	for (int e = 0; e < 4; e++)
		fake_ring_event(&m->fake, 0, -1, 500 + e, 1, 10 + e);
	fake_put(&m->fake, fake_ring_page(0, -1) + FAKE_PAGE_READ, 4, 24);
	fill(m, 0, 2, 0);
	fake_ring_set(&m->fake, 0, FAKE_CPU_OVERRUN, 100);
	fake_ring_set(&m->fake, 0, FAKE_CPU_LAST_OVERRUN, 40);
	open_trace(m);
	look(m, 0, UINT64_MAX, PK_ALL_CPUS, &seen);
	assert_pids(&seen, "10 11 12 13 1 2 3 4 5");
	for (unsigned i = 0; i < seen.nr; i++) {
		assert_int_equal(seen.events[i].consumed, i < 2);
		assert_int_equal(seen.events[i].lost_before, i == 4 ? 60 : 0);
	}
	machine_free(m);
}

/* An mmap-ed reader (6.10) sets the flags in the page itself; lost_events says the same again. */
static void missed_flags_in_memory(void **state)
{
	struct machine *m = machine_new(1);
	struct seen seen;

	(void)state;
	fake_ring_event(&m->fake, 0, -1, 500, 1, 7);
	fake_put(&m->fake, fake_ring_data(0, -1) + 8, 8, 12 | 0xffffffffc0000000);
	fake_put(&m->fake, fake_ring_data(0, -1) + 16 + 12, 8, 33);
	fake_ring_set(&m->fake, 0, FAKE_CPU_LOST, 33);
	fill(m, 0, 2, 3);
	/* and a page whose number is not known: bit 31 alone */
	fake_put(&m->fake, fake_ring_data(0, 3) + 8, 8, 36 | 0xffffffff80000000);
	open_trace(m);
	look(m, 0, UINT64_MAX, PK_ALL_CPUS, &seen);
	assert_pids(&seen, "7 1 2");
	assert_int_equal(seen.events[0].lost_before, 33);
	assert_int_equal(seen.events[1].lost_before, 0);
	assert_true(seen.events[4].lost_before == PK_LOST_UNKNOWN);
	assert_int_equal(m->ctx.nr_warnings, 0);
	machine_free(m);
}

/* Pages that a reboot damaged are emptied and marked (7.x): what they held is lost, nobody knows how much. */
static void invalidated_page(void **state)
{
	struct machine *m = machine_new(1);
	struct seen seen;

	(void)state;
	fill(m, 0, 2, 5);
	fake_put(&m->fake, fake_ring_data(0, 3) + 8, 8, 0xffffffff80000000);
	open_trace(m);
	look(m, 0, UINT64_MAX, PK_ALL_CPUS, &seen);
	assert_pids(&seen, "1 3 4");
	assert_true(seen.events[3].lost_before == PK_LOST_UNKNOWN);
	assert_int_equal(seen.events[6].lost_before, 0);
	machine_free(m);
}

/* rb_insert_pages() has linked new pages in before the head and not told the head yet. */
static void being_enlarged(void **state)
{
	struct machine *m = machine_new(1);
	struct seen seen;

	(void)state;
	fill(m, 0, 3, 5);
	/* 0 .. 2 are the new ones: 5 -> 0 -> 1 -> 2 -> HEAD 3, whose prev is still 5 */
	fake_ring_link(&m->fake, fake_ring_page(0, 3), fake_ring_page(0, 4), 0,
		       fake_ring_page(0, 5));
	fake_ring_set(&m->fake, 0, FAKE_CPU_NR_PAGES, 3);
	open_trace(m);
	look(m, 0, UINT64_MAX, PK_ALL_CPUS, &seen);
	assert_pids(&seen, "1 2 3");
	assert_int_equal(seen.events[0].lost_before, 0);
	machine_free(m);
}

/* rb_remove_pages() has cut 0 and 1 out behind the tail; the first page left still names them. */
static void being_shrunk(void **state)
{
	struct machine *m = machine_new(1);
	struct seen seen;

	(void)state;
	fill(m, 0, 2, 5);
	fake_ring_link(&m->fake, fake_ring_page(0, 5), fake_ring_page(0, 2), 1,
		       fake_ring_page(0, 4));
	fake_ring_link(&m->fake, fake_ring_page(0, 1), fake_ring_page(0, 2), 0,
		       fake_ring_page(0, 0));
	open_trace(m);
	look(m, 0, UINT64_MAX, PK_ALL_CPUS, &seen);
	assert_pids(&seen, "1 2 3 4");
	machine_free(m);
}

/* The writer has filled its page and asks for the next one: write runs past the page, the next one is the
 * tail and empty. */
static void tail_moves_on(void **state)
{
	struct machine *m = machine_new(1);
	struct seen seen;

	(void)state;
	fill(m, 0, 2, 4);
	fake_put(&m->fake, fake_ring_page(0, 4) + FAKE_PAGE_WRITE, 8, 4090 | 3ull << 20);
	fake_put(&m->fake, fake_ring_page(0, 4) + FAKE_PAGE_REAL_END, 8, 36);
	fake_ring_set(&m->fake, 0, FAKE_CPU_TAIL, fake_ring_page(0, 5));
	fake_ring_set(&m->fake, 0, FAKE_CPU_COMMITTING, 1);
	open_trace(m);
	look(m, 0, UINT64_MAX, PK_ALL_CPUS, &seen);
	assert_pids(&seen, "1 2 3");
	for (unsigned i = 0; i < seen.nr; i++)
		assert_false(seen.events[i].uncommitted);
	machine_free(m);
}

/* A CPU that went away or was never there: no buffer; the others count from their own places. */
static void cpu_without_buffer(void **state)
{
	struct machine *m = machine_new(3);
	struct pk_cpu_stats stats;
	struct seen seen;

	(void)state;
	fill(m, 0, 0, 1);
	fill(m, 2, 0, 1);
	fake_put(&m->fake, FAKE_RING_BUFFER + 0x800 + 8, 8, 0);
	open_trace(m);
	assert_int_equal(pk_trace_stats(m->trace, 1, &stats), PK_ABSENT);
	look(m, 0, UINT64_MAX, PK_ALL_CPUS, &seen);
	assert_int_equal(seen.nr, 12);
	assert_int_equal(seen.events[1].cpu, 2);
	machine_free(m);
}

/* A buffer that a hypervisor writes has no events of this kernel's kind: said, not decoded. */
static void remote_buffer(void **state)
{
	static const struct fake_member remote[] = {{.type = "struct trace_buffer",
						     .path = "remote",
						     .offset = 80,
						     .size = 8,
						     .is_pointer = true}};
	struct machine *m = machine_new(1);

	(void)state;
	fake_members(&m->fake, remote, 1);
	fake_put(&m->fake, FAKE_RING_BUFFER + 80, 8, 0xffff0000dead0000ull);
	pk_ctx_init(&m->ctx, &m->fake.target);
	assert_int_equal(pk_instance_top(&m->ctx, &m->instance), PK_OK);
	assert_int_equal(pk_trace_open(&m->ctx, &m->instance, false, &m->trace), PK_UNSUPPORTED);
	assert_non_null(strstr(m->ctx.error.text, "hypervisor"));
	machine_free(m);
}

/* Whole pages that are not of their place: a ring of six, oldest first, by the times of their events. */
enum {
	FROM,
	TO,
	EVENTS,
	COUNTED
}; /* events, and those that the descriptor counts; 0: three, and as many as there are */
struct misplaced {
	const char *what;
	unsigned pages[NR_PAGES][4];
	const char *pids; /* what is left: the n-th page's events are of task n */
	unsigned named; /* pages that a warning names, bits */
};

static void draw_pages(struct machine *m, const struct misplaced *ring)
{
	for (unsigned i = 0; i < NR_PAGES; i++) {
		const unsigned *page = ring->pages[i];
		unsigned from = page[FROM], to = page[TO], nr = page[EVENTS] ? page[EVENTS] : 3;

		for (unsigned e = 0; e < nr; e++)
			fake_ring_event(&m->fake, 0, (int)i, from + (to - from) * e / (nr - 1), 1,
					(int)i + 1);
		fake_ring_count(&m->fake, 0, (int)i, (int)i, page[COUNTED] ? page[COUNTED] : nr);
	}
	fake_ring_place(&m->fake, 0, 0, 5);
}

static unsigned pages_named(const struct machine *m)
{
	unsigned named = 0;

	for (int i = 0; i < NR_PAGES; i++) {
		char addr[24];

		snprintf(addr, sizeof(addr), "%llx", (unsigned long long)fake_ring_data(0, i));
		named |= warned(m, addr) ? 1u << i : 0;
	}
	return named;
}

static void misplaced_pages(void **state)
{
	static const struct misplaced rings[] = {
		{"in order",
		 {{10, 19}, {20, 29}, {30, 39}, {40, 49}, {50, 59}, {60, 69}},
		 "1 2 3 4 5 6",
		 0},
		{"two swapped",
		 {{10, 19}, {50, 59}, {30, 39}, {40, 49}, {20, 29}, {60, 69}},
		 "1 3 4 6",
		 0x12},
		{"neighbours swapped",
		 {{10, 19}, {20, 29}, {40, 49}, {30, 39}, {50, 59}, {60, 69}},
		 "1 2 5 6",
		 0xc},
		{"of another size",
		 {{10, 19}, {20, 29}, {40, 49, 4, 3}, {30, 39, 3, 4}, {50, 59}, {60, 69}},
		 "1 2 5 6",
		 0xc},
		{"one stale, the counts tell",
		 {{10, 19}, {20, 29}, {60, 62}, {40, 49, 4, 3}, {70, 79}, {80, 89}},
		 "1 2 3 5 6",
		 8},
		{"one stale",
		 {{100, 109}, {110, 119}, {120, 129}, {30, 39}, {140, 149}, {150, 159}},
		 "1 2 3 5 6",
		 8},
		{"two stale",
		 {{100, 109}, {110, 119}, {40, 49}, {30, 39}, {140, 149}, {150, 159}},
		 "1 2 5 6",
		 0xc},
		{"a copy of one",
		 {{10, 19}, {20, 29}, {50, 59}, {40, 49}, {50, 59}, {60, 69}},
		 "1 2 4 5 6",
		 4},
		{"a copy of its neighbour",
		 {{10, 19}, {20, 29}, {20, 29}, {40, 49}, {50, 59}, {60, 69}},
		 "1 3 4 5 6",
		 6},
		{"a count alone",
		 {{10, 19}, {20, 29}, {30, 39, 5, 3}, {40, 49}, {50, 59}, {60, 69}},
		 "1 2 4 5 6",
		 4},
		{"a clock that went back just now",
		 {{10, 19}, {20, 29}, {30, 39}, {40, 49}, {50, 59}, {1, 9}},
		 "1 2 3 4 5 6",
		 0},
		{"a clock that went back",
		 {{60, 69}, {70, 79}, {80, 89}, {10, 19}, {20, 29}, {30, 39}},
		 "1 2 3 4 5 6",
		 0},
		{"and came up again",
		 {{50, 59}, {60, 69}, {40, 49}, {50, 59}, {60, 69}, {70, 79}},
		 "1 2 3 4 5 6",
		 0},
		{"a clock set back within a page",
		 {{10, 19}, {20, 29}, {24, 33}, {34, 43}, {44, 53}, {54, 63}},
		 "1 2 3 4 5 6",
		 0},
		{"a clock that stood",
		 {{10, 19}, {20, 20}, {20, 20}, {20, 20}, {20, 29}, {30, 39}},
		 "1 2 3 4 5 6",
		 0},
		{"a kernel that counts otherwise",
		 {{10, 19, 3, 4},
		  {20, 29, 3, 5},
		  {30, 39, 3, 4},
		  {40, 49, 3, 1},
		  {50, 59, 3, 4},
		  {60, 69}},
		 "1 2 3 4 5 6",
		 0},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rings); i++) {
		for (unsigned since = 0; since <= 15;
		     since += 15) { /* from old to new, and found from the newest on */
			struct machine *m = machine_new(1);
			struct seen seen;

			draw_pages(m, &rings[i]);
			open_trace(m);
			look(m, since, UINT64_MAX, PK_ALL_CPUS, &seen);
			if (pages_named(m) != rings[i].named)
				fail_msg("%s: pages %x are named, since %u", rings[i].what,
					 pages_named(m), since);
			if (!since)
				assert_pids(&seen, rings[i].pids);
			machine_free(m);
		}
	}
}

/* In order, but not of the length that was written: of another CPU, say. */
static void page_of_another_length(void **state)
{
	static const struct misplaced ring = {
		"", {{10, 19}, {20, 29}, {30, 39}, {40, 49}, {50, 59}, {60, 69}}, "", 0};
	struct machine *m = machine_new(1);
	struct seen seen;

	(void)state;
	draw_pages(m, &ring);
	fake_put(&m->fake, fake_ring_page(0, 2) + FAKE_PAGE_WRITE, 8, 120);
	open_trace(m);
	look(m, 0, UINT64_MAX, PK_ALL_CPUS, &seen);
	assert_pids(&seen, "1 2 4 5 6");
	assert_int_equal(pages_named(m), 4);
	machine_free(m);
}

/* CPU 1's page in the middle has what CPU 0's has, and follows what it wrote before. */
static void page_of_another_cpu(void **state)
{
	static const struct misplaced ring = {
		"", {{10, 19}, {20, 29}, {30, 39, 9}, {40, 49}, {50, 59}, {60, 69}}, "", 0};
	struct machine *m = machine_new(2);
	struct seen seen;

	(void)state;
	draw_pages(m, &ring);
	for (unsigned e = 0; e < 9; e++) {
		fake_ring_event(&m->fake, 1, 0, 25 + e / 3, 1, 11);
		fake_ring_event(&m->fake, 1, 1, 30 + 9 * e / 8, 1, 3);
		fake_ring_event(&m->fake, 1, 2, 50 + e / 3, 1, 13);
	}
	fake_ring_place(&m->fake, 1, 0, 2);
	open_trace(m);
	look(m, 0, UINT64_MAX, PK_ALL_CPUS, &seen);
	assert_pids(&seen, "1 2 11 2 4 5 13 5 6");
	assert_true(warned(m, "one of them is not of its place"));
	machine_free(m);
}

/* What is left of a buffer that survives reboots is of several boots: their clocks began anew. */
static void pages_of_several_boots(void **state)
{
	static const struct fake_member range[] = {{.type = "struct trace_array",
						    .path = "range_addr_start",
						    .offset = 112,
						    .size = 8}};
	static const struct misplaced ring = {
		"",
		{{10, 19}, {50, 59, 3, 2}, {30, 39}, {40, 49}, {20, 29, 3, 1}, {60, 69}},
		"",
		0};
	struct machine *m = machine_new(1);
	struct seen seen;

	(void)state;
	fake_members(&m->fake, range, 1);
	fake_put(&m->fake, FAKE_RING_TRACE_ARRAY + 112, 8, 0xffff000040000000ull);
	draw_pages(m, &ring);
	open_trace(m);
	look(m, 0, UINT64_MAX, PK_ALL_CPUS, &seen);
	assert_int_equal(seen.nr, 18);
	assert_int_equal(pages_named(m), 0);
	machine_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(instance_facts),
		cmocka_unit_test(second_instance),
		cmocka_unit_test(no_tracing),
		cmocka_unit_test(wrapped_ring),
		cmocka_unit_test(half_filled_ring),
		cmocka_unit_test(writer_on_the_reader_page),
		cmocka_unit_test(head_marks),
		cmocka_unit_test(stray_head_mark),
		cmocka_unit_test(no_head_at_all),
		cmocka_unit_test(uncommitted_tail),
		cmocka_unit_test(pages_of_one_time),
		cmocka_unit_test(windows),
		cmocka_unit_test(stats_of_a_cpu),
		cmocka_unit_test(newest_of_damaged_pages),
		cmocka_unit_test(many_cpus),
		cmocka_unit_test(broken_links),
		cmocka_unit_test(lost_pages_are_a_gap),
		cmocka_unit_test(cycles),
		cmocka_unit_test(nr_pages_lies),
		cmocka_unit_test(damaged_pages),
		cmocka_unit_test(half_a_page),
		cmocka_unit_test(garbage_times),
		cmocka_unit_test(missing_cpu),
		cmocka_unit_test(an_end_that_is_missing),
		cmocka_unit_test(two_cursors),
		cmocka_unit_test(type_questions_fail),
		cmocka_unit_test(sub_buffers_of_any_size),
		cmocka_unit_test(big_endian),
		cmocka_unit_test(impossible_order),
		cmocka_unit_test(order_being_changed),
		cmocka_unit_test(never_used),
		cmocka_unit_test(all_was_consumed),
		cmocka_unit_test(consumed_and_lost),
		cmocka_unit_test(missed_flags_in_memory),
		cmocka_unit_test(invalidated_page),
		cmocka_unit_test(being_enlarged),
		cmocka_unit_test(being_shrunk),
		cmocka_unit_test(tail_moves_on),
		cmocka_unit_test(cpu_without_buffer),
		cmocka_unit_test(remote_buffer),
		cmocka_unit_test(misplaced_pages),
		cmocka_unit_test(page_of_another_length),
		cmocka_unit_test(page_of_another_cpu),
		cmocka_unit_test(pages_of_several_boots),
	};

	return cmocka_run_group_tests_name("ring_buffer", tests, NULL, NULL);
}
