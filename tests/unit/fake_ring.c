// SPDX-License-Identifier: GPL-3.0-or-later
#include "fake_ring.h"

#include <string.h>

#define BUFFERS (FAKE_RING_BUFFER + 0x800)
#define TRACER 0xffff000000120000ull
#define CLOCKS 0xffff000000121000ull
#define ARRAYS 0xffff000000122000ull
#define STRINGS FAKE_RING_TRACER_NAME
#define PAGES(cpu) (0xffff000001000000ull + 0x100000ull * (cpu))
#define DATA(cpu) (0xffff100000000000ull + 0x10000000ull * (cpu))
#define DATA_OFFSET 16

static unsigned pages_of_a_cpu; /* as the last fake_ring_init() said */
static unsigned sub_buffer = 4096; /* bytes; the same */

static const struct fake_member members[] = {
	{.type = "struct trace_array", .path = "list", .offset = 24, .size = 16},
	{.type = "struct trace_array", .path = "name", .offset = 40, .size = 8, .is_pointer = true},
	{.type = "struct trace_array", .path = "array_buffer.buffer", .offset = 56, .size = 8},
	{.type = "struct trace_array", .path = "array_buffer.time_start", .offset = 64, .size = 8},
	{.type = "struct trace_array", .path = "max_buffer.buffer", .offset = 72, .size = 8},
	{.type = "struct trace_array", .path = "max_buffer.time_start", .offset = 80, .size = 8},
	{.type = "struct trace_array", .path = "allocated_snapshot", .offset = 88, .size = 1},
	{.type = "struct trace_array",
	 .path = "clock_id",
	 .offset = 92,
	 .size = 4,
	 .is_signed = true},
	{.type = "struct trace_array", .path = "current_trace", .offset = 96, .size = 8},
	{.type = "struct trace_array", .path = "trace_flags", .offset = 104, .size = 4},
	{.type = "struct tracer", .path = "name", .offset = 8, .size = 8},
	{.type = "struct trace_buffer", .path = "record_disabled", .offset = 8, .size = 4},
	{.type = "struct trace_buffer", .path = "buffers", .offset = 64, .size = 8},
	{.type = "struct ring_buffer_per_cpu",
	 .path = "nr_pages",
	 .offset = FAKE_CPU_NR_PAGES,
	 .size = 8},
	{.type = "struct ring_buffer_per_cpu",
	 .path = "head_page",
	 .offset = FAKE_CPU_HEAD,
	 .size = 8},
	{.type = "struct ring_buffer_per_cpu",
	 .path = "tail_page",
	 .offset = FAKE_CPU_TAIL,
	 .size = 8},
	{.type = "struct ring_buffer_per_cpu",
	 .path = "commit_page",
	 .offset = FAKE_CPU_COMMIT,
	 .size = 8},
	{.type = "struct ring_buffer_per_cpu",
	 .path = "reader_page",
	 .offset = FAKE_CPU_READER,
	 .size = 8},
	{.type = "struct ring_buffer_per_cpu",
	 .path = "lost_events",
	 .offset = FAKE_CPU_LOST,
	 .size = 8},
	{.type = "struct ring_buffer_per_cpu",
	 .path = "last_overrun",
	 .offset = FAKE_CPU_LAST_OVERRUN,
	 .size = 8},
	{.type = "struct ring_buffer_per_cpu",
	 .path = "entries_bytes",
	 .offset = FAKE_CPU_BYTES,
	 .size = 8},
	{.type = "struct ring_buffer_per_cpu",
	 .path = "entries",
	 .offset = FAKE_CPU_ENTRIES,
	 .size = 8},
	{.type = "struct ring_buffer_per_cpu",
	 .path = "overrun",
	 .offset = FAKE_CPU_OVERRUN,
	 .size = 8},
	{.type = "struct ring_buffer_per_cpu",
	 .path = "commit_overrun",
	 .offset = FAKE_CPU_COMMIT_OVERRUN,
	 .size = 8},
	{.type = "struct ring_buffer_per_cpu",
	 .path = "dropped_events",
	 .offset = FAKE_CPU_DROPPED,
	 .size = 8},
	{.type = "struct ring_buffer_per_cpu",
	 .path = "committing",
	 .offset = FAKE_CPU_COMMITTING,
	 .size = 8},
	{.type = "struct ring_buffer_per_cpu", .path = "read", .offset = FAKE_CPU_READ, .size = 8},
	{.type = "struct ring_buffer_per_cpu",
	 .path = "read_bytes",
	 .offset = FAKE_CPU_READ_BYTES,
	 .size = 8},
	{.type = "struct buffer_page", .path = "list", .offset = FAKE_RING_LIST, .size = 16},
	{.type = "struct buffer_page", .path = "write", .offset = FAKE_PAGE_WRITE, .size = 8},
	{.type = "struct buffer_page", .path = "read", .offset = FAKE_PAGE_READ, .size = 4},
	{.type = "struct buffer_page", .path = "real_end", .offset = FAKE_PAGE_REAL_END, .size = 8},
	{.type = "struct buffer_page", .path = "page", .offset = FAKE_RING_DATA_PAGE, .size = 8},
	{.type = "struct buffer_data_page", .path = "data", .offset = DATA_OFFSET, .size = 0},
	{.type = "struct trace_entry", .path = "type", .offset = 0, .size = 2},
	{.type = "struct trace_entry", .path = "flags", .offset = 2, .size = 1},
	{.type = "struct trace_entry", .path = "preempt_count", .offset = 3, .size = 1},
	{.type = "struct trace_entry", .path = "pid", .offset = 4, .size = 4, .is_signed = true},
};

static const struct fake_member order_members[] = {
	{.type = "struct trace_buffer",
	 .path = "subbuf_order",
	 .offset = FAKE_BUFFER_ORDER,
	 .size = 4},
	{.type = "struct buffer_page", .path = "order", .offset = FAKE_PAGE_ORDER, .size = 4},
};

static const struct fake_member count_members[] = {
	{.type = "struct buffer_page", .path = "entries", .offset = FAKE_PAGE_ENTRIES, .size = 8},
};

uint64_t fake_ring_page(unsigned cpu, int index)
{
	return PAGES(cpu) + (uint64_t)(index + 1) * FAKE_RING_PAGE_SIZE;
}

uint64_t fake_ring_data(unsigned cpu, int index)
{
	return DATA(cpu) + (uint64_t)(index + 1) * sub_buffer;
}

void fake_ring_link(struct fake_target *fake, uint64_t page, uint64_t next, unsigned flags,
		    uint64_t prev)
{
	fake_put(fake, page + FAKE_RING_LIST, 8, (next + FAKE_RING_LIST) | flags);
	fake_put(fake, page + FAKE_RING_LIST + 8, 8, prev + FAKE_RING_LIST);
}

void fake_ring_set(struct fake_target *fake, unsigned cpu, enum fake_ring_member member,
		   uint64_t value)
{
	fake_put(fake, FAKE_RING_CPU(cpu) + member, 8, value);
}

void fake_ring_count(struct fake_target *fake, unsigned cpu, int first, int last, unsigned count)
{
	fake_members(fake, count_members, ARRAY_SIZE(count_members));
	for (int i = first; i <= last; i++)
		fake_put(fake, fake_ring_page(cpu, i) + FAKE_PAGE_ENTRIES, 8, count);
}

static void add_cpu(struct fake_target *fake, unsigned cpu, unsigned nr_pages)
{
	fake_put(fake, BUFFERS + 8 * cpu, 8, FAKE_RING_CPU(cpu));
	fake_map(fake, FAKE_RING_CPU(cpu), FAKE_CPU_SIZE);
	for (int i = -1; i < (int)nr_pages; i++) {
		fake_map(fake, fake_ring_page(cpu, i), FAKE_RING_PAGE_SIZE);
		fake_map(fake, fake_ring_data(cpu, i), sub_buffer);
		fake_put(fake, fake_ring_page(cpu, i) + FAKE_RING_DATA_PAGE, 8,
			 fake_ring_data(cpu, i));
		if (i >= 0)
			fake_ring_link(
				fake, fake_ring_page(cpu, i),
				fake_ring_page(cpu, (i + 1) % (int)nr_pages), 0,
				fake_ring_page(cpu, (i + (int)nr_pages - 1) % (int)nr_pages));
	}
	/* The reader page's links lead into the ring, none leads back. */
	fake_ring_link(fake, fake_ring_page(cpu, -1), fake_ring_page(cpu, 0), 0,
		       fake_ring_page(cpu, (int)nr_pages - 1));
	fake_ring_set(fake, cpu, FAKE_CPU_NR_PAGES, nr_pages);
	fake_ring_set(fake, cpu, FAKE_CPU_READER, fake_ring_page(cpu, -1));
	fake_ring_place(fake, cpu, 0, -1);
}

static void add_instance(struct fake_target *fake)
{
	fake_map(fake, FAKE_RING_TRACE_ARRAY, 256);
	fake_map(fake, TRACER, 64);
	fake_map(fake, CLOCKS, 64);
	fake_map(fake, ARRAYS, 16);
	fake_map(fake, STRINGS, 256);
	fake_symbol(fake, "ftrace_trace_arrays", ARRAYS, 16);
	fake_symbol(fake, "global_trace", FAKE_RING_TRACE_ARRAY, 256);
	fake_symbol(fake, "trace_clocks", CLOCKS, 48);
	fake_put(fake, ARRAYS, 8, FAKE_RING_TRACE_ARRAY + 24);
	fake_put(fake, FAKE_RING_TRACE_ARRAY + 24, 8, ARRAYS);
	fake_put(fake, FAKE_RING_TRACE_ARRAY + 56, 8, FAKE_RING_BUFFER);
	fake_put(fake, FAKE_RING_TRACE_ARRAY + 96, 8, TRACER);
	fake_put_string(fake, STRINGS, "function_graph");
	fake_put_string(fake, STRINGS + 32, "local");
	fake_put(fake, TRACER + 8, 8, STRINGS);
	fake_put(fake, CLOCKS + 8, 8, STRINGS + 32);
	fake_put(fake, CLOCKS + 16, 4, 1);
}

static void init(struct fake_target *fake, unsigned nr_cpus, unsigned nr_pages, unsigned order)
{
	pages_of_a_cpu = nr_pages;
	sub_buffer = fake->target.facts.page_size << order;
	fake_cpus(fake, nr_cpus);
	fake_members(fake, members, ARRAY_SIZE(members));
	fake_type(fake, "struct ring_buffer_per_cpu", FAKE_CPU_SIZE);
	fake_type(fake, "struct buffer_page", FAKE_RING_PAGE_SIZE);
	fake_type(fake, "struct trace_entry", 8);
	add_instance(fake);
	fake_map(fake, FAKE_RING_BUFFER, 0x800);
	fake_map(fake, BUFFERS, 8 * nr_cpus);
	fake_put(fake, FAKE_RING_BUFFER + 64, 8, BUFFERS);
	for (unsigned cpu = 0; cpu < nr_cpus; cpu++)
		add_cpu(fake, cpu, nr_pages);
}

void fake_ring_init(struct fake_target *fake, unsigned nr_cpus, unsigned nr_pages)
{
	init(fake, nr_cpus, nr_pages, 0);
}

void fake_ring_init_order(struct fake_target *fake, unsigned nr_cpus, unsigned nr_pages,
			  unsigned order)
{
	fake_members(fake, order_members, ARRAY_SIZE(order_members));
	init(fake, nr_cpus, nr_pages, order);
	fake_put(fake, FAKE_RING_BUFFER + FAKE_BUFFER_ORDER, 4, order);
	for (unsigned cpu = 0; cpu < nr_cpus; cpu++)
		for (int i = -1; i < (int)nr_pages; i++)
			fake_put(fake, fake_ring_page(cpu, i) + FAKE_PAGE_ORDER, 4, order);
}

static uint64_t get(struct fake_target *fake, uint64_t addr)
{
	bool big_endian = fake->target.facts.big_endian;
	uint8_t bytes[8];
	uint64_t value = 0;

	fake->target.ops->read(&fake->target, addr, bytes, 8);
	for (int i = 0; i < 8; i++)
		value = value << 8 | bytes[big_endian ? i : 7 - i];
	return value;
}

#define MISSED_EVENTS (1u << 31) /* RB_MISSED_EVENTS */

/* Times of the events lie less than 2^27 ns apart here; the last one is kept behind the page's data. */
static bool append(struct fake_target *fake, unsigned cpu, int index, uint64_t ts,
		   const void *entry, unsigned len, bool commit)
{
	uint64_t data = fake_ring_data(cpu, index), page = fake_ring_page(cpu, index);
	uint64_t write = get(fake, page + FAKE_PAGE_WRITE), last = ts,
		 stamp = data + sub_buffer - 8, header;

	if (DATA_OFFSET + write + 4 + len > sub_buffer - 8)
		return false;
	if (!write)
		fake_put(fake, data, 8, ts);
	else
		last = get(fake, stamp);
	fake_put(fake, stamp, 8, ts);
	header = fake->target.facts.big_endian ? (uint64_t)(len / 4) << 27 | (ts - last)
					       : (ts - last) << 5 | len / 4;
	fake_put(fake, data + DATA_OFFSET + write, 4, header);
	fake_put_bytes(fake, data + DATA_OFFSET + write + 4, entry, len);
	fake_put(fake, page + FAKE_PAGE_WRITE, 8, write + 4 + len);
	if (commit)
		fake_put(fake, data + 8, 8,
			 (get(fake, data + 8) & MISSED_EVENTS) | (write + 4 + len));
	return true;
}

void fake_ring_missed(struct fake_target *fake, unsigned cpu, int index)
{
	uint64_t commit = fake_ring_data(cpu, index) + 8;

	fake_put(fake, commit, 8, get(fake, commit) | MISSED_EVENTS);
}

bool fake_ring_record(struct fake_target *fake, unsigned cpu, int index, uint64_t ts,
		      const void *entry, unsigned len)
{
	return append(fake, cpu, index, ts, entry, len, true);
}

static void bare_entry(const struct fake_target *fake, uint8_t *entry, unsigned type, int pid)
{
	unsigned flip = fake->target.facts.big_endian;

	memset(entry, 0, 8);
	for (unsigned i = 0; i < 4; i++)
		entry[4 + (flip ? 3 - i : i)] = (uint8_t)((unsigned)pid >> 8 * i);
	entry[flip] = (uint8_t)type;
	entry[!flip] = (uint8_t)(type >> 8);
}

void fake_ring_event(struct fake_target *fake, unsigned cpu, int index, uint64_t ts, unsigned type,
		     int pid)
{
	uint8_t entry[8];

	bare_entry(fake, entry, type, pid);
	append(fake, cpu, index, ts, entry, sizeof(entry), true);
}

void fake_ring_uncommitted(struct fake_target *fake, unsigned cpu, int index, uint64_t ts,
			   unsigned type, int pid)
{
	uint8_t entry[8];

	bare_entry(fake, entry, type, pid);
	append(fake, cpu, index, ts, entry, sizeof(entry), false);
}

void fake_ring_place(struct fake_target *fake, unsigned cpu, int head, int commit)
{
	for (int i = 0; i < (int)pages_of_a_cpu; i++) {
		int next = (i + 1) % (int)pages_of_a_cpu;

		fake_put(fake, fake_ring_page(cpu, i) + FAKE_RING_LIST, 8,
			 (fake_ring_page(cpu, next) + FAKE_RING_LIST) | (next == head ? 1 : 0));
	}
	fake_ring_set(fake, cpu, FAKE_CPU_HEAD, fake_ring_page(cpu, head));
	fake_ring_set(fake, cpu, FAKE_CPU_COMMIT, fake_ring_page(cpu, commit));
	fake_ring_set(fake, cpu, FAKE_CPU_TAIL, fake_ring_page(cpu, commit));
}
