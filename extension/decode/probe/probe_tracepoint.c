// SPDX-License-Identifier: GPL-3.0-or-later
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/list.h"
#include "decode/probe/probe_collect.h"

/*
 * __start___tracepoints_ptrs .. __stop___tracepoints_ptrs, and module.tracepoints_ptrs: one entry a
 * tracepoint, a pointer, or (where tracepoint_ptr_t is an int) a 32-bit offset from the entry itself.
 * A tracepoint is active if funcs is not NULL: an array of { func, data, [prio] } that ends with a
 * NULL func.
 *
 * Events of system calls have no tracepoints of their own: all of an instance's share one callback on
 * raw_syscalls:sys_enter (and sys_exit), which finds them in trace_array.enter_syscall_files[number] (3.10).
 */
#define MAX_TRACEPOINTS (1u << 16)
#define MAX_FUNCS 256
#define MAX_SYSCALLS 4096

struct event_of {
	uint64_t tp, call;
};

struct tracepoints {
	struct pk_collect *collect;
	struct event_of *events; /* sorted by tracepoint */
	uint32_t nr_events, room;
	uint64_t func_size;
};

static int by_tp(const void *left, const void *right)
{
	const struct event_of *a = left, *b = right;

	return a->tp < b->tp ? -1 : a->tp > b->tp;
}

/* Which event belongs to which tracepoint: for the system in its name. */
static void load_events(struct tracepoints *tps)
{
	struct pk_collect *collect = tps->collect;
	struct pk_ctx *ctx = collect->ctx;
	struct pk_reader r = {.ctx = ctx};
	uint64_t head = pk_collect_symbol(collect, PK_R_ftrace_events), link;

	if (!head || !pk_has(ctx, PK_R_probe_call_tp) ||
	    pk_row_offset(ctx, PK_R_event_call_list, &link) != PK_OK)
		return;
	pk_list_for_each (node, &r, head) {
		uint64_t call = node - link;

		if (!pk_collect_of_tracepoint(collect, call))
			continue;
		if (!pk_grow(tps->events, tps->nr_events, tps->room))
			break;
		tps->events[tps->nr_events++] =
			(struct event_of){pk_collect_uint(collect, call, PK_R_probe_call_tp), call};
	}
	if (!pk_ok(&r))
		pk_warn(ctx, "ftrace_events: %s", pk_error(ctx));
	if (tps->nr_events)
		qsort(tps->events, tps->nr_events, sizeof(*tps->events), by_tp);
}

/* "tcp:tcp_probe" by the struct trace_event_call CALL; "" if it cannot be read. */
static void name_by_event(struct pk_collect *collect, uint64_t call, struct pk_probe *probe)
{
	char text[160], *slash;

	pk_collect_event(collect, call, text, sizeof(text));
	slash = strchr(text, '/');
	if (slash)
		*slash = ':';
	pk_collect_target_name(probe, "%s", text);
}

/* The same where an event says the system, else the tracepoint's own name. */
static void target_name(struct tracepoints *tps, uint64_t tp, struct pk_probe *probe)
{
	struct pk_ctx *ctx = tps->collect->ctx;
	struct event_of key = {.tp = tp}, *event = NULL;
	uint64_t name = pk_collect_uint(tps->collect, tp, PK_R_tracepoint_name);
	char text[PK_SYMBOL_NAME_MAX];

	if (tps->nr_events)
		event = bsearch(&key, tps->events, tps->nr_events, sizeof(key), by_tp);
	if (event)
		name_by_event(tps->collect, event->call, probe);
	if (probe->target.name[0])
		return;
	if (name && pk_read_string(ctx, name, text, sizeof(text)) == PK_OK) {
		pk_collect_target_name(probe, "%s", text);
		return;
	}
	if (name)
		pk_warn(ctx, "name of tracepoint %" PRIx64 ": %s", tp, pk_error(ctx));
	pk_collect_target_name(probe, "%" PRIx64, tp);
}

static bool starts(const char *text, const char *prefix)
{
	return !strncmp(text, prefix, strlen(prefix));
}

/* Of a struct trace_event_file: the event, and its instance; the top one goes without saying. */
static void file_owner(struct pk_collect *collect, struct pk_probe *probe, uint64_t file)
{
	uint64_t tr = pk_collect_uint(collect, file, PK_R_probe_file_tr);
	char instance[80];

	pk_collect_event_owner(collect, probe,
			       pk_collect_uint(collect, file, PK_R_probe_file_call));
	pk_collect_instance(collect, tr, instance, sizeof(instance));
	if (!starts(instance, "top"))
		pk_collect_owner_text(probe, "%s, %s", probe->owner, instance);
}

/* The events of system calls that the callback of the struct trace_array TR serves. */
static void read_syscalls(struct tracepoints *tps, uint64_t tp, uint64_t handler, uint64_t tr,
			  bool enter)
{
	struct pk_collect *collect = tps->collect;
	struct pk_ctx *ctx = collect->ctx;
	enum pk_row_id row = enter ? PK_R_probe_tr_enter_syscalls : PK_R_probe_tr_exit_syscalls;
	uint64_t word = ctx->target->facts.word_size, nr, file;

	if (!tr || !pk_has(ctx, row))
		return;
	nr = pk_layout_get(ctx, row)->member.elements;
	for (uint64_t i = 0; i < nr && i < MAX_SYSCALLS && !collect->full; i++) {
		struct pk_probe *probe;

		if (pk_read_ptr(ctx, tr + pk_layout_get(ctx, row)->member.offset + i * word,
				&file) != PK_OK) {
			pk_warn(ctx, "events of system calls: %s", pk_error(ctx));
			return;
		}
		if (!file)
			continue;
		probe = pk_collect_add(collect, PK_PROBE_TRACEPOINT);
		if (!probe)
			return;
		probe->object = tp;
		name_by_event(collect, pk_collect_uint(collect, file, PK_R_probe_file_call), probe);
		pk_collect_handler(collect, probe, handler);
		file_owner(collect, probe, file);
	}
}

/* By the naming of the macros that make the callbacks; DATA is what each of them expects. */
static void read_owner(struct tracepoints *tps, struct pk_probe *probe, uint64_t data)
{
	struct pk_collect *collect = tps->collect;
	char instance[80];

	if (starts(probe->handler_name, "trace_event_raw_event_")) {
		file_owner(collect, probe, data);
		return;
	}
	if (starts(probe->handler_name, "ftrace_syscall_"))
		pk_collect_owner_text(
			probe, "events of system calls, %s",
			pk_collect_instance(collect, data, instance, sizeof(instance)));
	else if (starts(probe->handler_name, "perf_trace_") ||
		 starts(probe->handler_name, "perf_syscall_"))
		pk_collect_owner_text(probe, "perf");
	else if (starts(probe->handler_name, "__bpf_trace_"))
		pk_collect_owner_text(probe, "BPF");
	else
		pk_collect_owner(collect, probe);
}

/* The programs that the callback at INDEX of the list runs; then it is only their carrier. */
static void read_progs(struct tracepoints *tps, uint32_t index, uint64_t data)
{
	struct pk_collect *collect = tps->collect;
	const struct pk_probe *probe = &collect->list->probes[index]; /* until one is added */
	struct pk_bpf_prog *prog = NULL;
	bool carrier = false;

	if (!strcmp(probe->owner, "perf")) {
		carrier = pk_collect_call_progs(collect, probe, data) > 0;
	} else if (!strcmp(probe->owner, "BPF")) {
		prog = pk_collect_prog(collect, data);
		/* From 6.12 data is the link, not the program. */
		if (!prog)
			prog = pk_collect_prog(collect,
					       pk_collect_uint(collect, data, PK_R_bpf_link_prog));
	}
	if (prog) {
		pk_collect_carried(collect, probe, prog);
		carrier = true;
	}
	collect->list->probes[index].machinery = carrier;
}

static void read_syscalls_of(struct tracepoints *tps, uint32_t index, uint64_t data)
{
	struct pk_collect *collect = tps->collect;
	const struct pk_probe *probe = &collect->list->probes[index];
	uint32_t nr = collect->list->nr;

	if (!starts(probe->owner, "events of system calls"))
		return;
	read_syscalls(tps, probe->object, probe->handler, data,
		      !strcmp(probe->handler_name, "ftrace_syscall_enter"));
	collect->list->probes[index].machinery = collect->list->nr > nr;
}

/* False: the array ends here. */
static bool read_func(struct tracepoints *tps, uint64_t tp, uint64_t entry)
{
	struct pk_collect *collect = tps->collect;
	struct pk_ctx *ctx = collect->ctx;
	struct pk_probe *probe;
	struct pk_symbol symbol;
	uint64_t func, data;
	uint32_t index;

	if (pk_member_uint(ctx, entry, PK_R_tracepoint_func_func, &func) != PK_OK) {
		pk_warn(ctx, "callbacks of tracepoint %" PRIx64 ": %s", tp, pk_error(ctx));
		return false;
	}
	if (!func)
		return false;
	/* Left behind where a callback was removed and no new array could be allocated. */
	if (pk_symbol_at(ctx, func, &symbol) == PK_OK && !strcmp(symbol.name, "tp_stub_func"))
		return true;
	probe = pk_collect_add(collect, PK_PROBE_TRACEPOINT);
	if (!probe)
		return false;
	data = pk_collect_uint(collect, entry, PK_R_tracepoint_func_data);
	probe->object = tp;
	target_name(tps, tp, probe);
	pk_collect_handler(collect, probe, func);
	read_owner(tps, probe, data);
	index = collect->list->nr - 1;
	read_progs(tps, index, data);
	read_syscalls_of(tps, index, data);
	return true;
}

static void read_tracepoint(struct tracepoints *tps, uint64_t tp)
{
	struct pk_ctx *ctx = tps->collect->ctx;
	uint64_t funcs;
	unsigned i;

	if (pk_member_uint(ctx, tp, PK_R_tracepoint_funcs, &funcs) != PK_OK) {
		pk_warn(ctx, "tracepoint %" PRIx64 ": %s", tp, pk_error(ctx));
		return;
	}
	for (i = 0; funcs && i < MAX_FUNCS; i++)
		if (!read_func(tps, tp, funcs + i * tps->func_size))
			return;
	if (i == MAX_FUNCS)
		pk_warn(ctx, "tracepoint %" PRIx64 " has no end of callbacks within %u", tp, i);
}

/* A table of NR entries at START. */
static enum pk_status read_table(struct tracepoints *tps, uint64_t start, uint64_t nr,
				 bool relative)
{
	struct pk_ctx *ctx = tps->collect->ctx;
	size_t size = relative ? 4 : ctx->target->facts.word_size;
	uint8_t *table;
	enum pk_status status;

	if (!nr)
		return PK_OK;
	if (nr > MAX_TRACEPOINTS)
		return pk_fail(ctx, PK_CORRUPT, "%" PRIu64 " tracepoints at %" PRIx64, nr, start);
	table = malloc(nr * size);
	if (!table)
		return pk_fail(ctx, PK_NOMEM, "no memory for %" PRIu64 " tracepoints", nr);
	status = pk_read(ctx, start, table, nr * size);
	for (uint64_t i = 0; status == PK_OK && i < nr && !tps->collect->full; i++) {
		uint64_t slot = start + i * size, tp;

		tp = relative ? slot + (uint64_t)pk_sint(ctx, table + i * size, size)
			      : pk_uint(ctx, table + i * size, size);
		if (tp)
			read_tracepoint(tps, tp);
	}
	free(table);
	return status;
}

enum pk_status pk_collect_tracepoints(struct pk_collect *collect)
{
	struct pk_ctx *ctx = collect->ctx;
	struct tracepoints tps = {.collect = collect};
	uint64_t start, stop, size = 0;
	bool relative;
	enum pk_status status = pk_row_values(
		ctx, PK_WANTED({PK_R_tracepoints_start, &start}, {PK_R_tracepoints_stop, &stop},
			       {PK_R_tracepoint_func, &tps.func_size}));

	if (status != PK_OK)
		return status;
	relative = pk_has(ctx, PK_R_tracepoint_ptr) &&
		   pk_row_value(ctx, PK_R_tracepoint_ptr, &size) == PK_OK && size == 4;
	size = relative ? 4 : ctx->target->facts.word_size;
	load_events(&tps);
	if (stop < start)
		status = pk_fail(ctx, PK_CORRUPT, "the table of tracepoints ends before it begins");
	else
		status = read_table(&tps, start, (stop - start) / size, relative);
	for (uint32_t i = 0; i < collect->modules.nr; i++) {
		const struct pk_module *module = &collect->modules.modules[i];

		if (module->nr_tracepoints && read_table(&tps, module->tracepoints,
							 module->nr_tracepoints, relative) != PK_OK)
			pk_warn(ctx, "tracepoints of module %s: %s", module->name, pk_error(ctx));
	}
	free(tps.events);
	return status;
}
