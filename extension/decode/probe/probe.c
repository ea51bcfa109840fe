// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/probe/probe.h"

#include <stdlib.h>
#include <string.h>

#include "decode/probe/probe_collect.h"

#define MIN_FUNCTION                                                                               \
	16 /* bytes assumed for a function whose size is not known: past any patch site */

struct source {
	const char *name;
	enum pk_status (*collect)(struct pk_collect *collect);
};

/* In this order: the first tells the others what BPF code is, the last compares what they found
 * with the text. */
static const struct source sources[] = {
	{"BPF programs", pk_collect_bpf_progs},
	{"kprobes", pk_collect_kprobes},
	{"uprobes", pk_collect_uprobes},
	{"ftrace_ops", pk_collect_ftrace},
	{"function graph users", pk_collect_fgraph},
	{"fprobes", pk_collect_fprobes},
	{"tracepoints", pk_collect_tracepoints},
	{"livepatches", pk_collect_livepatch},
	{"netfilter hooks", pk_collect_netfilter},
	{"BPF attachments", pk_collect_bpf},
	{"patch sites", pk_collect_text},
};

static void free_list(void *arg)
{
	pk_probe_list_deinit(arg);
	free(arg);
}

static void collect_deinit(struct pk_collect *collect)
{
	pk_modules_deinit(&collect->modules);
	pk_ftrace_deinit(&collect->ftrace);
	free(collect->progs);
	free(collect->sites);
	free(collect->trace_kprobes);
	free(collect->instances);
	free(collect->stap.links);
}

static void mark_foreign(struct pk_collect *collect)
{
	for (uint32_t i = 0; i < collect->list->nr; i++) {
		struct pk_probe *probe = &collect->list->probes[i];
		const struct pk_module *module = pk_module_named(&collect->modules, probe->module);

		if (probe->kind == PK_PROBE_BPF || probe->kind == PK_PROBE_LIVEPATCH ||
		    probe->kind == PK_PROBE_TEXT_PATCH || (module && module->foreign))
			probe->foreign = true;
		if (module && module->foreign)
			pk_collect_detail(probe, "%s is tainted %s", module->name, module->taints);
	}
}

enum pk_status pk_probes_load(struct pk_ctx *ctx, const struct pk_probe_list **ret_list)
{
	struct pk_collect collect = {.ctx = ctx};
	enum pk_status status;

	if (ctx->slots[PK_SLOT_PROBES]) {
		*ret_list = ctx->slots[PK_SLOT_PROBES];
		return PK_OK;
	}
	collect.list = calloc(1, sizeof(*collect.list));
	if (!collect.list)
		return pk_fail(ctx, PK_NOMEM, "no memory for the list of probes");
	status = pk_modules_load(ctx, &collect.modules);
	if (status != PK_OK && status != PK_ABSENT)
		pk_warn(ctx, "modules: %s", ctx->error);
	for (size_t i = 0; i < sizeof(sources) / sizeof(sources[0]); i++) {
		status = sources[i].collect(&collect);
		if (status != PK_OK && status != PK_ABSENT)
			pk_warn(ctx, "%s: %s", sources[i].name, ctx->error);
	}
	mark_foreign(&collect);
	if (collect.list->texts_failed)
		pk_warn(ctx, "no memory for texts of probes: some are missing");
	if (!pk_probe_list_finish(collect.list))
		pk_warn(ctx, "no memory for the index of probes: functions are not marked");
	collect_deinit(&collect);
	ctx->slots[PK_SLOT_PROBES] = collect.list;
	ctx->slot_free[PK_SLOT_PROBES] = free_list;
	*ret_list = collect.list;
	return PK_OK;
}

static uint64_t function_end(uint64_t func, uint64_t size)
{
	uint64_t end = func + (size ? size : MIN_FUNCTION);

	return end > func ? end : UINT64_MAX;
}

static bool filter_covers(const struct pk_probe *probe, uint64_t func, uint64_t end, bool all)
{
	if (probe->nr_notrace && pk_addrs_in_range(probe->notrace, probe->nr_notrace, func, end))
		return false;
	if (probe->all_functions)
		return all;
	return pk_addrs_in_range(probe->filter, probe->nr_filter, func, end) > 0;
}

bool pk_probe_covers(const struct pk_probe *probe, uint64_t func, uint64_t size, bool all)
{
	uint64_t end = function_end(func, size);

	if (probe->addr)
		return probe->addr >= func && probe->addr < end;
	return filter_covers(probe, func, end, all);
}

static bool fires(const struct pk_probe *probe, bool all)
{
	if (probe->machinery || (probe->state & (PK_PROBE_DISABLED | PK_PROBE_GONE)))
		return false;
	return all || probe->kind != PK_PROBE_FGRAPH || probe->module[0];
}

static uint32_t first_at(const struct pk_probe_list *list, uint64_t addr)
{
	uint32_t low = 0, high = list->nr_by_addr;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (list->probes[list->by_addr[mid]].addr < addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

void pk_probes_on_function(const struct pk_probe_list *list, uint64_t func, uint64_t size, bool all,
			   pk_probe_fn fn, void *arg)
{
	uint64_t end = function_end(func, size);

	for (uint32_t i = first_at(list, func); i < list->nr_by_addr; i++) {
		const struct pk_probe *probe = &list->probes[list->by_addr[i]];

		if (probe->addr >= end)
			break;
		if (fires(probe, all) && !fn(probe, arg))
			return;
	}
	for (uint32_t i = 0; i < list->nr_many; i++) {
		const struct pk_probe *probe = &list->probes[list->many[i]];

		/* One with an address of its own has been delivered above. */
		if (!probe->addr && fires(probe, all) && filter_covers(probe, func, end, all) &&
		    !fn(probe, arg))
			return;
	}
}
