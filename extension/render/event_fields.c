// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/views.h"

static void show_prefix(struct pk_out *out, const struct pk_event_line *line)
{
	const struct pk_event *event = &line->event;
	unsigned long long us = (event->ts + 500) / 1000;

	pk_out_str(out, "comm", "%16s", line->comm);
	pk_out_int(out, "pid", "-%-7lld ", event->pid);
	pk_out_int(out, "cpu", "[%03lld] ", event->cpu);
	pk_out_str(out, "flags", "%s", line->flags);
	pk_out_ns(out, "ts_ns", NULL, event->ts);
	if (line->clock_in_ns)
		pk_out_text(out, " %5llu.%06llu: ", us / 1000000, us % 1000000);
	else
		pk_out_text(out, " %12llu: ", (unsigned long long)event->ts);
}

/* Shows the value at AT, with its elements if it is a list. Returns the next position. */
static uint32_t show_value(struct pk_out *out, const struct pk_event_line *line, uint32_t at)
{
	const struct pk_event_value *value = &line->values[at++];

	if (value->lead)
		pk_out_text(out, "%s", value->lead);
	else if (value->kind != PK_VALUE_ABSENT)
		pk_out_text(out, " %s=", value->name);
	switch (value->kind) {
	case PK_VALUE_TEXT:
		pk_out_str(out, value->name, "%s", value->text);
		break;
	case PK_VALUE_INT:
		pk_out_int(out, value->name, "%lld", (long long)value->number);
		break;
	case PK_VALUE_UINT:
		pk_out_uint(out, value->name, "%llu", value->number);
		break;
	case PK_VALUE_ADDR:
		pk_out_addr(out, value->name, "0x%llx", value->number);
		break;
	case PK_VALUE_NS:
		pk_out_ns(out, value->name, "%llu", value->number);
		break;
	case PK_VALUE_LIST:
		pk_out_array_begin(out, value->name);
		for (uint32_t end = at + (uint32_t)value->number; at < end;)
			at = show_value(out, line, at);
		pk_out_array_end(out);
		break;
	case PK_VALUE_UNREADABLE:
		pk_out_text(out, "?");
		/* fallthrough */
	case PK_VALUE_ABSENT:
		pk_out_null(out, value->name);
	}
	return at;
}

void pk_render_event_fields(struct pk_out *out, const struct pk_event_line *line)
{
	const struct pk_event *event = &line->event;

	if (event->lost_before == PK_LOST_UNKNOWN)
		pk_out_text(out, "CPU:%d [LOST EVENTS]\n", event->cpu);
	else if (event->lost_before)
		pk_out_text(out, "CPU:%d [LOST %llu EVENTS]\n", event->cpu,
			    (unsigned long long)event->lost_before);
	PK_OUT_RECORD(out, "trace_event");
	show_prefix(out, line);
	pk_out_str(out, "system", NULL, line->system);
	pk_out_str(out, "name", "%s:", line->name);
	pk_out_uint(out, "event_type", line->name ? NULL : "unknown event %llu:", event->type);
	pk_out_uint_if(out, "lost_before", NULL, event->lost_before != PK_LOST_UNKNOWN,
		       event->lost_before);
	pk_out_object_begin(out, "fields");
	for (uint32_t at = 0; at < line->nr;)
		at = show_value(out, line, at);
	pk_out_object_end(out);
	pk_out_bool(out, "consumed", event->consumed);
	pk_out_bool(out, "uncommitted", event->uncommitted);
	pk_out_text(out, "%s%s\n", event->consumed ? " (consumed)" : "",
		    event->uncommitted ? " (uncommitted)" : "");
}
