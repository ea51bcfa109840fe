// SPDX-License-Identifier: GPL-3.0-or-later
/* A ring buffer of two CPUs that is whole until the fuzzer's patches fall on it (fake_patch.h). */
#include <stdlib.h>

#include "decode/trace/ring_buffer_pages.h"
#include "decode/trace/sub_buffer.h"
#include "fake_patch.h"
#include "fake_ring.h"

#define NR_PAGES 4

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void draw(struct fake_target *fake)
{
	fake_target_init(fake);
	fake_ring_init(fake, 2, NR_PAGES);
	for (unsigned cpu = 0; cpu < 2; cpu++) {
		for (int page = -1; page < NR_PAGES; page++)
			for (int e = 0; e < 3; e++)
				fake_ring_event(fake, cpu, page, 1000 * page + 2000 + 10 * e, 1, 7);
		fake_ring_place(fake, cpu, 0, 2);
		fake_ring_uncommitted(fake, cpu, 2, 5000, 1, 7);
		fake_ring_set(fake, cpu, FAKE_CPU_TAIL, fake_ring_page(cpu, 3));
		fake_ring_count(fake, cpu, -1, NR_PAGES - 1, 3);
		fake_ring_set(fake, cpu, FAKE_CPU_ENTRIES, 3 * (NR_PAGES + 1));
	}
}

/* The pages of a CPU are readable once each: more events than fit there were never recorded. */
static void read_all(struct pk_trace *trace, uint64_t since)
{
	struct pk_cursor *cursor;
	struct pk_event event;
	unsigned long nr = 0;

	if (pk_cursor_open(trace, since, UINT64_MAX, PK_ALL_CPUS, &cursor) != PK_OK)
		return;
	while (pk_cursor_next(cursor, &event) == PK_OK) {
		volatile uint8_t last = event.data[event.len - 1];

		(void)last;
		if (++nr > 100ul * 2 * (NR_PAGES + 1) * 4096)
			abort();
	}
	pk_cursor_close(cursor);
}

/* Whatever a page was, what goes to other programs can be walked from its start to its end. */
static void read_raw(struct pk_trace *trace, int cpu)
{
	struct pk_raw_page page;
	struct pk_raw *raw;

	if (pk_raw_open(trace, cpu, &raw) != PK_OK)
		return;
	while (pk_raw_next(raw, &page) == PK_OK) {
		struct pk_sub_buffer sub;
		struct pk_record record;
		enum pk_status status;
		uint64_t nr = 0;

		if (pk_sub_buffer_init(&sub, page.bytes, page.size, pk_trace_data_offset(trace), 8,
				       0, false, false) != PK_OK)
			abort();
		while ((status = pk_sub_buffer_next(&sub, &record)) == PK_OK)
			nr++;
		if (status != PK_ABSENT || sub.torn || nr != page.nr_events)
			abort();
	}
	pk_raw_close(raw);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pk_instance instance;
	struct pk_cpu_stats stats;
	struct fake_target fake;
	struct pk_trace *trace;
	struct pk_ctx ctx;
	uint64_t since;

	draw(&fake);
	fake_patch(&fake, data, size);
	pk_ctx_init(&ctx, &fake.target);
	if (pk_instance_top(&ctx, &instance) == PK_OK &&
	    pk_trace_open(&ctx, &instance, false, &trace) == PK_OK) {
		if (pk_trace_time_back(trace, 3, &since) == PK_OK)
			read_all(trace, since);
		for (int cpu = 0; cpu < 2; cpu++) {
			pk_trace_stats(trace, cpu, &stats);
			read_raw(trace, cpu);
		}
		read_all(trace, 0);
		pk_trace_close(trace);
	}
	pk_ctx_deinit(&ctx);
	fake_target_deinit(&fake);
	return 0;
}
