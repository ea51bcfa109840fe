// SPDX-License-Identifier: GPL-3.0-or-later
#include "fake_trace.h"

#include <ctype.h>
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
};

static void mistake(const char *what, const char *where)
{
	fprintf(stderr, "fake trace: %s: %s\n", what, where);
	abort();
}

uint64_t fake_trace_skb(const char *name)
{
	return SKBS + 0x1000ull * (name[0] - 'A') + (name[1] == '+' ? FAKE_SKB_SIZE : 0);
}

static const char *skb_name(uint64_t skb, char *buf)
{
	uint64_t at = skb - SKBS;

	if (!skb)
		return strcpy(buf, "-");
	buf[0] = (char)('A' + at / 0x1000);
	strcpy(buf + 1, at % 0x1000 ? "+" : "");
	return buf;
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
	const char *name = word[1] == ':' ? word + 2 : word, *slash = strchr(name, '/');
	struct pk_format *format;

	for (uint32_t i = 0; i < trace->formats.nr; i++) {
		format = &trace->slots[i].format;
		if (!strcmp(format->name +
				    (format->kind == PK_FORMAT_TRACEPOINT ? 0 : strlen("pk_")),
			    word))
			return format;
	}
	if (!trace->reading || trace->formats.nr == MAX_FORMATS)
		mistake("no format", word);
	trace->slots[trace->formats.nr].filled = true;
	format = &trace->slots[trace->formats.nr].format;
	format->id = (uint16_t)(1000 + trace->formats.nr++);
	/* Tracepoints are looked up by their own name, the others by what they probe. */
	format->system =
		word[1] == ':' ? strdup("pk") : strndup(name, slash ? (size_t)(slash - name) : 0);
	/* Whose names count: pkttrace-arm's. */
	if (asprintf(&format->name, "%s%s", word[1] == ':' ? "pk_" : "", word) < 0)
		mistake("no memory for", word);
	format->kind = PK_FORMAT_TRACEPOINT;
	if (word[1] == ':') {
		format->kind = word[0] == 'e'	? PK_FORMAT_EPROBE
			       : word[0] == 'r' ? PK_FORMAT_KRETPROBE
						: PK_FORMAT_KPROBE;
		format->probe_symbol = strdup(name);
	} else if (!slash) {
		mistake("neither a call nor an event", word);
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
		mistake("no field", name);
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
		mistake("too many functions", name);
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
			mistake("the ring buffer is full", "");
		fake_ring_missed(&trace->fake, event->cpu, *page);
	}
	put(entry, 2, event->type);
	entry[2] = event->flags;
	put(entry + 4, 4, (uint64_t)event->pid);
	if (fake_ring_record(&trace->fake, event->cpu, *page, event->ts, entry, event->len))
		return;
	if (++*page == (int)trace->pages)
		mistake("the ring buffer is full", "");
	fake_ring_record(&trace->fake, event->cpu, *page, event->ts, entry, event->len);
}

static void wait(struct fake_trace *trace, const struct pk_event *event)
{
	struct waiting *waiting = &trace->waiting[trace->nr_waiting++];

	if (trace->nr_waiting > MAX_WAITING || event->len > sizeof(waiting->data))
		mistake("too much for another clock", "");
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

	if (sscanf(value, "%u>%u,%15[A-Z],%u,%u,%u", &sport, &dport, letters, &seq, &ack, &len) < 2)
		mistake("no header", value);
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
		mistake("no header", value);
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
	field = field_of(trace, format, key);
	if (field->type[0] == 'c')
		strncpy((char *)data + field->offset, value, 15);
	else if (field->type[0] == '_')
		put_be(data + field->offset, field->size,
		       (field->size == 4 ? 0x0a000000 : 0) + strtoul(value, NULL, 0));
	else if (value[0] == '&')
		put(data + field->offset, 8, fake_trace_func(trace, value + 1));
	else if (isupper((unsigned char)value[0]))
		put(data + field->offset, 8, fake_trace_skb(value));
	else
		put(data + field->offset, 8, strtoull(value, NULL, 0));
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
	struct pk_format *format = format_of(trace, word);
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
	mistake("too many tasks", "");
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
		depth = atoi(at + 1);
	}
	if (task->nr == MAX_OPEN)
		mistake("too deep", name);
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
		mistake("nothing is open", "}");
	task->nr--;
	put(data + 8, 8, TEXTS + 0x100ull * task->open[task->nr].func);
	put(data + 16, 4, (uint64_t)task->open[task->nr].depth);
	put(data + 24, 8, task->open[task->nr].start);
	put(data + 32, 8, task->open[task->nr].end ? task->open[task->nr].end : trace->ts);
	emit(trace, RET, data, sizeof(data));
}

static uint64_t value_of(struct fake_trace *trace, const char *word)
{
	return word[0] == '&'			 ? fake_trace_func(trace, word + 1)
	       : isupper((unsigned char)word[0]) ? fake_trace_skb(word)
						 : strtoull(word, NULL, 0);
}

/* "tcp_ack <- tcp_v4_do_rcv 0x5000 A": function, caller, arguments. */
static void tell_function(struct fake_trace *trace, char *line)
{
	char *save, *func = strtok_r(line, " ", &save), *arrow = strtok_r(NULL, " ", &save);
	char *parent = strtok_r(NULL, " ", &save), *word;
	uint8_t data[ENTRY + 16 + 6 * 8] = {0};
	unsigned nr = 0;

	if (!arrow || strcmp(arrow, "<-") || !parent)
		mistake("func <- parent", line);
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
	const char *pid = strstr(line, "pid ");

	trace->cpu = atoi(line + 4);
	trace->pid = pid ? atoi(pid + 4) : 0;
	trace->flags = strstr(line, "hardirq")	 ? HARDIRQ
		       : strstr(line, "softirq") ? SOFTIRQ
		       : strstr(line, "nmi")	 ? NMI
						 : 0;
}

static void tell_line(struct fake_trace *trace, char *line)
{
	size_t len = strlen(line);

	if (!len)
		return;
	if (!strncmp(line, "cpu ", 4)) {
		tell_place(trace, line);
	} else if (!strncmp(line, "at ", 3)) {
		trace->ts = strtoull(line + 3, NULL, 0);
	} else if (!strncmp(line, "every switch of ", 16)) {
		if (!trace->reading)
			trace->engine.gaps.switches = format_of(trace, line + 16)->id;
	} else if (!strncmp(line, "every ", 6)) {
		trace->step = strtoull(line + 6, NULL, 0);
	} else if (!strcmp(line, "clock stands")) {
		trace->stands = trace->ts;
	} else if (!strcmp(line, "clock runs")) {
		trace->stands = 0;
	} else if (!strncmp(line, "lost ", 5)) {
		trace->lost = line[5] == '?' ? PK_LOST_UNKNOWN : strtoull(line + 5, NULL, 0);
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
		if (!trace->reading)
			pk_plans_filter(&trace->plans, format_of(trace, line + 9)->id);
	} else if (!strncmp(line, "tracer ", 7)) {
		fake_put_string(&trace->fake, FAKE_RING_TRACER_NAME, line + 7);
	} else if (!strcmp(line, "by calls")) {
		trace->engine.rx_by_frames = true;
	} else if (!strcmp(line, "returned") && task_of(trace)->nr) {
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
	while (*story) {
		char line[512];
		size_t len;

		story += strspn(story, " \t\n");
		len = strcspn(story, "\n");
		if (len >= sizeof(line))
			mistake("line too long", story);
		memcpy(line, story, len);
		line[len] = '\0';
		tell_line(trace, line);
		story += len;
	}
}

/* The packets of STORY, into trace->set. */
static void run_engine(struct fake_trace *trace, const char *story, bool ran_until_panic)
{
	struct pk_queued_packets memory;

	if (pk_engine_init(&trace->engine, &trace->ctx, &trace->plans, 2, &trace->set) != PK_OK)
		mistake("engine", trace->ctx.error.text);
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
		mistake("settle", trace->ctx.error.text);
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
		if (!no_new_name(names, right)) {
			fprintf(stderr, "CPU 1's clock %+lld ns:\n%snot\n%s", (long long)shifts[i],
				names, right);
			mistake("other packets by another clock", story);
		}
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

void fake_trace_run(struct fake_trace *trace, const char *story, bool ran_until_panic)
{
	tell(trace, story, true);
	name_formats(trace, true);
	if (pk_plans_make(&trace->ctx, &trace->formats, &trace->plans) != PK_OK)
		mistake("plans", trace->ctx.error.text);
	fetch_packets(trace);
	name_formats(trace, false);
	run_engine(trace, story, ran_until_panic);
	check_clocks(trace, story, ran_until_panic);
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

static void write_edges(FILE *out, const struct pk_packet *packet)
{
	char buf[8];

	const struct pk_trail *trail = &packet->trail;

	for (uint32_t i = 0; i < trail->nr_edges; i++) {
		const struct pk_edge *edge = &trail->edges[i];

		fprintf(out, " {%s %s %s}", pk_edge_name(edge->kind), skb_name(edge->to_skb, buf),
			pk_identity_name(edge->how));
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

static void write_frames(FILE *out, const struct pk_packet *packet)
{
	char buf[8];

	fprintf(out, " [");
	for (uint32_t i = 0; i < packet->trail.nr_frames; i++) {
		const struct pk_wire_frame *frame = &packet->trail.frames[i];

		fprintf(out, "%s%s%s", i ? " " : "", skb_name(frame->skb, buf),
			packet->dir == PK_TX && !frame->sent ? "?" : "");
		if (frame->header.tuple_known)
			fprintf(out, ":%u+%u", frame->header.seq, frame->header.payload_len);
	}
	fprintf(out, "]");
}

const char *fake_trace_text(struct fake_trace *trace, unsigned show)
{
	return fake_trace_set_text(trace, &trace->set, 0, show);
}

/* An ID is of the ring's pages: "#ID". */
static void write_cause(FILE *out, const struct pk_cause *cause)
{
	const char *text = cause->text;

	if (!cause->kind)
		return;
	fprintf(out, "  %s %s: ", cause->trigger ? cause->trigger : "-", cause->kind);
	while (*text) {
		fputc(*text, out);
		if (*text++ == '#') {
			fputs("ID", out);
			text += strspn(text, "0123456789abcdefm.");
		}
	}
	fputc('\n', out);
}

static void write_causes(FILE *out, const struct pk_causes *causes)
{
	if (!causes)
		return;
	write_cause(out, &causes->sent_again);
	write_cause(out, &causes->dropped);
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
		fprintf(out, "%s %s", pk_direction_name(packet->dir), skb_name(packet->skb, buf));
		if (packet->generation_known)
			fprintf(out, " gen %lld", (long long)packet->generation);
		write_header(out, &packet->header);
		fprintf(out, " %s x%u",
			pk_identity_name(packet->header.tuple_known ? packet->identity
								    : packet->pointer),
			packet->trail.nr_frames);
		if (show & FAKE_SHOW_SEGS)
			fprintf(out, " of %u", packet->segs);
		fprintf(out, " %s%s%s", packet->events_lost ? "lossy " : "",
			packet->retransmit ? "retransmit " : "", pk_outcome_name(packet->outcome));
		if (show & FAKE_SHOW_WAY)
			fprintf(out, " <%s>", packet->way);
		if (show & FAKE_SHOW_EDGES)
			write_edges(out, packet);
		if (show & FAKE_SHOW_PIECES)
			write_pieces(out, trace, packet);
		if (show & FAKE_SHOW_FRAMES)
			write_frames(out, packet);
		if (show & FAKE_SHOW_DETAIL)
			fprintf(out, ": %s", pk_packet_detail(packet, detail, sizeof(detail)));
		fprintf(out, "\n");
		if (show & FAKE_SHOW_CAUSE)
			write_causes(out, packet->causes);
	}
	fclose(out);
	return trace->text;
}

const char *fake_trace_packets(const char *story, unsigned show)
{
	static char text[8192];
	struct fake_trace *trace = fake_trace_new();

	fake_trace_run(trace, story, true);
	snprintf(text, sizeof(text), "%s", fake_trace_text(trace, show));
	fake_trace_free(trace);
	return text;
}
