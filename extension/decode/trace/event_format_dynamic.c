// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kit.h"
#include "decode/trace/event_format_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Dynamic events. Since 5.0 dyn_event_list has all of them, as struct dyn_event {list, ops} inside the
 * object of each kind, which ops tells. Before, probe_list has the kprobe events.
 *
 *	object            its call                     since
 *	trace_kprobe      tp.event -> .call            5.4 (several probes may share one event)
 *	trace_kprobe      tp.call                      3.14 .. 5.3
 *	trace_probe       call                         3.10
 *	trace_uprobe, trace_eprobe, trace_fprobe       tp.event -> .call
 *	synth_event       call
 */
#define MAX_DYNAMIC 65536
#define MAX_SYMBOL 512

#define LL(x) ((unsigned long long)(x))

struct dynamic_kind {
	enum pk_row_id ops, devent, event, call;
	enum pk_format_kind kind;
};

static const struct dynamic_kind kinds[] = {
	{PK_R_fmt_trace_kprobe_ops, PK_R_fmt_trace_kprobe_devent, PK_R_trace_kprobe_event,
	 PK_R_trace_kprobe_call, PK_FORMAT_KPROBE},
	{PK_R_trace_uprobe_ops, PK_R_trace_uprobe_devent, PK_R_trace_uprobe_event, PK_NR_ROWS,
	 PK_FORMAT_UPROBE},
	{PK_R_fmt_eprobe_dyn_event_ops, PK_R_fmt_trace_eprobe_devent, PK_R_fmt_trace_eprobe_event,
	 PK_NR_ROWS, PK_FORMAT_EPROBE},
	{PK_R_fmt_trace_fprobe_ops, PK_R_fmt_trace_fprobe_devent, PK_R_fmt_trace_fprobe_event,
	 PK_NR_ROWS, PK_FORMAT_FPROBE},
	{PK_R_fmt_synth_event_ops, PK_R_fmt_synth_event_devent, PK_NR_ROWS,
	 PK_R_fmt_synth_event_call, PK_FORMAT_SYNTHETIC},
};

static struct pk_format *format_of_call(struct pk_formats *formats, uint64_t call)
{
	for (uint32_t i = 0; i < formats->nr; i++)
		if (formats->slots[i].format.call == call)
			return &formats->slots[i].format;
	return NULL;
}

static enum pk_status call_of(struct pk_ctx *ctx, const struct dynamic_kind *kind, uint64_t object,
			      uint64_t *ret_call)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t event, offset;

	if (kind->event != PK_NR_ROWS && pk_has(ctx, kind->event)) {
		event = pk_member(&r, object, kind->event);
		offset = pk_offset(&r, PK_R_trace_probe_event_call);
		if (pk_ok(&r))
			*ret_call = event + offset;
		return r.status;
	}
	if (kind->call == PK_NR_ROWS)
		return pk_fail(ctx, PK_ABSENT, "no member leads to the event call");
	offset = pk_offset(&r, kind->call);
	if (pk_ok(&r))
		*ret_call = object + offset;
	return r.status;
}

static void read_symbol(struct pk_ctx *ctx, uint64_t object, enum pk_row_id row,
			struct pk_format *format)
{
	char text[MAX_SYMBOL];
	uint64_t at;

	if (format->probe_symbol || !pk_has(ctx, row) ||
	    pk_member_uint(ctx, object, row, &at) != PK_OK || !at ||
	    pk_read_string(ctx, at, text, sizeof(text)) != PK_OK)
		return;
	format->probe_symbol = strdup(text);
}

static void add_probe(struct pk_ctx *ctx, uint64_t object, enum pk_row_id tp, uint64_t addr,
		      struct pk_format *format)
{
	struct pk_format_probe *probe;
	uint64_t offset;

	if (!format->probes)
		format->probes = calloc(PK_FORMAT_PROBES, sizeof(*format->probes));
	if (!format->probes)
		return;
	if (format->nr_probes < PK_FORMAT_PROBES) {
		probe = &format->probes[format->nr_probes];
		probe->tp = pk_has(ctx, tp) && pk_row_offset(ctx, tp, &offset) == PK_OK
				    ? object + offset
				    : 0;
		probe->addr = addr;
	}
	format->nr_probes++;
}

/* rp.handler is set for return probes only. Of probes that share an event, the first speaks for it. */
static void describe_kprobe(struct pk_ctx *ctx, uint64_t object, struct pk_format *format)
{
	uint64_t handler, addr;

	if (pk_member_uint(ctx, object, PK_R_fmt_trace_kprobe_handler, &handler) == PK_OK &&
	    handler)
		format->kind = PK_FORMAT_KRETPROBE;
	if (pk_member_uint(ctx, object, PK_R_fmt_trace_kprobe_addr, &addr) != PK_OK)
		addr = 0;
	if (!format->probe_addr)
		format->probe_addr = addr;
	add_probe(ctx, object, PK_R_trace_kprobe_tp, addr, format);
	read_symbol(ctx, object, PK_R_fmt_trace_kprobe_symbol, format);
}

static void describe_fprobe(struct pk_ctx *ctx, uint64_t object, struct pk_format *format)
{
	uint64_t addr, tracepoint;

	read_symbol(ctx, object, PK_R_fmt_trace_fprobe_symbol, format);
	format->on_tracepoint =
		pk_has(ctx, PK_R_trace_fprobe_tracepoint) &&
		pk_member_uint(ctx, object, PK_R_trace_fprobe_tracepoint, &tracepoint) == PK_OK &&
		tracepoint;
	if (format->probe_symbol && !format->on_tracepoint &&
	    pk_symbol_find(ctx, format->probe_symbol, &addr) == PK_OK)
		format->probe_addr = addr;
	add_probe(ctx, object, PK_R_trace_fprobe_tp, format->probe_addr, format);
}

/* The tracepoint event that it is attached to, as "system/name". */
static void describe_eprobe(struct pk_ctx *ctx, uint64_t object, struct pk_format *format)
{
	char system[MAX_SYMBOL], name[MAX_SYMBOL];
	uint64_t at;

	add_probe(ctx, object, PK_R_trace_eprobe_tp, 0, format);
	if (format->probe_symbol || !pk_has(ctx, PK_R_fmt_trace_eprobe_system) ||
	    pk_member_uint(ctx, object, PK_R_fmt_trace_eprobe_system, &at) != PK_OK ||
	    pk_read_string(ctx, at, system, sizeof(system)) != PK_OK ||
	    pk_member_uint(ctx, object, PK_R_fmt_trace_eprobe_name, &at) != PK_OK ||
	    pk_read_string(ctx, at, name, sizeof(name)) != PK_OK)
		return;
	if (asprintf(&format->probe_symbol, "%s/%s", system, name) < 0)
		format->probe_symbol = NULL;
}

static void mark(struct pk_ctx *ctx, struct pk_formats *formats, const struct dynamic_kind *kind,
		 uint64_t object)
{
	struct pk_format *format;
	uint64_t call;

	if (call_of(ctx, kind, object, &call) != PK_OK) {
		pk_warn(ctx, "dynamic event %llx: %s", LL(object), pk_error(ctx));
		return;
	}
	format = format_of_call(formats, call);
	if (!format) {
		pk_warn(ctx, "dynamic event %llx: its call %llx is not on ftrace_events",
			LL(object), LL(call));
		return;
	}
	format->kind = kind->kind;
	if (kind->kind == PK_FORMAT_KPROBE)
		describe_kprobe(ctx, object, format);
	else if (kind->kind == PK_FORMAT_EPROBE)
		describe_eprobe(ctx, object, format);
	else if (kind->kind == PK_FORMAT_FPROBE)
		describe_fprobe(ctx, object, format);
}

static const struct dynamic_kind *kind_by_ops(struct pk_ctx *ctx, uint64_t ops)
{
	uint64_t symbol;

	return pk_find(kinds, PK_ARRAY_SIZE(kinds),
		       pk_row_value(ctx, it->ops, &symbol) == PK_OK && symbol == ops);
}

/* The object around a link of dyn_event_list or probe_list; PK_ABSENT: a kind that we do not know. */
static enum pk_status object_of(struct pk_ctx *ctx, uint64_t at, bool old, uint64_t *ret_object,
				const struct dynamic_kind **ret_kind)
{
	uint64_t link, ops, devent;
	enum pk_status status = pk_row_offset(
		ctx, old ? PK_R_fmt_trace_kprobe_list : PK_R_dyn_event_list_link, &link);

	if (status != PK_OK)
		return status;
	*ret_kind = &kinds[0];
	*ret_object = at - link;
	if (old)
		return PK_OK;
	status = pk_member_uint(ctx, at - link, PK_R_dyn_event_ops, &ops);
	if (status != PK_OK)
		return status;
	*ret_kind = kind_by_ops(ctx, ops);
	if (!*ret_kind)
		return pk_none(ctx, PK_ABSENT);
	status = pk_row_offset(ctx, (*ret_kind)->devent, &devent);
	*ret_object -= devent;
	return status;
}

void pk_formats_mark_dynamic(struct pk_ctx *ctx, struct pk_formats *formats)
{
	bool old = !pk_has(ctx, PK_R_dyn_event_list);
	struct pk_cycle cycle = {0};
	uint64_t head, at;
	enum pk_status status;

	if (pk_row_value(ctx, old ? PK_R_fmt_probe_list : PK_R_dyn_event_list, &head) != PK_OK)
		return; /* built without dynamic events */
	status = pk_read_ptr(ctx, head, &at);
	for (unsigned nr = 0; status == PK_OK && at != head; nr++) {
		const struct dynamic_kind *kind;
		uint64_t object;

		if (pk_cycle_closed(&cycle, at) || nr >= MAX_DYNAMIC) {
			status = pk_fail(ctx, PK_CORRUPT, "the list does not end");
			break;
		}
		if (object_of(ctx, at, old, &object, &kind) == PK_OK)
			mark(ctx, formats, kind, object);
		status = pk_read_ptr(ctx, at, &at);
	}
	if (status != PK_OK)
		pk_warn(ctx, "dynamic events: %s", pk_error(ctx));
}
