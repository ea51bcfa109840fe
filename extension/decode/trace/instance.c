// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/trace/ring_buffer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode/list.h"

/*
 * Instances: ftrace_trace_arrays is a list of struct trace_array. New ones are added at its head, the
 * top one (global_trace, whose name is NULL) was there first and is normally the last.
 */
#define MAX_INSTANCES 4096
#define RB_BUFFER_OFF (1u << 20) /* in trace_buffer.record_disabled: what tracing_on shows */

static enum pk_status read_string_at(struct pk_ctx *ctx, uint64_t where, char *buf, size_t size)
{
	uint64_t text;
	enum pk_status status = pk_read_ptr(ctx, where, &text);

	return status == PK_OK ? pk_read_string(ctx, text, buf, size) : status;
}

/*
 * trace_clocks[] has an anonymous type, which debuginfo cannot be asked for by name. Its shape has
 * been {u64 (*func)(void); const char *name; int in_ns;} since it exists.
 */
static void read_clock(struct pk_ctx *ctx, struct pk_instance *instance)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t table, id, in_ns, word = ctx->target->facts.word_size;

	table = pk_value(&r, PK_R_trace_clocks);
	id = pk_member(&r, instance->addr, PK_R_trace_array_clock_id);
	if (id > 64)
		pk_try(&r, pk_fail(ctx, PK_CORRUPT, "clock_id %llu", (unsigned long long)id));
	pk_try(&r, read_string_at(ctx, table + id * 3 * word + word, instance->clock,
				  sizeof(instance->clock)));
	in_ns = pk_number(&r, table + id * 3 * word + 2 * word, 4);
	if (!pk_ok(&r)) {
		instance->clock[0] = '\0';
		instance->clock_in_ns = true;
		pk_warn(ctx, "trace instance %llx: clock: %s", (unsigned long long)instance->addr,
			pk_error(ctx));
		return;
	}
	instance->clock_in_ns = in_ns != 0;
}

/* A flag that was a global once and is a member now. Neither: DEFAULT. */
static uint64_t member_or_global(struct pk_ctx *ctx, uint64_t addr, enum pk_row_id member,
				 enum pk_row_id global, size_t size, uint64_t default_value)
{
	uint64_t value, symbol;
	enum pk_status status;

	if (pk_has(ctx, member))
		status = pk_member_uint(ctx, addr, member, &value);
	else if (pk_has(ctx, global) && pk_row_value(ctx, global, &symbol) == PK_OK)
		status = pk_read_uint(ctx, symbol, size, &value);
	else
		return default_value;
	if (status == PK_OK)
		return value;
	pk_warn(ctx, "trace instance %llx: %s: %s", (unsigned long long)addr, pk_row(global)->names,
		pk_error(ctx));
	return default_value;
}

static enum pk_status read_instance(struct pk_ctx *ctx, uint64_t addr, struct pk_instance *ret)
{
	struct pk_instance instance = {.addr = addr};
	uint64_t name, allocated;
	enum pk_status status;
	uint64_t tracer, offset;
	uint64_t buffer, disabled = 0, gate = 1, symbol;

	status = pk_member_uint(ctx, addr, PK_R_trace_array_name, &name);
	if (status == PK_OK && name)
		status = pk_read_string(ctx, name, instance.name, sizeof(instance.name));
	if (status == PK_OK)
		status = pk_member_uint(ctx, addr, PK_R_trace_array_time_start,
					&instance.time_start);
	if (status != PK_OK)
		return pk_wrap(ctx, status, "trace instance %llx", (unsigned long long)addr);
	status = pk_member_uint(ctx, instance.addr, PK_R_trace_array_current_trace, &tracer);
	if (status == PK_OK)
		status = pk_row_offset(ctx, PK_R_tracer_name, &offset);
	if (status == PK_OK)
		status = read_string_at(ctx, tracer + offset, instance.tracer,
					sizeof(instance.tracer));
	if (status != PK_OK) {
		instance.tracer[0] = '\0';
		pk_warn(ctx, "trace instance %llx: current tracer: %s",
			(unsigned long long)instance.addr, pk_error(ctx));
	}
	read_clock(ctx, &instance);
	/* As the file tracing_on reads: this buffer's switch, and the gate over all buffers up
	 * to 3.18. */
	status = pk_member_uint(ctx, instance.addr, PK_R_trace_array_buffer, &buffer);
	if (status == PK_OK)
		status = pk_member_uint(ctx, buffer, PK_R_trace_buffer_record_disabled, &disabled);
	if (status != PK_OK)
		pk_warn(ctx, "trace instance %llx: tracing_on: %s",
			(unsigned long long)instance.addr, pk_error(ctx));
	if (pk_row_value(ctx, PK_R_ring_buffer_flags, &symbol) == PK_OK &&
	    pk_read_ptr(ctx, symbol, &gate) != PK_OK)
		gate = 1;
	instance.tracing_on = status == PK_OK && !(disabled & RB_BUFFER_OFF) && gate == 1;
	instance.expanded = member_or_global(ctx, addr, PK_R_trace_array_expanded,
					     PK_R_ring_buffer_expanded, 1, 1) &
			    0xff;
	instance.flags = member_or_global(ctx, addr, PK_R_trace_array_flags, PK_R_trace_flags,
					  ctx->target->facts.word_size, 0);
	instance.has_snapshot = pk_has(ctx, PK_R_trace_array_snapshot) &&
				pk_member_uint(ctx, addr, PK_R_trace_array_allocated_snapshot,
					       &allocated) == PK_OK &&
				allocated;
	*ret = instance;
	return PK_OK;
}

enum pk_status pk_instance_snapshot_time(struct pk_ctx *ctx, const struct pk_instance *instance,
					 uint64_t *ret_begin)
{
	*ret_begin = instance->time_start;
	if (!pk_has(ctx, PK_R_trace_array_snapshot_time_start))
		return PK_OK;
	return pk_member_uint(ctx, instance->addr, PK_R_trace_array_snapshot_time_start, ret_begin);
}

enum pk_status pk_instance_cpu_data(struct pk_ctx *ctx, const struct pk_instance *instance,
				    bool snapshot, int cpu, uint64_t *ret_data)
{
	uint64_t data, offset;
	enum pk_status status = pk_member_uint(
		ctx, instance->addr,
		snapshot ? PK_R_trace_array_snapshot_data : PK_R_trace_array_buffer_data, &data);

	if (status == PK_OK && !data)
		status = pk_fail(ctx, PK_ABSENT, "no data of CPU %d", cpu);
	if (status == PK_OK)
		status = pk_percpu_offset(ctx, cpu, &offset);
	if (status == PK_OK)
		*ret_data = data + offset;
	return status;
}

enum pk_status pk_instance_skipped(struct pk_ctx *ctx, const struct pk_instance *instance,
				   bool snapshot, int cpu, uint64_t *ret_nr)
{
	uint64_t data;
	enum pk_status status;

	if (!pk_has(ctx, PK_R_lat_skipped_entries))
		return pk_none(ctx, PK_ABSENT);
	status = pk_instance_cpu_data(ctx, instance, snapshot, cpu, &data);
	return status == PK_OK ? pk_member_uint(ctx, data, PK_R_lat_skipped_entries, ret_nr)
			       : status;
}

static enum pk_status no_tracing(struct pk_ctx *ctx, enum pk_status status)
{
	return pk_wrap(ctx, status,
		       status == PK_ABSENT ? "this kernel was built without tracing"
					   : "this kernel's trace instances cannot be found");
}

/* Where the list is broken, the members on both sides of the break. */
static void collect(struct pk_reader *r, struct pk_instance_iter *iter)
{
	struct pk_reader members = {.ctx = r->ctx};
	uint64_t head = pk_value(r, PK_R_ftrace_trace_arrays);
	uint64_t link = pk_offset(r, PK_R_trace_array_list);

	pk_pointer(r, head);
	if (!pk_ok(r)) {
		no_tracing(r->ctx, r->status);
		return;
	}
	iter->addrs = malloc(MAX_INSTANCES * sizeof(*iter->addrs));
	if (!iter->addrs) {
		pk_try(r, pk_fail(r->ctx, PK_NOMEM, "trace instances"));
		return;
	}
	pk_list_for_each (node, &members, head) {
		if (iter->nr == MAX_INSTANCES) {
			pk_warn(r->ctx, "more than %u trace instances: the rest is not shown",
				MAX_INSTANCES);
			break;
		}
		iter->addrs[iter->nr++] = node - link;
	}
	if (!pk_ok(&members))
		pk_warn(r->ctx, "the list of trace instances: %s", pk_error(r->ctx));
}

/* Whether the instance at ADDR was ever put on a list. */
static bool was_listed(struct pk_ctx *ctx, uint64_t addr)
{
	uint64_t link, next;

	return pk_row_offset(ctx, PK_R_trace_array_list, &link) == PK_OK &&
	       pk_read_ptr(ctx, addr + link, &next) == PK_OK && next;
}

/* A list that breaks before its last member lacks global_trace, which has a symbol of its own. It is empty
 * in a kernel that has not got so far as to make it. */
static void add_missing(struct pk_instance_iter *iter, uint64_t top)
{
	for (unsigned i = 0; i < iter->nr; i++)
		if (iter->addrs[i] == top)
			return;
	if (!top || (!iter->nr && !was_listed(iter->ctx, top)))
		return;
	pk_warn(iter->ctx,
		"ftrace_trace_arrays does not lead to global_trace %llx: taken by its name",
		(unsigned long long)top);
	if (iter->nr == MAX_INSTANCES)
		iter->nr--;
	iter->addrs[iter->nr++] = top;
}

static void put_first(uint64_t *addrs, unsigned nr, uint64_t addr)
{
	for (unsigned i = 0; i < nr; i++) {
		if (addrs[i] != addr)
			continue;
		memmove(addrs + 1, addrs, i * sizeof(*addrs));
		addrs[0] = addr;
		break;
	}
}

/*
 * Each instance has a buffer of its own, and whatever is done with an instance is done with all of that buffer: if two
 * claim one, it is the first's.
 */
static bool has_own_buffer(struct pk_ctx *ctx, uint64_t instance, struct pk_address_set *buffers)
{
	uint64_t buffer;

	if (pk_member_uint(ctx, instance, PK_R_trace_array_buffer, &buffer) != PK_OK || !buffer ||
	    pk_address_set_add(buffers, buffer, MAX_INSTANCES))
		return true;
	pk_warn(ctx, "trace instance %llx is skipped: buffer %llx is another one's",
		(unsigned long long)instance, (unsigned long long)buffer);
	return false;
}

/* The top instance first: global_trace by name, else the one without a name. */
struct pk_instance_iter pk_instance_begin(struct pk_reader *r)
{
	struct pk_instance_iter iter = {.ctx = r->ctx};
	uint64_t top = 0;

	if (pk_ok(r))
		collect(r, &iter);
	if (!pk_ok(r))
		return iter;
	if (pk_row_value(r->ctx, PK_R_global_trace, &top) != PK_OK && iter.nr)
		top = iter.addrs[iter.nr - 1];
	add_missing(&iter, top);
	put_first(iter.addrs, iter.nr, top);
	return iter;
}

bool pk_instance_next(struct pk_instance_iter *iter, struct pk_instance *ret_instance)
{
	while (iter->at < iter->nr) {
		uint64_t addr = iter->addrs[iter->at++];

		if (!has_own_buffer(iter->ctx, addr, &iter->buffers))
			continue;
		if (read_instance(iter->ctx, addr, ret_instance) == PK_OK)
			return true;
		pk_warn(iter->ctx, "%s", pk_error(iter->ctx));
	}
	return false;
}

void pk_instance_end(struct pk_instance_iter *iter)
{
	free(iter->addrs);
	pk_address_set_deinit(&iter->buffers);
}

enum pk_status pk_instance_top(struct pk_ctx *ctx, struct pk_instance *ret_instance)
{
	struct pk_reader r = {.ctx = ctx};

	pk_instance_for_each (instance, &r)
		if (!instance.name[0]) {
			*ret_instance = instance;
			return PK_OK;
		}
	pk_try(&r, pk_fail(ctx, PK_CORRUPT, "no top instance on ftrace_trace_arrays"));
	return r.status;
}

enum pk_status pk_instance_named(struct pk_ctx *ctx, const char *name,
				 struct pk_instance *ret_instance)
{
	struct pk_reader r = {.ctx = ctx};
	char known[512] = "";

	pk_instance_for_each (instance, &r) {
		size_t len = strlen(known);

		if (!strcmp(instance.name, name)) {
			*ret_instance = instance;
			return PK_OK;
		}
		if (instance.name[0])
			snprintf(known + len, sizeof(known) - len, " %s", instance.name);
	}
	pk_try(&r, pk_fail(ctx, PK_USAGE, "no trace instance \"%s\"; there %s%s", name,
			   known[0] ? "are:" : "is none but the top one", known));
	return r.status;
}
