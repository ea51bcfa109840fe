// SPDX-License-Identifier: GPL-3.0-or-later
#include "grown.h"

#include <stdlib.h>
#include <string.h>

#include "core/context.h"
#include "decode/trace/ring_buffer.h"
#include "decode/trace/ring_buffer_pages.h"

/* Where what is made lies, by kind; in each region a CPU has 2^44 bytes. No machine has memory there. */
#define REGION(kind) (0xf000000000000000ull | (uint64_t)(kind) << 56)
#define CPU_SHIFT 44
enum region { BUFFER = 1, ARRAY, DESCRIPTOR, NODE, DATA, PROBE };
#define PROBE_SIZE 1024 /* a struct kprobe at PROBE_AT, within what it is part of */
#define PROBE_AT 512
#define NODE_SIZE 256 /* at least struct buffer_page */
#define MAX_STRUCT 65536
#define PAUSE_NS 1000000 /* between two rounds */

struct page {
	uint8_t *bytes; /* owned */
	uint64_t ts;
	uint32_t used; /* of the data */
	uint32_t events;
};

struct source_cpu {
	struct page *pages; /* owned; oldest first */
	uint32_t nr;
	uint64_t events;
	uint8_t *descriptor; /* owned: struct ring_buffer_per_cpu */
};

struct grown {
	struct pk_target target; /* first */
	struct pk_target_ops ops;
	struct pk_target *inner;
	struct pk_ctx ctx; /* of the inner machine: offsets */
	struct source_cpu *sources; /* owned */
	unsigned nr_sources, nr_cpus;
	uint64_t pages_per_cpu, span_ns;
	uint64_t base_ns; /* later than it was, so that the oldest round is not before time began */
	uint64_t pointer_at, buffer; /* where the instance points at its buffer, and at which */
	uint64_t descriptor_size, page_size, data_offset, list, buffers_offset;
	uint8_t probe[PROBE_SIZE]; /* a real one, of which there are nr_probes more */
	uint64_t nr_probes, bucket_at, bucket, probe_hlist, probe_list;
};

static uint64_t offset_of(struct grown *grown, enum pk_row_id row)
{
	uint64_t offset = UINT64_MAX;

	return pk_row_offset(&grown->ctx, row, &offset) == PK_OK ? offset : UINT64_MAX;
}

static uint64_t node_address(unsigned cpu, uint64_t index)
{
	return REGION(NODE) + ((uint64_t)cpu << CPU_SHIFT) + index * NODE_SIZE;
}

static void put(uint8_t *object, uint64_t room, uint64_t offset, uint64_t value)
{
	if (offset <= room && room - offset >= 8)
		memcpy(object + offset, &value, 8);
}

static void put_row(struct grown *grown, uint8_t *object, uint64_t room, enum pk_row_id row,
		    uint64_t value)
{
	put(object, room, offset_of(grown, row), value);
}

/* Which page of its source CPU the INDEX-th is, and by how many rounds it is earlier. */
static const struct page *page_of(const struct grown *grown, unsigned cpu, uint64_t index,
				  uint64_t *ret_round)
{
	const struct source_cpu *source = &grown->sources[cpu % grown->nr_sources];
	uint64_t back = grown->pages_per_cpu - 1 - index;

	*ret_round = back / source->nr;
	return &source->pages[source->nr - 1 - back % source->nr];
}

static void make_descriptor(struct grown *grown, unsigned cpu, uint8_t *object)
{
	const struct source_cpu *source = &grown->sources[cpu % grown->nr_sources];
	uint64_t size = grown->descriptor_size, n = grown->pages_per_cpu;
	const struct {
		enum pk_row_id row;
		uint64_t value;
	} values[] = {
		{PK_R_rb_cpu_head_page, node_address(cpu, 0)},
		{PK_R_rb_cpu_tail_page, node_address(cpu, n - 1)},
		{PK_R_rb_cpu_commit_page, node_address(cpu, n - 1)},
		{PK_R_rb_cpu_reader_page, node_address(cpu, n)},
		{PK_R_rb_cpu_nr_pages, n},
		{PK_R_rb_cpu_entries, source->events * n / source->nr},
		{PK_R_rb_cpu_overrun, 0},
		{PK_R_rb_cpu_lost_events, 0},
		{PK_R_rb_cpu_last_overrun, 0},
		{PK_R_rb_cpu_read, 0},
		{PK_R_rb_cpu_read_bytes, 0},
		{PK_R_rb_cpu_committing, 0},
	};

	memcpy(object, source->descriptor, size);
	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		put_row(grown, object, size, values[i].row, values[i].value);
}

/* The ring of struct buffer_page; behind its last one an empty reader page. */
static void make_node(struct grown *grown, unsigned cpu, uint64_t index, uint8_t *object)
{
	uint64_t n = grown->pages_per_cpu, next = index + 1 == n ? 0 : index + 1, round;
	uint64_t data = REGION(DATA) + ((uint64_t)cpu << CPU_SHIFT) + index * grown->page_size;
	bool reader = index == n;

	memset(object, 0, NODE_SIZE);
	if (reader)
		next = 0;
	put(object, NODE_SIZE, grown->list,
	    (node_address(cpu, next) + grown->list) | (!next && !reader));
	put(object, NODE_SIZE, grown->list + 8,
	    node_address(cpu, reader || !index ? n - 1 : index - 1) + grown->list);
	put_row(grown, object, NODE_SIZE, PK_R_buffer_page_page, data);
	if (!reader) {
		const struct page *page = page_of(grown, cpu, index, &round);
		uint64_t offset = offset_of(grown, PK_R_buffer_page_write);

		if (offset < NODE_SIZE - 4)
			memcpy(object + offset, &page->used, 4);
		/* Without its count no page is as it is described, and eight others are asked. */
		offset = offset_of(grown, PK_R_buffer_page_entries);
		if (offset < NODE_SIZE - 4)
			memcpy(object + offset, &page->events, 4);
	}
}

static void make_data(struct grown *grown, unsigned cpu, uint64_t index, uint8_t *object)
{
	const struct page *page;
	uint64_t round, ts;

	memset(object, 0, grown->page_size);
	if (index >= grown->pages_per_cpu)
		return; /* the reader page */
	page = page_of(grown, cpu, index, &round);
	memcpy(object, page->bytes, grown->data_offset + page->used);
	ts = page->ts + grown->base_ns - round * grown->span_ns;
	memcpy(object, &ts, 8);
}

/* A link of the first bucket's chain, which goes on with what is really there. */
static void make_probe(struct grown *grown, uint64_t index, uint8_t *object)
{
	uint64_t self = REGION(PROBE) + index * PROBE_SIZE + PROBE_AT,
		 next = self + PROBE_SIZE + grown->probe_hlist;

	memcpy(object, grown->probe, PROBE_SIZE);
	put(object, PROBE_SIZE, PROBE_AT + grown->probe_hlist,
	    index + 1 < grown->nr_probes ? next : grown->bucket);
	for (int link = 0; link < 16; link += 8) /* it shares its address with no other */
		put(object, PROBE_SIZE, PROBE_AT + grown->probe_list + link,
		    self + grown->probe_list);
}

static void make_buffer(struct grown *grown, uint8_t *object)
{
	pk_read(&grown->ctx, grown->buffer, object, 512);
	put(object, 512, grown->buffers_offset, REGION(ARRAY));
}

/* The object at ADDR, whole, in OBJECT; where it begins. False: nothing is there. */
static bool make(struct grown *grown, uint64_t addr, uint8_t *object, uint64_t *ret_begin,
		 uint64_t *ret_size)
{
	unsigned cpu = (unsigned)(addr >> CPU_SHIFT & 0xfff);
	uint64_t in_cpu = addr & ((1ull << CPU_SHIFT) - 1), size = 512;

	switch ((enum region)(addr >> 56 & 15)) {
	case BUFFER:
		make_buffer(grown, object);
		break;
	case ARRAY:
		size = 8ull * grown->nr_cpus;
		for (unsigned i = 0; i < grown->nr_cpus; i++)
			put(object, size, 8ull * i,
			    REGION(DESCRIPTOR) + ((uint64_t)i << CPU_SHIFT));
		break;
	case DESCRIPTOR:
		size = grown->descriptor_size;
		make_descriptor(grown, cpu, object);
		break;
	case NODE:
		size = NODE_SIZE;
		make_node(grown, cpu, in_cpu / size, object);
		break;
	case DATA:
		size = grown->page_size;
		make_data(grown, cpu, in_cpu / size, object);
		break;
	case PROBE:
		size = PROBE_SIZE;
		make_probe(grown, in_cpu / size, object);
		break;
	default:
		return false;
	}
	*ret_begin = addr - in_cpu % size;
	*ret_size = size;
	return cpu < grown->nr_cpus;
}

static enum pk_status read_grown(struct pk_target *target, uint64_t addr, void *buf, size_t len)
{
	struct grown *grown = (struct grown *)target;
	uint8_t object[MAX_STRUCT];
	uint64_t begin, size, pointer = REGION(BUFFER);
	enum pk_status status;

	if (addr >> 60 == 0xf && addr < 0xff00000000000000ull) {
		if (!make(grown, addr, object, &begin, &size) || addr - begin + len > size)
			return PK_UNREADABLE;
		memcpy(buf, object + (addr - begin), len);
		return PK_OK;
	}
	status = grown->inner->ops->read(grown->inner, addr, buf, len);
	if (status == PK_OK && addr <= grown->pointer_at && grown->pointer_at + 8 <= addr + len)
		memcpy((uint8_t *)buf + (grown->pointer_at - addr), &pointer, 8);
	pointer = REGION(PROBE) + PROBE_AT + grown->probe_hlist;
	if (status == PK_OK && grown->nr_probes && addr <= grown->bucket_at &&
	    grown->bucket_at + 8 <= addr + len)
		memcpy((uint8_t *)buf + (grown->bucket_at - addr), &pointer, 8);
	return status;
}

/* Its pages are this process' memory, and a child's. */
static bool divide_grown(struct pk_target *target, bool in_child)
{
	(void)target;
	(void)in_child;
	return true;
}

/* The wrapper stands in for the inner target everywhere else. */
#define INNER(t) (((struct grown *)(t))->inner)
#define PASS(name, args, ...)                                                                      \
	static enum pk_status name##_grown args                                                    \
	{                                                                                          \
		return INNER(t)->ops->name(INNER(t), __VA_ARGS__);                                 \
	}
PASS(symbol, (struct pk_target * t, const char *n, uint64_t *r), n, r)
PASS(symbols_named, (struct pk_target * t, const char *n, pk_symbol_fn f, void *a), n, f, a)
PASS(symbols_all, (struct pk_target * t, pk_symbol_fn f, void *a), f, a)
PASS(symbol_at, (struct pk_target * t, uint64_t at, struct pk_symbol *r), at, r)
PASS(type_size, (struct pk_target * t, const char *n, uint64_t *r), n, r)
PASS(member, (struct pk_target * t, const char *n, const char *p, struct pk_member *r), n, p, r)
PASS(enumerator, (struct pk_target * t, const char *n, int64_t *r), n, r)
PASS(enum_name, (struct pk_target * t, const char *g, int64_t v, char *b, size_t s), g, v, b, s)
PASS(percpu_offset, (struct pk_target * t, int c, uint64_t *r), c, r)
PASS(cpumask, (struct pk_target * t, enum pk_cpumask_kind k, struct pk_cpumask *r), k, r)
PASS(regs, (struct pk_target * t, int c, struct pk_regs *r), c, r)
PASS(virt_to_page, (struct pk_target * t, uint64_t at, uint64_t *r), at, r)

/* Its death would be before the newest events. */
static enum pk_status panic_cpu_grown(struct pk_target *t, int *ret_cpu)
{
	(void)t;
	(void)ret_cpu;
	return PK_ABSENT;
}

static bool take_pages(struct grown *grown, struct pk_trace *trace, int cpu,
		       struct source_cpu *source)
{
	struct pk_raw *raw;
	struct pk_raw_page page;

	if (pk_raw_open(trace, cpu, &raw) != PK_OK)
		return false;
	while (pk_raw_next(raw, &page) == PK_OK) {
		struct page *pages = realloc(source->pages, (source->nr + 1) * sizeof(*pages));
		uint64_t commit;

		if (!pages || page.size > MAX_STRUCT)
			abort();
		source->pages = pages;
		memcpy(&commit, page.bytes + 8, 8);
		pages += source->nr++;
		pages->bytes = malloc(page.size);
		if (!pages->bytes)
			abort();
		memcpy(pages->bytes, page.bytes, page.size);
		memcpy(&pages->ts, page.bytes, 8);
		pages->used = (uint32_t)(commit & 0x3fffffff);
		pages->events = (uint32_t)page.nr_events;
		source->events += page.nr_events;
	}
	pk_raw_close(raw);
	source->descriptor = calloc(1, MAX_STRUCT);
	return source->nr && source->descriptor && grown->descriptor_size <= MAX_STRUCT;
}

static bool take_sources(struct grown *grown)
{
	struct pk_instance instance;
	struct pk_trace *trace;
	uint64_t oldest = UINT64_MAX, newest = 0, array, descriptor;
	enum pk_status status = pk_instance_top(&grown->ctx, &instance);

	if (status != PK_OK || pk_trace_open(&grown->ctx, &instance, false, &trace) != PK_OK)
		return false;
	grown->pointer_at = instance.addr + offset_of(grown, PK_R_trace_array_buffer);
	pk_read_ptr(&grown->ctx, grown->pointer_at, &grown->buffer);
	grown->page_size = pk_trace_sub_buffer_size(trace);
	grown->data_offset = pk_trace_data_offset(trace);
	grown->list = offset_of(grown, PK_R_buffer_page_list);
	grown->buffers_offset = offset_of(grown, PK_R_trace_buffer_buffers);
	pk_row_value(&grown->ctx, PK_R_ring_buffer_per_cpu_size, &grown->descriptor_size);
	pk_read_ptr(&grown->ctx, grown->buffer + grown->buffers_offset, &array);
	grown->sources = calloc(pk_trace_nr_cpus(trace), sizeof(*grown->sources));
	for (uint32_t cpu = 0; grown->sources && cpu < pk_trace_nr_cpus(trace); cpu++) {
		struct source_cpu *source = &grown->sources[grown->nr_sources];

		if (!take_pages(grown, trace, (int)cpu, source))
			continue;
		grown->nr_sources++;
		pk_read_ptr(&grown->ctx, array + 8ull * cpu, &descriptor);
		pk_read(&grown->ctx, descriptor, source->descriptor, grown->descriptor_size);
		if (source->pages[0].ts < oldest)
			oldest = source->pages[0].ts;
		if (source->pages[source->nr - 1].ts > newest)
			newest = source->pages[source->nr - 1].ts;
	}
	pk_trace_close(trace);
	grown->span_ns = newest - oldest + PAUSE_NS;
	return grown->nr_sources;
}

struct grown *grown_new(struct pk_target *inner, unsigned nr_cpus, uint64_t bytes)
{
	static const struct pk_target_ops ops = {
		.name = "grown",
		.read = read_grown,
		.divide = divide_grown,
		.symbol = symbol_grown,
		.symbols_named = symbols_named_grown,
		.symbols_all = symbols_all_grown,
		.symbol_at = symbol_at_grown,
		.type_size = type_size_grown,
		.member = member_grown,
		.enumerator = enumerator_grown,
		.enum_name = enum_name_grown,
		.percpu_offset = percpu_offset_grown,
		.cpumask = cpumask_grown,
		.regs = regs_grown,
		.panic_cpu = panic_cpu_grown,
		.virt_to_page = virt_to_page_grown,
	};
	struct grown *grown = calloc(1, sizeof(*grown));

	if (!grown || !nr_cpus || nr_cpus > 4096)
		abort();
	grown->inner = inner;
	grown->nr_cpus = nr_cpus;
	pk_ctx_init(&grown->ctx, inner);
	if (!take_sources(grown)) {
		grown_free(grown);
		return NULL;
	}
	grown->pages_per_cpu = bytes / nr_cpus / grown->page_size;
	if (grown->pages_per_cpu < 2)
		grown->pages_per_cpu = 2;
	for (unsigned i = 0; i < grown->nr_sources; i++) {
		uint64_t base = grown->pages_per_cpu / grown->sources[i].nr * grown->span_ns;

		if (base > grown->base_ns)
			grown->base_ns = base;
	}
	grown->ops = ops;
	grown->target.ops = &grown->ops;
	grown->target.facts = inner->facts;
	grown->target.facts.nr_cpu_ids = nr_cpus;
	return grown;
}

void grown_free(struct grown *grown)
{
	for (unsigned i = 0; i < grown->nr_sources; i++) {
		for (uint32_t k = 0; k < grown->sources[i].nr; k++)
			free(grown->sources[i].pages[k].bytes);
		free(grown->sources[i].pages);
		free(grown->sources[i].descriptor);
	}
	free(grown->sources);
	pk_ctx_deinit(&grown->ctx);
	free(grown);
}

struct pk_target *grown_target(struct grown *grown)
{
	return &grown->target;
}

uint64_t grown_pages(const struct grown *grown)
{
	return grown->pages_per_cpu * grown->nr_cpus;
}

bool grown_crowd(struct grown *grown, uint64_t nr_probes)
{
	struct pk_ctx *ctx = &grown->ctx;
	uint64_t table, first = 0, kprobe;

	grown->probe_hlist = offset_of(grown, PK_R_kprobe_hlist);
	grown->probe_list = offset_of(grown, PK_R_kprobe_list);
	if (pk_row_value(ctx, PK_R_kprobe_table, &table) != PK_OK ||
	    grown->probe_hlist > PROBE_AT || grown->probe_list > PROBE_AT ||
	    pk_read_ptr(ctx, table, &grown->bucket) != PK_OK)
		return false;
	for (unsigned i = 0; i < 64 && !first; i++)
		if (pk_read_ptr(ctx, table + 8ull * i, &first) != PK_OK)
			first = 0;
	if (!first)
		return false;
	kprobe = first - grown->probe_hlist;
	for (unsigned i = 0; i < PROBE_SIZE; i++) /* what is not in the capsule stays zero */
		grown->inner->ops->read(grown->inner, kprobe - PROBE_AT + i, &grown->probe[i], 1);
	grown->bucket_at = table;
	grown->nr_probes = nr_probes;
	return true;
}
