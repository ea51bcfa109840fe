// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kit.h"
#include "decode/trace/tracing.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "decode/list.h"

/*
 * Definitions of dynamic events as their files have them, from what the kernel kept of the user's words:
 *
 *	dyn_event_list -> struct dyn_event { list, ops } in the object of each kind, which ops tells (5.0)
 *	trace_probe { event -> trace_probe_event.call, nr_args, args[] of probe_arg { name, comm } }
 *	synth_event { name, fields[n_fields] -> synth_field { type, name } }
 *
 *	p|r<maxactive>:GROUP/NAME SYMBOL+OFFSET ARGS	trace_kprobe
 *	p|r:GROUP/NAME FILE:0xOFFSET(0xREF) ARGS	trace_uprobe
 *	e:GROUP/NAME SYSTEM.EVENT ARGS			trace_eprobe
 *	f<maxactive>|t:GROUP/NAME SYMBOL%return ARGS	trace_fprobe
 *	s:GROUP/NAME<tab>TYPE FIELD; ..			synth_event
 */
#define MAX_ARGS 256 /* the kernel's own MAX_TRACE_ARGS is 128 */
#define MAX_FIELDS 256

struct definition {
	struct pk_ctx *ctx;
	size_t len;
	enum pk_status status; /* of the first thing that could not be read */
	bool nameless; /* its name or what it is on is not known: no line of the kernel's */
	char text[8192];
};

__attribute__((format(printf, 2, 3))) static void add(struct definition *def, const char *fmt, ...)
{
	va_list args;
	int len;

	va_start(args, fmt);
	len = vsnprintf(def->text + def->len, sizeof(def->text) - def->len, fmt, args);
	va_end(args);
	if (len > 0)
		def->len += (size_t)len < sizeof(def->text) - def->len
				    ? (size_t)len
				    : sizeof(def->text) - 1 - def->len;
}

static uint64_t number(struct definition *def, uint64_t base, enum pk_row_id row)
{
	uint64_t value = 0;
	enum pk_status status;

	if (!base || !pk_has(def->ctx, row))
		return 0;
	status = pk_member_uint(def->ctx, base, row, &value);
	if (status != PK_OK && def->status == PK_OK)
		def->status = status;
	return status == PK_OK ? value : 0;
}

/* The string that a member points to; "" where there is none. */
static void string(struct definition *def, uint64_t at, char *buf, size_t size)
{
	enum pk_status status;

	buf[0] = '\0';
	if (!at)
		return;
	status = pk_read_string(def->ctx, at, buf, size);
	if (status != PK_OK && def->status == PK_OK)
		def->status = status;
	if (status != PK_OK)
		buf[0] = '\0';
}

/* One that no event is without. */
static void name_at(struct definition *def, uint64_t base, enum pk_row_id row, char *buf,
		    size_t size)
{
	string(def, number(def, base, row), buf, size);
	def->nameless |= !buf[0];
	if (!buf[0] && def->status == PK_OK)
		def->status =
			pk_has(def->ctx, row) ? PK_CORRUPT : pk_layout_get(def->ctx, row)->status;
}

static uint64_t member_at(struct definition *def, uint64_t base, enum pk_row_id row)
{
	uint64_t offset;

	return pk_row_offset(def->ctx, row, &offset) == PK_OK ? base + offset : 0;
}

static void add_name(struct definition *def, uint64_t tp)
{
	uint64_t call = member_at(def, number(def, tp, PK_R_trace_probe_event),
				  PK_R_trace_probe_event_call);
	uint64_t class = number(def, call, PK_R_event_call_class);
	char group[96], name[96];

	name_at(def, class, PK_R_event_class_system, group, sizeof(group));
	name_at(def, call, PK_R_event_call_name, name, sizeof(name));
	add(def, ":%s/%s", group, name);
}

static void add_args(struct definition *def, uint64_t tp)
{
	uint64_t nr = number(def, tp, PK_R_trace_probe_nr_args) & 0xffffffff, stride;
	uint64_t args = member_at(def, tp, PK_R_trace_probe_args);
	char name[64], words[512];

	if (!args || pk_row_value(def->ctx, PK_R_probe_arg, &stride) != PK_OK)
		return;
	for (uint64_t i = 0; i < nr && i < MAX_ARGS; i++) {
		string(def, number(def, args + i * stride, PK_R_probe_arg_name), name,
		       sizeof(name));
		string(def, number(def, args + i * stride, PK_R_probe_arg_comm), words,
		       sizeof(words));
		add(def, " %s=%s", name, words);
	}
}

static void kprobe(struct definition *def, uint64_t base)
{
	uint64_t tp = member_at(def, base, PK_R_trace_kprobe_tp);
	uint64_t symbol = number(def, base, PK_R_fmt_trace_kprobe_symbol);
	uint64_t offset = number(def, base, PK_R_trace_kprobe_offset) & 0xffffffff;
	bool ret = number(def, base, PK_R_fmt_trace_kprobe_handler) != 0;
	int room = (int)number(def, base, PK_R_trace_kprobe_maxactive);
	char name[PK_SYMBOL_NAME_MAX];

	add(def, "%c", ret ? 'r' : 'p');
	if (ret && room)
		add(def, "%d", room);
	add_name(def, tp);
	string(def, symbol, name, sizeof(name));
	if (!symbol)
		add(def, " 0x%016" PRIx64, number(def, base, PK_R_fmt_trace_kprobe_addr));
	else if (offset)
		add(def, " %s+%" PRIu64, name, offset);
	else
		add(def, " %s", name);
	add_args(def, tp);
}

static void uprobe(struct definition *def, uint64_t base)
{
	uint64_t tp = member_at(def, base, PK_R_trace_uprobe_tp), ref;
	char file[4096];

	add(def, "%c", number(def, base, PK_R_trace_uprobe_ret) ? 'r' : 'p');
	add_name(def, tp);
	name_at(def, base, PK_R_trace_uprobe_filename, file, sizeof(file));
	add(def, " %s:0x%0*" PRIx64, file, (int)def->ctx->target->facts.word_size * 2,
	    number(def, base, PK_R_trace_uprobe_offset));
	ref = number(def, base, PK_R_trace_uprobe_ref);
	if (ref)
		add(def, "(0x%" PRIx64 ")", ref);
	add_args(def, tp);
}

static void eprobe(struct definition *def, uint64_t base)
{
	uint64_t tp = member_at(def, base, PK_R_trace_eprobe_tp);
	char system[96], event[96];

	add(def, "e");
	add_name(def, tp);
	name_at(def, base, PK_R_fmt_trace_eprobe_system, system, sizeof(system));
	name_at(def, base, PK_R_fmt_trace_eprobe_name, event, sizeof(event));
	add(def, " %s.%s", system, event);
	add_args(def, tp);
}

static void fprobe(struct definition *def, uint64_t base)
{
	uint64_t tp = member_at(def, base, PK_R_trace_fprobe_tp);
	bool ret = number(def, base, PK_R_trace_fprobe_exit) != 0;
	int room = (int)number(def, base, PK_R_trace_fprobe_maxactive);
	char name[PK_SYMBOL_NAME_MAX];

	/* The tracepoint itself up to 6.16, then a flag, as it may not be loaded yet. */
	add(def, "%c", number(def, base, PK_R_trace_fprobe_tracepoint) ? 't' : 'f');
	if (ret && room)
		add(def, "%d", room);
	add_name(def, tp);
	string(def, number(def, base, PK_R_fmt_trace_fprobe_symbol), name, sizeof(name));
	add(def, " %s%s", name[0] ? name : "unknown", ret ? "%return" : "");
	add_args(def, tp);
}

static void synthetic(struct definition *def, uint64_t base)
{
	uint64_t fields = number(def, base, PK_R_synth_event_fields), field;
	uint64_t nr = number(def, base, PK_R_synth_event_nr) & 0xffffffff;
	uint64_t class = member_at(def, base, PK_R_synth_event_class);
	size_t word = def->ctx->target->facts.word_size;
	char group[96], type[128], name[128], *words;

	name_at(def, class, PK_R_event_class_system, group, sizeof(group));
	name_at(def, base, PK_R_synth_event_name, name, sizeof(name));
	add(def, "s:%s/%s\t", group, name);
	for (uint64_t i = 0; i < nr && i < MAX_FIELDS; i++) {
		enum pk_status status = pk_read_ptr(def->ctx, fields + i * word, &field);

		if (status != PK_OK) {
			def->status = status;
			break;
		}
		string(def, number(def, field, PK_R_synth_field_type), type, sizeof(type));
		string(def, number(def, field, PK_R_synth_field_name), name, sizeof(name));
		/* For the format file only. */
		words = strstr(type, "__data_loc");
		words = words ? words + strlen("__data_loc ") : type;
		add(def, "%s %s%s", words, name, i + 1 == nr ? "" : "; ");
	}
}

static const struct {
	enum pk_row_id ops, devent;
	unsigned kind;
	void (*print)(struct definition *def, uint64_t base);
} kinds[] = {
	{PK_R_fmt_trace_kprobe_ops, PK_R_fmt_trace_kprobe_devent, PK_DYNAMIC_KPROBE, kprobe},
	{PK_R_trace_uprobe_ops, PK_R_trace_uprobe_devent, PK_DYNAMIC_UPROBE, uprobe},
	{PK_R_fmt_eprobe_dyn_event_ops, PK_R_fmt_trace_eprobe_devent, PK_DYNAMIC_EPROBE, eprobe},
	{PK_R_fmt_trace_fprobe_ops, PK_R_fmt_trace_fprobe_devent, PK_DYNAMIC_FPROBE, fprobe},
	{PK_R_fmt_synth_event_ops, PK_R_fmt_synth_event_devent, PK_DYNAMIC_SYNTHETIC, synthetic},
};

/* The event at ADDR. False: no more are wanted. */
static bool print_event(struct pk_ctx *ctx, uint64_t addr, unsigned wanted, pk_dynamic_fn fn,
			void *arg)
{
	struct definition def = {.ctx = ctx};
	uint64_t ops, value, devent;

	if (pk_member_uint(ctx, addr, PK_R_dyn_event_ops, &ops) != PK_OK) {
		pk_warn(ctx, "dynamic event %" PRIx64 ": %s", addr, pk_error(ctx));
		return true;
	}
	for (size_t i = 0; i < PK_ARRAY_SIZE(kinds); i++) {
		if (!pk_has(ctx, kinds[i].ops) ||
		    pk_row_value(ctx, kinds[i].ops, &value) != PK_OK || value != ops ||
		    pk_row_offset(ctx, kinds[i].devent, &devent) != PK_OK)
			continue;
		if (!(wanted & kinds[i].kind))
			return true;
		kinds[i].print(&def, addr - devent);
		if (def.nameless) {
			pk_warn(ctx, "dynamic event %" PRIx64 ": its name: %s", addr,
				pk_status_name(def.status));
			return true;
		}
		if (def.status != PK_OK)
			pk_warn(ctx, "dynamic event %" PRIx64 ": %s", addr, pk_error(ctx));
		return fn(def.text, arg);
	}
	if (wanted == PK_DYNAMIC_ALL)
		pk_warn(ctx, "dynamic event %" PRIx64 ": of an unknown kind", addr);
	return true;
}

enum pk_status pk_dynamic_events_walk(struct pk_ctx *ctx, unsigned wanted, pk_dynamic_fn fn,
				      void *arg)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t head, link;

	if (!pk_has(ctx, PK_R_dyn_event_list))
		return pk_fail(ctx, PK_UNSUPPORTED, "unknown layout of dynamic events");
	head = pk_value(&r, PK_R_dyn_event_list);
	link = pk_offset(&r, PK_R_dyn_event_list_link);
	pk_list_for_each (node, &r, head)
		if (!print_event(ctx, node - link, wanted, fn, arg))
			break;
	return r.status;
}
