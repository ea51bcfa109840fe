// SPDX-License-Identifier: GPL-3.0-or-later
/* What is set on the events of an instance: enabled, filtered, with triggers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode/list.h"
#include "decode/trace/tracing.h"

#define MAX_DAMAGED 8 /* triggers of one event */

static int compare_calls(const void *left, const void *right)
{
	const struct pk_format *const *a = left, *const *b = right;

	return (*a)->call < (*b)->call ? -1 : (*a)->call > (*b)->call;
}

static bool bit_set(struct pk_ctx *ctx, enum pk_row_id row, uint64_t flags)
{
	uint64_t bit;

	return pk_row_value(ctx, row, &bit) == PK_OK && bit < 64 && (flags >> bit & 1);
}

/* A text that hangs off MEMBER of BASE; none is no error. */
static enum pk_status text_at(struct pk_ctx *ctx, uint64_t base, enum pk_row_id member, char *text,
			      size_t size)
{
	uint64_t pointer;
	enum pk_status status = pk_member_uint(ctx, base, member, &pointer);

	text[0] = '\0';
	return status == PK_OK && pointer ? pk_read_string(ctx, pointer, text, size) : status;
}

static const struct pk_format *format_of(const struct pk_event_file_iter *iter, uint64_t call)
{
	struct pk_format key = {.call = call};
	const struct pk_format *wanted = &key;
	const struct pk_format **found = bsearch(&wanted, iter->by_call, iter->nr_formats,
						 sizeof(const struct pk_format *), compare_calls);

	return found ? *found : NULL;
}

static enum pk_status read_file(struct pk_event_file_iter *iter, uint64_t addr,
				struct pk_event_file *file)
{
	struct pk_ctx *ctx = iter->list.r->ctx;
	uint64_t call, flags, filter;
	enum pk_status status;

	memset(file, 0, sizeof(*file));
	file->addr = addr;
	if ((status = pk_member_uint(ctx, addr, PK_R_probe_file_call, &call)) != PK_OK ||
	    (status = pk_member_uint(ctx, addr, PK_R_event_file_flags, &flags)) != PK_OK)
		return status;
	file->format = format_of(iter, call);
	if (!file->format)
		return pk_fail(ctx, PK_CORRUPT, "its event %llx is on no list",
			       (unsigned long long)call);
	file->enabled = bit_set(ctx, PK_R_event_file_enabled_bit, flags);
	file->soft_disabled = bit_set(ctx, PK_R_event_file_soft_disabled_bit, flags);
	if (pk_has(ctx, PK_R_event_file_filter) &&
	    (status = pk_member_uint(ctx, addr, PK_R_event_file_filter, &filter)) == PK_OK &&
	    filter)
		status = text_at(ctx, filter, PK_R_event_filter_string, file->filter,
				 sizeof(file->filter));
	return status;
}

struct pk_event_file_iter pk_event_file_begin(struct pk_reader *r, uint64_t instance)
{
	const bool begun = pk_ok(r);
	struct pk_event_file_iter iter = {.link = 0};
	uint64_t head = pk_member_at(r, instance, PK_R_trace_array_events);
	const struct pk_formats *formats;

	iter.link = pk_offset(r, PK_R_event_file_list);
	if (pk_try(r, pk_formats_load(r->ctx, &formats))) {
		iter.nr_formats = pk_formats_nr(formats);
		iter.by_call = malloc((iter.nr_formats + 1ull) * sizeof(*iter.by_call));
		if (!iter.by_call)
			pk_try(r, pk_fail(r->ctx, PK_NOMEM, "%u event formats", iter.nr_formats));
	}
	for (uint32_t i = 0; pk_ok(r) && i < iter.nr_formats; i++)
		iter.by_call[i] = pk_formats_at(formats, i);
	if (pk_ok(r))
		qsort(iter.by_call, iter.nr_formats, sizeof(*iter.by_call), compare_calls);
	iter.list = pk_list_begin(r, head, true);
	if (begun)
		pk_wrap(r->ctx, r->status, "the instance's events");
	return iter;
}

bool pk_event_file_next(struct pk_event_file_iter *iter, struct pk_event_file *ret_file)
{
	struct pk_ctx *ctx = iter->list.r->ctx;
	uint64_t node;

	while ((node = pk_list_next(&iter->list))) {
		if (read_file(iter, node - iter->link, ret_file) == PK_OK)
			return true;
		pk_warn(ctx, "event file %llx: %s", (unsigned long long)(node - iter->link),
			pk_error(ctx));
	}
	return false;
}

void pk_event_file_end(struct pk_event_file_iter *iter)
{
	pk_list_end(&iter->list);
	pk_wrap(iter->list.r->ctx, iter->list.broken.status, "the instance's events");
	free(iter->by_call);
}

void pk_event_file_name(struct pk_ctx *ctx, uint64_t file, char *text, size_t size)
{
	const struct pk_formats *formats;
	uint64_t call;

	text[0] = '\0';
	if (pk_member_uint(ctx, file, PK_R_probe_file_call, &call) != PK_OK ||
	    pk_formats_load(ctx, &formats) != PK_OK)
		return;
	for (uint32_t i = 0; i < pk_formats_nr(formats); i++) {
		const struct pk_format *format = pk_formats_at(formats, i);

		if (format->call == call)
			snprintf(text, size, "%.63s:%.63s", format->system, format->name);
	}
}

static enum pk_status read_trigger(struct pk_ctx *ctx, uint64_t addr,
				   struct pk_event_trigger *trigger)
{
	uint64_t command, paused = 0, private_data;
	enum pk_status status;

	memset(trigger, 0, sizeof(*trigger));
	if ((status = pk_member_uint(ctx, addr, PK_R_event_trigger_cmd, &command)) != PK_OK ||
	    (status = text_at(ctx, command, PK_R_event_command_name, trigger->command,
			      sizeof(trigger->command))) != PK_OK ||
	    (status = pk_member_uint(ctx, addr, PK_R_event_trigger_count, &trigger->count)) !=
		    PK_OK ||
	    (status = text_at(ctx, addr, PK_R_event_trigger_filter, trigger->filter,
			      sizeof(trigger->filter))) != PK_OK)
		return status;
	/* -1 is "unlimited" */
	trigger->limited =
		trigger->count != (ctx->target->facts.word_size == 8 ? UINT64_MAX : UINT32_MAX);
	if (pk_has(ctx, PK_R_event_trigger_paused))
		pk_member_uint(ctx, addr, PK_R_event_trigger_paused, &paused);
	trigger->paused = paused;
	if ((!strcmp(trigger->command, "enable_event") ||
	     !strcmp(trigger->command, "disable_event") ||
	     !strcmp(trigger->command, "enable_hist") ||
	     !strcmp(trigger->command, "disable_hist")) &&
	    pk_member_uint(ctx, addr, PK_R_event_trigger_private, &private_data) == PK_OK) {
		uint64_t file, offset = 0;

		/* enable_event and its kin keep a struct enable_trigger_data {file, enable,
		 * hist}, which has no other type of its name before 5.18: its first member has
		 * always been the file. */
		if (pk_has(ctx, PK_R_enable_trigger_file))
			pk_row_offset(ctx, PK_R_enable_trigger_file, &offset);
		if (pk_read_ptr(ctx, private_data + offset, &file) == PK_OK)
			pk_event_file_name(ctx, file, trigger->event, sizeof(trigger->event));
	}
	return PK_OK;
}

enum pk_status pk_event_triggers_walk(struct pk_ctx *ctx, const struct pk_event_file *file,
				      pk_event_trigger_fn fn, void *arg)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t head = pk_member_at(&r, file->addr, PK_R_event_file_triggers);
	uint64_t link = pk_offset(&r, PK_R_event_trigger_list);
	struct pk_event_trigger trigger;
	unsigned damaged = 0;

	pk_list_for_each (node, &r, head) {
		if (read_trigger(ctx, node - link, &trigger) == PK_OK) {
			if (!fn(&trigger, arg))
				break;
			continue;
		}
		pk_warn(ctx, "event trigger %llx: %s", (unsigned long long)(node - link),
			pk_error(ctx));
		/* A list of something else, of each of thousands of events. */
		if (++damaged == MAX_DAMAGED)
			return pk_fail(ctx, PK_CORRUPT,
				       "triggers of %s:%s: %u of them cannot be read: no more were "
				       "looked at",
				       file->format->system, file->format->name, damaged);
	}
	return pk_wrap(ctx, r.status, "triggers of %s:%s", file->format->system,
		       file->format->name);
}
