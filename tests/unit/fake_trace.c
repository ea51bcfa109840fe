// SPDX-License-Identifier: GPL-3.0-or-later
#include "fake_trace.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/events/engine.h"
#include "analysis/lives/queued_packets.h"
#include "decode/trace/event_format_private.h"
#include "fake_net.h"
#include "fake_ring.h"
#include "protocol/stage.h"

#define ENT 11
#define RET 10
#define FN 1
#define STACK 4
#define CALL_SITE 0x20 /* where in a function it calls others */
#define SKBS 0xffff900000000000ull
#define TEXTS 0xffffffff81000000ull
#define MAX_FORMATS 32
#define MAX_FIELDS 40
#define PACKET "packet" /* a field: its first bytes */
#define ESP_IN_UDP 36
#define MAX_FUNCS 200
#define MAX_TASKS 8
#define MAX_OPEN 64
#define ENTRY 8 /* struct trace_entry */
#define MAX_ENTRY (ENTRY + MAX_FIELDS * 16)
#define MAX_WAITING 2048
#define MAX_NAMED 32

static const struct fake_member members[] = {
	{.type = "struct ftrace_graph_ent_entry", .path = "graph_ent.func", .offset = 8, .size = 8},
	{.type = "struct ftrace_graph_ent_entry",
	 .path = "graph_ent.depth",
	 .offset = 16,
	 .size = 4},
	{.type = "struct ftrace_graph_ret_entry", .path = "ret.func", .offset = 8, .size = 8},
	{.type = "struct ftrace_graph_ret_entry", .path = "ret.depth", .offset = 16, .size = 4},
	{.type = "struct ftrace_graph_ret_entry", .path = "ret.overrun", .offset = 20, .size = 4},
	{.type = "struct ftrace_graph_ret_entry", .path = "ret.calltime", .offset = 24, .size = 8},
	{.type = "struct ftrace_graph_ret_entry", .path = "ret.rettime", .offset = 32, .size = 8},
	{.type = "struct ftrace_entry", .path = "ip", .offset = 8, .size = 8},
	{.type = "struct ftrace_entry", .path = "parent_ip", .offset = 16, .size = 8},
	{.type = "struct ftrace_entry", .path = "args", .offset = 24},
	{.type = "struct stack_entry", .path = "size", .offset = 8, .size = 4},
	{.type = "struct stack_entry", .path = "caller", .offset = 16},
};

#define HARDIRQ 8
#define SOFTIRQ 16
#define NMI 64

static const struct fake_enum enums[] = {
	{"trace_type", "TRACE_GRAPH_ENT", ENT},
	{"trace_type", "TRACE_GRAPH_RET", RET},
	{"trace_flag_type", "TRACE_FLAG_HARDIRQ", HARDIRQ},
	{"trace_flag_type", "TRACE_FLAG_SOFTIRQ", SOFTIRQ},
	{"trace_flag_type", "TRACE_FLAG_NMI", NMI},
	{"trace_type", "TRACE_FN", FN},
	{"trace_type", "TRACE_STACK", STACK},
};

struct task {
	int64_t key;
	unsigned nr;
	struct {
		unsigned func;
		int depth;
		uint64_t start, end; /* END: it returned, and its exit event is to come */
	} open[MAX_OPEN];
};

struct fake_trace {
	struct fake_target fake;
	struct pk_ctx ctx;
	struct pk_format_slot slots[MAX_FORMATS];
	struct pk_formats formats;
	struct pk_plans plans;
	struct pk_engine engine;
	struct pk_packet_set set;
	char *funcs[MAX_FUNCS];
	unsigned nr_funcs;
	struct task tasks[MAX_TASKS];
	/* the story's now */
	bool reading; /* formats only */
	uint64_t ts, step, lost;
	bool others_silent;
	uint64_t stands; /* the ring's stamps; 0: they follow the CPU's clock */
	int cpu;
	int32_t pid;
	uint8_t flags;
	uint32_t serial;
	unsigned pages; /* of a ring buffer that is written; 0: the engine gets the events */
	int page[2]; /* being written */
	/* ns that CPU 1's clock is ahead; events wait until all are there */
	int64_t shift;
	struct waiting {
		struct pk_event event;
		uint8_t data[MAX_ENTRY];
	} * waiting; /* owned; NULL: the engine gets each at once */
	unsigned nr_waiting;
	char *text;
	/* objects in memory that a story has names for */
	struct {
		char name[FAKE_NAME_MAX];
		uint64_t addr;
	} named[MAX_NAMED];
	unsigned nr_named;
	unsigned line; /* of the story, from 1 */
	jmp_buf *refuse; /* NULL: a mistake ends the program */
	char mistake[256];
};

static void mistake(struct fake_trace *trace, const char *what, const char *where)
{
	snprintf(trace->mistake, sizeof(trace->mistake), "%s%s%.80s", what, where[0] ? ": " : "",
		 where);
	if (trace->refuse)
		longjmp(*trace->refuse, 1);
	fprintf(stderr, "fake trace: line %u: %s\n", trace->line, trace->mistake);
	abort();
}

uint64_t fake_trace_skb(const char *name)
{
	return SKBS + 0x1000ull * (name[0] - 'A') + (name[1] == '+' ? FAKE_SKB_SIZE : 0);
}

void fake_trace_name(struct fake_trace *trace, const char *name, uint64_t addr)
{
	if (trace->nr_named == MAX_NAMED)
		mistake(trace, "too many names", name);
	snprintf(trace->named[trace->nr_named].name, FAKE_NAME_MAX, "%s", name);
	trace->named[trace->nr_named++].addr = addr;
}

uint64_t fake_trace_named(const struct fake_trace *trace, const char *name)
{
	for (unsigned i = 0; i < trace->nr_named; i++)
		if (!strcmp(trace->named[i].name, name))
			return trace->named[i].addr;
	return 0;
}

static uint64_t skb_of(struct fake_trace *trace, const char *name)
{
	uint64_t addr = fake_trace_named(trace, name);

	if (!isupper((unsigned char)name[0]) || strcmp(name + 1, name[1] == '+' ? "+" : ""))
		mistake(trace, "no skb, which is A to Z, or A+", name);
	return addr ? addr : fake_trace_skb(name);
}

const char *fake_trace_word(const struct fake_trace *trace, uint64_t addr, char buf[FAKE_NAME_MAX])
{
	uint64_t skb = addr - SKBS;

	if (!addr)
		return strcpy(buf, "-");
	snprintf(buf, FAKE_NAME_MAX, "%#llx", (unsigned long long)addr);
	for (unsigned i = 0; i < trace->nr_named; i++)
		if (trace->named[i].addr == addr)
			strcpy(buf, trace->named[i].name);
	if (skb < 26 * 0x1000 && (skb % 0x1000 == 0 || skb % 0x1000 == FAKE_SKB_SIZE))
		snprintf(buf, FAKE_NAME_MAX, "%c%s", (char)('A' + skb / 0x1000),
			 skb % 0x1000 ? "+" : "");
	return buf;
}

static uint64_t number(struct fake_trace *trace, const char *word)
{
	char *end;
	uint64_t value = strtoull(word, &end, 0);

	if (end == word || *end)
		mistake(trace, "no number", word);
	return value;
}

struct fake_trace *fake_trace_new(void)
{
	struct fake_trace *trace = calloc(1, sizeof(*trace));

	fake_net_init(&trace->fake);
	fake_members(&trace->fake, members, ARRAY_SIZE(members));
	fake_enums(&trace->fake, enums, ARRAY_SIZE(enums));
	pk_ctx_init(&trace->ctx, &trace->fake.target);
	trace->formats =
		(struct pk_formats){.ctx = &trace->ctx, .slots = trace->slots, .room = MAX_FORMATS};
	return trace;
}

/* A tracepoint's format is named without its system, as the kernel has it. */
static void name_formats(struct fake_trace *trace, bool as_kernel)
{
	for (uint32_t i = 0; i < trace->formats.nr; i++) {
		struct pk_format *format = &trace->slots[i].format;
		size_t system = strlen(format->system) + 1;

		if (format->kind != PK_FORMAT_TRACEPOINT)
			continue;
		if (as_kernel)
			format->name += system;
		else
			format->name -= system;
	}
}

void fake_trace_free(struct fake_trace *trace)
{
	if (trace->pages)
		name_formats(trace, false);
	pk_packet_set_deinit(&trace->set);
	pk_plans_free(&trace->plans);
	for (uint32_t i = 0; i < trace->formats.nr; i++) {
		struct pk_format *format = &trace->slots[i].format;

		for (uint32_t j = 0; j < format->nr_fields; j++)
			free(format->fields[j].name);
		free(format->fields);
		free(format->system);
		free(format->name);
		free(format->probe_symbol);
	}
	pk_ctx_deinit(&trace->ctx);
	fake_target_deinit(&trace->fake);
	for (unsigned i = 0; i < trace->nr_funcs; i++)
		free(trace->funcs[i]);
	free(trace->text);
	free(trace->waiting);
	free(trace);
}

const struct pk_packet_set *fake_trace_set(const struct fake_trace *trace)
{
	return &trace->set;
}

struct fake_target *fake_trace_target(struct fake_trace *trace)
{
	return &trace->fake;
}

struct pk_ctx *fake_trace_ctx(struct fake_trace *trace)
{
	return &trace->ctx;
}

/* Formats. */

static struct pk_format *format_of(struct fake_trace *trace, const char *word)
{
	const char *name = word[0] && word[1] == ':' ? word + 2 : word, *slash = strchr(name, '/');
	struct pk_format *format;

	for (uint32_t i = 0; i < trace->formats.nr; i++) {
		format = &trace->slots[i].format;
		if (!strcmp(format->name +
				    (format->kind == PK_FORMAT_TRACEPOINT ? 0 : strlen("pk_")),
			    word))
			return format;
	}
	if (!trace->reading || trace->formats.nr == MAX_FORMATS)
		mistake(trace, "too many events", word);
	if (word[0] && word[1] == ':' ? !strchr("epr", word[0]) || !name[0] : !slash)
		mistake(trace, "neither a call nor an event", word);
	trace->slots[trace->formats.nr].filled = true;
	format = &trace->slots[trace->formats.nr].format;
	format->id = (uint16_t)(1000 + trace->formats.nr++);
	/* Tracepoints are looked up by their own name, the others by what they probe. */
	format->system =
		word[1] == ':' ? strdup("pk") : strndup(name, slash ? (size_t)(slash - name) : 0);
	/* Whose names count: pkttrace-arm's. */
	if (asprintf(&format->name, "%s%s", word[1] == ':' ? "pk_" : "", word) < 0)
		mistake(trace, "no memory for", word);
	format->kind = PK_FORMAT_TRACEPOINT;
	if (word[1] == ':') {
		format->kind = word[0] == 'e'	? PK_FORMAT_EPROBE
			       : word[0] == 'r' ? PK_FORMAT_KRETPROBE
						: PK_FORMAT_KPROBE;
		format->probe_symbol = strdup(name);
	}
	return format;
}

static const struct pk_field *field_of(struct fake_trace *trace, struct pk_format *format,
				       const char *name)
{
	static char pointer[] = "unsigned long", bytes[] = "__u8[]", chars[] = "char[16]";
	uint32_t at = ENTRY;
	struct pk_field *field;

	for (uint32_t i = 0; i < format->nr_fields; i++) {
		if (!strcmp(format->fields[i].name, name))
			return &format->fields[i];
		at += format->fields[i].size;
	}
	if (!trace->reading || format->nr_fields == MAX_FIELDS)
		mistake(trace, "too many fields", name);
	if (!format->fields)
		format->fields = calloc(MAX_FIELDS, sizeof(*format->fields));
	field = &format->fields[format->nr_fields++];
	*field = (struct pk_field){.name = strdup(name), .type = pointer, .offset = at, .size = 8};
	if (!strcmp(name, "saddr") || !strcmp(name, "daddr")) {
		field->type = bytes;
		field->size = 4;
	}
	if (!strcmp(name, "saddr_v6") || !strcmp(name, "daddr_v6")) {
		field->type = bytes;
		field->size = 16;
	}
	if (!strcmp(name, "name")) {
		field->type = chars;
		field->size = 16;
	}
	if (!strcmp(name, PACKET)) {
		field->type = bytes;
		field->size = ESP_IN_UDP;
	}
	return field;
}

/* Functions. */

static unsigned func_of(struct fake_trace *trace, const char *name)
{
	unsigned i;

	for (i = 0; i < trace->nr_funcs; i++)
		if (!strcmp(trace->funcs[i], name))
			return i;
	if (i == MAX_FUNCS)
		mistake(trace, "too many functions", name);
	trace->funcs[trace->nr_funcs++] = strdup(name);
	fake_symbol(&trace->fake, trace->funcs[i], TEXTS + 0x100ull * i, 0x100);
	return i;
}

uint64_t fake_trace_func(struct fake_trace *trace, const char *name)
{
	return TEXTS + 0x100ull * func_of(trace, name);
}

/* Events. */

static void put(uint8_t *bytes, unsigned size, uint64_t value)
{
	for (unsigned i = 0; i < size; i++)
		bytes[i] = (uint8_t)(value >> 8 * i);
}

static void record(struct fake_trace *trace, const struct pk_event *event, uint8_t *entry)
{
	int *page = &trace->page[event->cpu];

	if (event->lost_before) {
		if (++*page == (int)trace->pages)
			mistake(trace, "the ring buffer is full", "");
		fake_ring_missed(&trace->fake, event->cpu, *page);
	}
	put(entry, 2, event->type);
	entry[2] = event->flags;
	put(entry + 4, 4, (uint64_t)event->pid);
	if (fake_ring_record(&trace->fake, event->cpu, *page, event->ts, entry, event->len))
		return;
	if (++*page == (int)trace->pages)
		mistake(trace, "the ring buffer is full", "");
	fake_ring_record(&trace->fake, event->cpu, *page, event->ts, entry, event->len);
}

static void wait(struct fake_trace *trace, const struct pk_event *event)
{
	struct waiting *waiting = &trace->waiting[trace->nr_waiting++];

	if (trace->nr_waiting > MAX_WAITING || event->len > sizeof(waiting->data))
		mistake(trace, "too much for another clock", "");
	waiting->event = *event;
	memcpy(waiting->data, event->data, event->len);
	if (event->cpu == 1)
		waiting->event.ts += (uint64_t)trace->shift;
}

static int by_time(const void *a, const void *b)
{
	const struct pk_event *x = &((const struct waiting *)a)->event,
			      *y = &((const struct waiting *)b)->event;

	if (x->ts != y->ts)
		return x->ts < y->ts ? -1 : 1;
	return x->pos.offset < y->pos.offset ? -1 : x->pos.offset > y->pos.offset;
}

static void deliver(struct fake_trace *trace)
{
	qsort(trace->waiting, trace->nr_waiting, sizeof(*trace->waiting), by_time);
	for (unsigned i = 0; i < trace->nr_waiting; i++) {
		trace->waiting[i].event.data = trace->waiting[i].data;
		pk_engine_event(&trace->engine, &trace->waiting[i].event);
	}
}

static void emit(struct fake_trace *trace, uint16_t type, uint8_t *data, uint32_t len)
{
	struct pk_event event = {
		.ts = trace->stands ? trace->stands : trace->ts,
		.pos = {.page_ts = 1, .offset = trace->serial++, .cpu = (uint16_t)trace->cpu},
		.cpu = trace->cpu,
		.type = type,
		.flags = trace->flags,
		.pid = trace->pid,
		.data = data,
		.len = len,
		.lost_before = trace->lost,
		.others_silent = trace->others_silent,
	};

	if (trace->reading)
		return;
	if (trace->pages)
		record(trace, &event, data);
	else if (trace->waiting)
		wait(trace, &event);
	else
		pk_engine_event(&trace->engine, &event);
	trace->lost = 0;
	trace->ts += trace->step;
}

static void put_be(uint8_t *bytes, unsigned size, uint64_t value)
{
	for (unsigned i = 0; i < size; i++)
		bytes[i] = (uint8_t)(value >> 8 * (size - 1 - i));
}

/* A header word: as the CPU loads it from the packet's bytes. */
static void put_word(struct fake_trace *trace, struct pk_format *format, uint8_t *data,
		     const char *name, unsigned size, uint64_t value)
{
	const struct pk_field *field = field_of(trace, format, name);

	put_be(data + field->offset, size, value);
}

static unsigned flags_of(const char *letters)
{
	unsigned flags = 0;

	for (; *letters; letters++)
		flags |= *letters == 'F'   ? 1
			 : *letters == 'S' ? 2
			 : *letters == 'R' ? 4
			 : *letters == 'P' ? 8
			 : *letters == 'A' ? 16
					   : 0;
	return flags;
}

static void put_header(struct fake_trace *trace, struct pk_format *format, uint8_t *data,
		       const char *key, const char *value)
{
	unsigned sport, dport, seq = 0, ack = 0, len = 0, protocol = key[0] == 'u' ? 17 : 6;
	char letters[16] = "";
	int end = 0;

	if (sscanf(value, "%u>%u%n", &sport, &dport, &end) < 2)
		mistake(trace, "no header, SPORT>DPORT,FLAGS,SEQ,ACK,LEN", value);
	value += end;
	end = 0;
	if (value[0] && (sscanf(value, ",%15[FSRPA]%n", letters, &end) < 1))
		end = value[0] == ',' && value[1] == ',' ? 1 : 0;
	value += end;
	end = 0;
	if (value[0] && (sscanf(value, ",%u,%u,%u%n", &seq, &ack, &len, &end) < 3 || value[end]))
		mistake(trace, "no header, SPORT>DPORT,FLAGS,SEQ,ACK,LEN", value);
	if (key[3] == '6') {
		put_word(trace, format, data, "ip6_vtc", 1, 0x60);
		put_word(trace, format, data, "ip6_plen", 2, 20 + len);
		put_word(trace, format, data, "ip6_nxt", 1, protocol);
		put_word(trace, format, data, "ip6_src_hi", 8, 0xfd00ull << 48);
		put_word(trace, format, data, "ip6_src_lo", 8, sport / 1000);
		put_word(trace, format, data, "ip6_dst_hi", 8, 0xfd00ull << 48);
		put_word(trace, format, data, "ip6_dst_lo", 8, dport / 1000);
	} else {
		put_word(trace, format, data, "ip_vhl", 1, 0x45);
		put_word(trace, format, data, "ip_len", 2, 40 + len);
		put_word(trace, format, data, "ip_p", 1, protocol);
		put_word(trace, format, data, "ip_src", 4, 0x0a000000 + sport / 1000);
		put_word(trace, format, data, "ip_dst", 4, 0x0a000000 + dport / 1000);
	}
	put_word(trace, format, data, "th_sport", 2, sport);
	put_word(trace, format, data, "th_dport", 2, dport);
	put_word(trace, format, data, "th_seq", 4, seq);
	put_word(trace, format, data, "th_ack", 4, ack);
	put_word(trace, format, data, "th_off_flags", 2, 5 << 12 | flags_of(letters));
}

/* IP's header, UDP's, and ESP's. */
static void put_packet(struct fake_trace *trace, struct pk_format *format, uint8_t *data,
		       const char *value)
{
	uint8_t *bytes = data + field_of(trace, format, PACKET)->offset;
	unsigned from, to, spi, number;

	if (sscanf(value, "%u>%u,%x,%u", &from, &to, &spi, &number) != 4)
		mistake(trace, "no header", value);
	put_be(bytes, 1, 0x45);
	put_be(bytes + 2, 2, 20 + 8 + 48);
	put_be(bytes + 9, 1, 17);
	put_be(bytes + 12, 4, 0x0a000000 + from);
	put_be(bytes + 16, 4, 0x0a000000 + to);
	put_be(bytes + 20, 2, 4500);
	put_be(bytes + 22, 2, 4500);
	put_be(bytes + 24, 2, 8 + 48);
	put_be(bytes + 28, 4, spi);
	put_be(bytes + 32, 4, number);
}

/* IP's header of a fragment of UDP, and in the first one UDP's. */
static void put_fragment(struct fake_trace *trace, struct pk_format *format, uint8_t *data,
			 const char *value)
{
	uint8_t *bytes = data + field_of(trace, format, PACKET)->offset;
	unsigned sport, dport, at, len, more;

	if (sscanf(value, "%u>%u,%u,%u,%u", &sport, &dport, &at, &len, &more) != 5)
		mistake(trace, "no fragment, SPORT>DPORT,AT,LEN,MORE", value);
	put_be(bytes, 1, 0x45);
	put_be(bytes + 2, 2, 20 + len);
	put_be(bytes + 4, 2, 7);
	put_be(bytes + 6, 2, (more ? 0x2000 : 0) | at / 8);
	put_be(bytes + 9, 1, 17);
	put_be(bytes + 12, 4, 0x0a000000 + sport / 1000);
	put_be(bytes + 16, 4, 0x0a000000 + dport / 1000);
	if (at)
		return;
	put_be(bytes + 20, 2, sport);
	put_be(bytes + 22, 2, dport);
	put_be(bytes + 24, 2, 1000);
}

static uint64_t value_of(struct fake_trace *trace, const char *word)
{
	uint64_t named = word[0] == '&' ? fake_trace_named(trace, word + 1) : 0;

	if (word[0] == '&')
		return named ? named : fake_trace_func(trace, word + 1);
	return isupper((unsigned char)word[0]) ? skb_of(trace, word) : number(trace, word);
}

static void put_value(struct fake_trace *trace, struct pk_format *format, uint8_t *data,
		      const char *key, const char *value)
{
	const struct pk_field *field;

	if (!strcmp(key, "tcp") || !strcmp(key, "tcp6") || !strcmp(key, "udp")) {
		put_header(trace, format, data, key, value);
		return;
	}
	if (!strcmp(key, "esp")) {
		put_packet(trace, format, data, value);
		return;
	}
	if (!strcmp(key, "frag")) {
		put_fragment(trace, format, data, value);
		return;
	}
	field = field_of(trace, format, key);
	if (field->type[0] == 'c' && strlen(value) > 15)
		mistake(trace, "a name of more than 15 letters", value);
	if (field->type[0] == 'c')
		strcpy((char *)data + field->offset, value);
	else if (field->type[0] == '_')
		put_be(data + field->offset, field->size,
		       (field->size == 4 ? 0x0a000000 : 0) + number(trace, value));
	else
		put(data + field->offset, 8, value_of(trace, value));
}

static uint32_t format_end(const struct pk_format *format)
{
	const struct pk_field *last =
		format->nr_fields ? &format->fields[format->nr_fields - 1] : NULL;

	return last ? last->offset + last->size : ENTRY;
}

static void tell_event(struct fake_trace *trace, char *line)
{
	char *save, *word = strtok_r(line, " ", &save);
	struct pk_format *format = format_of(trace, word ? word : "");
	uint8_t data[ENTRY + MAX_FIELDS * 16] = {0};

	while ((word = strtok_r(NULL, " ", &save))) {
		char *equals = strchr(word, '=');

		if (equals)
			*equals = '\0';
		put_value(trace, format, data, word, equals ? equals + 1 : "0");
	}
	emit(trace, format->id, data, format_end(format));
}

/* Calls. */

static struct task *task_of(struct fake_trace *trace)
{
	int64_t key = trace->pid ? trace->pid : -1 - trace->cpu;

	for (unsigned i = 0; i < MAX_TASKS; i++) {
		if (!trace->tasks[i].key)
			trace->tasks[i].key = key;
		if (trace->tasks[i].key == key)
			return &trace->tasks[i];
	}
	mistake(trace, "too many tasks", "");
	return NULL;
}

static void tell_entry(struct fake_trace *trace, char *name)
{
	struct task *task = task_of(trace);
	char *at = strchr(name, '@');
	uint8_t data[ENTRY + 12] = {0};
	int depth = task->nr ? task->open[task->nr - 1].depth + 1 : 0;

	if (at) {
		*at = '\0';
		depth = (int)number(trace, at + 1);
	}
	if (!name[0] || strpbrk(name, " =:/"))
		mistake(trace, "no function", name);
	if (task->nr == MAX_OPEN)
		mistake(trace, "too deep", name);
	task->open[task->nr].func = func_of(trace, name);
	task->open[task->nr].depth = depth;
	task->open[task->nr].start = trace->ts;
	task->open[task->nr].end = 0;
	put(data + 8, 8, TEXTS + 0x100ull * task->open[task->nr++].func);
	put(data + 16, 4, (uint64_t)depth);
	emit(trace, ENT, data, sizeof(data));
}

static void tell_exit(struct fake_trace *trace)
{
	struct task *task = task_of(trace);
	uint8_t data[ENTRY + 32] = {0};

	if (!task->nr)
		mistake(trace, "nothing is open", "}");
	task->nr--;
	put(data + 8, 8, TEXTS + 0x100ull * task->open[task->nr].func);
	put(data + 16, 4, (uint64_t)task->open[task->nr].depth);
	put(data + 24, 8, task->open[task->nr].start);
	put(data + 32, 8, task->open[task->nr].end ? task->open[task->nr].end : trace->ts);
	emit(trace, RET, data, sizeof(data));
}

/* "tcp_ack <- tcp_v4_do_rcv 0x5000 A": function, caller, arguments. */
static void tell_function(struct fake_trace *trace, char *line)
{
	char *save, *func = strtok_r(line, " ", &save), *arrow = strtok_r(NULL, " ", &save);
	char *parent = strtok_r(NULL, " ", &save), *word;
	uint8_t data[ENTRY + 16 + 6 * 8] = {0};
	unsigned nr = 0;

	if (!arrow || strcmp(arrow, "<-") || !parent)
		mistake(trace, "no f:FUNCTION <- CALLER", line);
	put(data + 8, 8, fake_trace_func(trace, func));
	put(data + 16, 8, fake_trace_func(trace, parent) + CALL_SITE);
	while ((word = strtok_r(NULL, " ", &save)) && nr < 6)
		put(data + 24 + 8 * nr++, 8, value_of(trace, word));
	emit(trace, FN, data, nr ? sizeof(data) : ENTRY + 16);
}

static void tell_stack(struct fake_trace *trace, char *line)
{
	uint8_t data[ENTRY + 8 + 8 * 16] = {0};
	unsigned nr = 0;
	char *save;

	for (char *word = strtok_r(line, " ", &save); word && nr < 15;
	     word = strtok_r(NULL, " ", &save))
		put(data + 16 + 8 * nr++, 8, fake_trace_func(trace, word) + CALL_SITE);
	put(data + 16 + 8 * nr, 8, UINT64_MAX);
	put(data + 8, 4, nr);
	emit(trace, STACK, data, ENTRY + 8 + 8 * (nr + 1));
}

static void tell_place(struct fake_trace *trace, const char *line)
{
	static const struct {
		const char *word;
		uint8_t flags;
	} contexts[] = {{"", 0}, {"hardirq", HARDIRQ}, {"softirq", SOFTIRQ}, {"nmi", NMI}};
	int cpu = -1, pid = 0, end = 0, more = 0;

	if (sscanf(line, "cpu %d%n pid %d%n", &cpu, &end, &pid, &more) == 2)
		end = more;
	if (cpu < 0 || cpu > 1 || pid < 0)
		mistake(trace, "no place, cpu 0|1 [pid N] [softirq|hardirq|nmi]", line);
	trace->cpu = cpu;
	trace->pid = pid;
	line += end;
	line += *line == ' ';
	for (size_t i = 0; i < ARRAY_SIZE(contexts); i++) {
		if (!strcmp(line, contexts[i].word)) {
			trace->flags = contexts[i].flags;
			return;
		}
	}
	mistake(trace, "no context, softirq, hardirq or nmi", line);
}

static void tell_line(struct fake_trace *trace, char *line)
{
	size_t len = strlen(line);

	if (!len || line[0] == '#')
		return;
	if (!strncmp(line, "cpu ", 4)) {
		tell_place(trace, line);
	} else if (!strncmp(line, "at ", 3)) {
		trace->ts = number(trace, line + 3);
	} else if (!strncmp(line, "every switch of ", 16)) {
		trace->engine.gaps.switches = format_of(trace, line + 16)->id;
	} else if (!strncmp(line, "every ", 6)) {
		trace->step = number(trace, line + 6);
	} else if (!strcmp(line, "clock stands")) {
		trace->stands = trace->ts;
	} else if (!strcmp(line, "clock runs")) {
		trace->stands = 0;
	} else if (!strncmp(line, "lost ", 5)) {
		trace->lost = !strcmp(line + 5, "?") ? PK_LOST_UNKNOWN : number(trace, line + 5);
	} else if (!strcmp(line, "others silent") || !strcmp(line, "others heard")) {
		trace->others_silent = line[7] == 's';
	} else if (!strncmp(line, "has ", 4)) {
		if (trace->reading)
			tell_event(trace, line + 4);
	} else if (!strncmp(line, "f:", 2)) {
		tell_function(trace, line + 2);
	} else if (!strncmp(line, "stack: ", 7)) {
		tell_stack(trace, line + 7);
	} else if (!strcmp(line, "unfiltered")) {
		trace->engine.filter_asked = true;
	} else if (!strncmp(line, "filtered ", 9)) {
		uint16_t id = format_of(trace, line + 9)->id;

		if (!trace->reading)
			pk_plans_filter(&trace->ctx, &trace->plans, id);
	} else if (!strcmp(line, "silent")) {
		trace->set.silent = true;
	} else if (!strncmp(line, "tracer ", 7)) {
		fake_put_string(&trace->fake, FAKE_RING_TRACER_NAME, line + 7);
	} else if (!strcmp(line, "by calls")) {
		trace->engine.rx_by_frames = true;
	} else if (!strcmp(line, "returned")) {
		if (!task_of(trace)->nr)
			mistake(trace, "nothing is open", line);
		task_of(trace)->open[task_of(trace)->nr - 1].end = trace->ts;
	} else if (!strcmp(line, "}")) {
		tell_exit(trace);
	} else if (len > 2 && !strcmp(line + len - 2, " {")) {
		line[len - 2] = '\0';
		tell_entry(trace, line);
	} else if (line[len - 1] == ';') {
		line[len - 1] = '\0';
		tell_entry(trace, line);
		tell_exit(trace);
	} else {
		tell_event(trace, line);
	}
}

static void tell(struct fake_trace *trace, const char *story, bool reading)
{
	trace->reading = reading;
	trace->ts = 1000;
	trace->step = 10;
	trace->stands = 0;
	trace->lost = 0;
	trace->others_silent = false;
	tell_place(trace, "cpu 0");
	memset(trace->tasks, 0, sizeof(trace->tasks));
	for (trace->line = 1; *story; trace->line++) {
		size_t len = strcspn(story, "\n"), blanks = strspn(story, " \t");
		char line[512];

		if (len >= sizeof(line))
			mistake(trace, "line too long", "");
		memcpy(line, story, len);
		line[len] = '\0';
		tell_line(trace, line + blanks);
		story += len + (story[len] == '\n');
	}
}

/* The packets of STORY, into trace->set. */
static void run_engine(struct fake_trace *trace, const char *story, bool ran_until_panic)
{
	struct pk_queued_packets memory;

	if (pk_engine_init(&trace->engine, &trace->ctx, &trace->plans, 2, &trace->set) != PK_OK)
		mistake(trace, "engine", trace->ctx.error.text);
	trace->set.whole = true;
	pk_queued_load(&trace->ctx, &memory);
	trace->engine.memory = &memory;
	tell(trace, story, false);
	if (trace->waiting)
		deliver(trace);
	trace->set.ran_until_panic = ran_until_panic;
	trace->set.panic_cpu = -1;
	pk_engine_end(&trace->engine);
	if (pk_outcomes_settle(&trace->engine) != PK_OK)
		mistake(trace, "settle", trace->ctx.error.text);
	pk_queued_deinit(&memory);
	pk_engine_deinit(&trace->engine);
}

static void write_header(FILE *out, const struct pk_header *header)
{
	char flags[16];

	if (!header->tuple_known)
		fprintf(out, " ?");
	else
		fprintf(out, " %s%u>%u", header->tuple.family == 6 ? "v6 " : "",
			header->tuple.sport, header->tuple.dport);
	if (header->flags_known) {
		unsigned nr = 0;

		for (unsigned i = 0; i < 5; i++)
			if (header->flags & 1u << i)
				flags[nr++] = "FSRPA"[i];
		flags[nr] = '\0';
		fprintf(out, " %s", flags);
	}
	if (header->seq_known)
		fprintf(out, " %u", header->seq);
	if (header->len_known)
		fprintf(out, "+%u", header->payload_len);
}

/* Clocks. */

static unsigned lines_of(const char *text)
{
	unsigned nr = 0;

	for (; *text; text += strcspn(text, "\n") + 1)
		nr++;
	return nr;
}

/* How often LINE is among the lines of TEXT. */
static unsigned times_in(const char *text, const char *line, size_t len)
{
	unsigned nr = 0;

	for (; *text; text += strcspn(text, "\n") + 1)
		nr += strcspn(text, "\n") == len && !memcmp(text, line, len);
	return nr;
}

/* Direction and header of each packet. */
static char *names_of(const struct pk_packet_set *set)
{
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	for (uint32_t i = 0; i < set->nr; i++) {
		fprintf(out, "%s", pk_direction_name(set->packets[i]->dir));
		write_header(out, &set->packets[i]->header);
		fprintf(out, "\n");
	}
	fclose(out);
	return text;
}

/* There are no more of NAMES than of RIGHT's, and none is wrong. */
static bool no_new_name(const char *names, const char *right)
{
	if (lines_of(names) > lines_of(right))
		return false;
	for (const char *line = names; *line; line += strcspn(line, "\n") + 1) {
		size_t len = strcspn(line, "\n");

		if (strncmp(line + 2, " ?", 2) != 0 &&
		    times_in(names, line, len) > times_in(right, line, len))
			return false;
	}
	return true;
}

/*
 * Once more with CPU 1's clock ahead, or behind: by an event or a few of the story's, and by all of it. Not what is about lost
 * events, which are lost at a time, or about the clock.
 */
static void check_clocks(struct fake_trace *trace, const char *story, bool ran_until_panic)
{
	static const int64_t shifts[] = {-50000, -35, -15, 15, 35, 50000};
	struct pk_packet_set set = trace->set;
	char *right, *names;

	if (!strstr(story, "cpu 1") || strstr(story, "clock stands") || strstr(story, "lost ") ||
	    strstr(story, "others silent"))
		return;
	right = names_of(&set);
	trace->waiting = calloc(MAX_WAITING, sizeof(*trace->waiting));
	for (size_t i = 0; i < ARRAY_SIZE(shifts); i++) {
		memset(&trace->set, 0, sizeof(trace->set));
		trace->shift = shifts[i];
		trace->nr_waiting = 0;
		run_engine(trace, story, ran_until_panic);
		names = names_of(&trace->set);
		if (!no_new_name(names, right))
			snprintf(trace->mistake, sizeof(trace->mistake),
				 "with CPU 1's clock at %+lld ns the packets are:\n%.180s",
				 (long long)shifts[i], names);
		free(names);
		pk_packet_set_deinit(&trace->set);
	}
	free(right);
	trace->set = set;
}

/* Of what has a packet's bytes: they begin with IP's header. */
static void fetch_packets(struct fake_trace *trace)
{
	for (uint32_t i = 0; i < trace->formats.nr; i++) {
		struct pk_format *format = &trace->slots[i].format;
		struct pk_plan *plan = &trace->plans.plans[i];

		for (uint32_t j = 0; j < format->nr_fields; j++) {
			if (strcmp(format->fields[j].name, PACKET) != 0)
				continue;
			plan->pieces = calloc(PK_MAX_PIECES, sizeof(*plan->pieces));
			plan->pieces[0] = (struct pk_header_piece){.field = &format->fields[j],
								   .len = ESP_IN_UDP};
			plan->nr_pieces = 1;
			plan->has_header = true;
			plan->by = PK_BY_DATA;
			plan->layer = PK_AT_IP;
		}
	}
}

const char *fake_trace_mistake(struct fake_trace *trace, const char *story, unsigned *ret_line)
{
	jmp_buf refuse;

	trace->refuse = &refuse;
	trace->mistake[0] = '\0';
	if (!setjmp(refuse))
		tell(trace, story, true);
	trace->refuse = NULL;
	*ret_line = trace->line;
	return trace->mistake[0] ? trace->mistake : NULL;
}

const char *fake_trace_try(struct fake_trace *trace, const char *story, bool ran_until_panic)
{
	tell(trace, story, true);
	name_formats(trace, true);
	if (pk_plans_make(&trace->ctx, &trace->formats, &trace->plans) != PK_OK)
		mistake(trace, "plans", trace->ctx.error.text);
	fetch_packets(trace);
	name_formats(trace, false);
	run_engine(trace, story, ran_until_panic);
	trace->mistake[0] = '\0';
	check_clocks(trace, story, ran_until_panic);
	return trace->mistake[0] ? trace->mistake : NULL;
}

void fake_trace_run(struct fake_trace *trace, const char *story, bool ran_until_panic)
{
	if (!fake_trace_try(trace, story, ran_until_panic))
		return;
	fprintf(stderr, "fake trace: %s\n", trace->mistake);
	abort();
}

void fake_trace_record(struct fake_trace *trace, const char *story, unsigned pages)
{
	fake_ring_init(&trace->fake, 2, pages);
	tell(trace, story, true);
	name_formats(trace, true);
	trace->ctx.slots[PK_SLOT_FORMATS] = &trace->formats;
	trace->ctx.slot_free[PK_SLOT_FORMATS] = NULL;
	trace->pages = pages;
	name_formats(trace, false);
	tell(trace, story, false);
	name_formats(trace, true);
	for (unsigned cpu = 0; cpu < 2; cpu++)
		fake_ring_place(&trace->fake, cpu, 0, trace->page[cpu]);
}

void fake_trace_overwrite(struct fake_trace *trace, unsigned cpu, unsigned pages)
{
	fake_ring_place(&trace->fake, cpu, (int)pages, trace->page[cpu]);
	fake_ring_set(&trace->fake, cpu, FAKE_CPU_OVERRUN, 100 * pages);
}

/* Packets. */

static void write_edges(FILE *out, const struct fake_trace *trace, const struct pk_packet *packet)
{
	char buf[FAKE_NAME_MAX];

	const struct pk_trail *trail = &packet->trail;

	for (uint32_t i = 0; i < trail->nr_edges; i++) {
		const struct pk_edge *edge = &trail->edges[i];

		fprintf(out, " {%s %s %s}", pk_edge_name(edge->kind),
			fake_trace_word(trace, edge->to_skb, buf), pk_identity_name(edge->how));
	}
}

static void write_pieces(FILE *out, const struct fake_trace *trace, const struct pk_packet *packet)
{
	const struct pk_trail *trail = &packet->trail;

	for (uint32_t i = 0; i < trail->nr_pieces; i++) {
		const struct pk_piece *piece = &trail->pieces[i];

		fprintf(out, " (%s%s %s)",
			piece->func ? trace->funcs[(piece->func - TEXTS) / 0x100] : "event",
			piece->open ? "~" : "", pk_identity_name(piece->how));
	}
}

static void write_frames(FILE *out, const struct fake_trace *trace, const struct pk_packet *packet)
{
	char buf[FAKE_NAME_MAX];

	fprintf(out, " [");
	for (uint32_t i = 0; i < packet->trail.nr_frames; i++) {
		const struct pk_wire_frame *frame = &packet->trail.frames[i];

		fprintf(out, "%s%s%s", i ? " " : "", fake_trace_word(trace, frame->skb, buf),
			packet->dir == PK_TX && !frame->sent ? "?" : "");
		if (frame->header.tuple_known)
			fprintf(out, ":%u+%u", frame->header.seq, frame->header.payload_len);
	}
	fprintf(out, "]");
}

const char *fake_trace_set_text(struct fake_trace *trace, const struct pk_packet_set *set,
				uint32_t from, unsigned show)
{
	size_t size;
	FILE *out;

	free(trace->text);
	out = open_memstream(&trace->text, &size);
	for (uint32_t i = from; i < set->nr; i++) {
		const struct pk_packet *packet = set->packets[i];
		char buf[64], detail[PK_DETAIL_MAX];

		if (show & FAKE_SHOW_ID)
			fprintf(out, "%s ", pk_packet_id(packet, buf, sizeof(buf)));
		fprintf(out, "%s %s", pk_direction_name(packet->dir),
			fake_trace_word(trace, packet->skb, buf));
		if (packet->generation_known)
			fprintf(out, " gen %lld", (long long)packet->generation);
		write_header(out, &packet->header);
		fprintf(out, " %s x%u",
			pk_identity_name(packet->header.tuple_known ? packet->identity
								    : packet->pointer),
			packet->trail.nr_frames);
		fprintf(out, " %s%s%s", packet->events_lost ? "lossy " : "",
			packet->retransmit ? "retransmit " : "", pk_outcome_name(packet->outcome));
		if (show & FAKE_SHOW_EDGES)
			write_edges(out, trace, packet);
		if (show & FAKE_SHOW_PIECES)
			write_pieces(out, trace, packet);
		if (show & FAKE_SHOW_FRAMES)
			write_frames(out, trace, packet);
		if (show & FAKE_SHOW_DETAIL)
			fprintf(out, ": %s", pk_packet_detail(packet, detail, sizeof(detail)));
		fprintf(out, "\n");
	}
	fclose(out);
	return trace->text;
}
