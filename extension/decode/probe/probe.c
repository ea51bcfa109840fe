// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/probe/probe.h"

#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/probe/probe_collect.h"

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
	bool all_known = collect->modules.whole && !collect->list->nr_unread;

	for (uint32_t i = 0; i < collect->list->nr; i++) {
		struct pk_probe *probe = &collect->list->probes[i];
		const struct pk_module *module = pk_module_named(&collect->modules, probe->module);

		if (probe->kind == PK_PROBE_BPF || probe->kind == PK_PROBE_LIVEPATCH ||
		    probe->kind == PK_PROBE_TEXT_PATCH || (module && module->foreign))
			probe->foreign = true;
		if (probe->stray && all_known) {
			probe->foreign = true;
			pk_collect_detail(probe,
					  "its handler, %llx, is in no module that the kernel "
					  "lists: of one that hid, or that is gone",
					  (unsigned long long)probe->handler);
		}
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
	if (status != PK_OK && status != PK_ABSENT) {
		pk_warn(ctx, "modules: %s", pk_error(ctx));
		collect.list->nr_unread++;
	}
	for (size_t i = 0; i < PK_ARRAY_SIZE(sources); i++) {
		status = sources[i].collect(&collect);
		if (status != PK_OK && status != PK_ABSENT) {
			pk_warn(ctx, "%s: %s", sources[i].name, pk_error(ctx));
			collect.list->nr_unread++;
		}
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
