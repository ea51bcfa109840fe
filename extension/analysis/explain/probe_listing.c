// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/explain/probes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"

struct making {
	struct pk_ctx *ctx;
	struct pk_probe_listing *listing;
	bool nomem;
};

static const char *keep(struct making *making, const char *text)
{
	const char *kept = pk_texts_keep(&making->listing->texts, text);

	making->nomem |= !kept;
	return kept;
}

/* A filter of two or three functions is worth its names, if they fit. */
static const char *few_functions(struct making *making, const struct pk_probe *probe)
{
	char buf[48];
	size_t size = sizeof(buf), len = 0;

	if (probe->addr || probe->filter_unknown || probe->nr_filter < 2 || probe->nr_filter > 3)
		return NULL;
	for (uint32_t i = 0; i < probe->nr_filter && len < size; i++) {
		struct pk_symbol symbol;

		if (pk_symbol_at(making->ctx, probe->filter[i], &symbol) != PK_OK)
			snprintf(symbol.name, sizeof(symbol.name), "%" PRIx64, probe->filter[i]);
		len += (size_t)snprintf(buf + len, size - len, "%s%s", len ? ", " : "",
					symbol.name);
	}
	return len < size ? keep(making, buf) : NULL;
}

/* Size is of no interest here; the offset is, where it is not zero. */
static const char *function_at(struct making *making, uint64_t addr)
{
	char name[2 * PK_SYMBOL_NAME_MAX], *slash, *module;

	slash = strstr((char *)pk_symbolize(making->ctx, addr, name, sizeof(name)), "/0x");
	if (!slash)
		return keep(making, name);
	module = strchr(slash, '[');
	if (slash - name > 4 && !strncmp(slash - 4, "+0x0", 4))
		slash -= 4;
	*slash = '\0';
	if (module) {
		*slash = ' ';
		memmove(slash + 1, module, strlen(module) + 1);
	}
	return keep(making, name);
}

static const char **functions_at(struct making *making, const uint64_t *addrs, uint32_t nr)
{
	const char **names = calloc(nr + 1, sizeof(*names));

	making->nomem |= !names;
	for (uint32_t i = 0; names && i < nr; i++)
		names[i] = function_at(making, addrs[i]);
	return names;
}

/* EVENT with or without its system: "tcp_probe" is on "tcp:tcp_probe". */
static bool on_event(const struct pk_probe *probe, const char *event)
{
	const char *colon = strchr(probe->target.name, ':');

	return !strcmp(probe->target.name, event) || (colon && !strcmp(colon + 1, event));
}

static bool wanted(const struct pk_probe *probe, const struct pk_probes_request *request)
{
	if (request->event)
		return !probe->addr && on_event(probe, request->event);
	return !request->func || pk_probe_covers(probe, request->func, request->size, true);
}

static void add(struct making *making, const struct pk_probe *probe)
{
	struct pk_probe_listing *listing = making->listing;
	struct pk_listed_probe *listed;

	if (!pk_grow(listing->probes, listing->nr, listing->room)) {
		making->nomem = true;
		return;
	}
	listed = &listing->probes[listing->nr++];
	*listed = (struct pk_listed_probe){
		.probe = probe,
		.path_unknown = pk_probe_path_unknown(making->ctx, probe),
		.on_path = pk_probe_on_path(making->ctx, probe),
		.few = few_functions(making, probe),
	};
	if (listed->on_path && !probe->addr)
		listed->path_functions = pk_probe_path_functions(making->ctx, probe);
	if (listing->request.verbose) {
		listed->filter = functions_at(making, probe->filter, probe->nr_filter);
		listed->notrace = functions_at(making, probe->notrace, probe->nr_notrace);
	}
}

/* By a symbol that is there wherever the kind is. What is not known to be absent is not said. */
static void find_not_built_in(struct pk_ctx *ctx, struct pk_probe_listing *listing)
{
	static const struct {
		enum pk_row_id row;
		const char *kind;
	} kinds[PK_NOT_BUILT_IN] = {
		{PK_R_kprobe_table, "kprobes"},		 {PK_R_ftrace_ops_list, "function tracer"},
		{PK_R_tracepoints_start, "tracepoints"}, {PK_R_prog_idr, "BPF programs"},
		{PK_R_klp_patches, "livepatch"},
	};

	for (size_t i = 0; i < PK_ARRAY_SIZE(kinds); i++)
		if (pk_layout_get(ctx, kinds[i].row)->state == PK_ROW_ABSENT)
			listing->not_built_in[listing->nr_not_built_in++] = kinds[i].kind;
}

enum pk_status pk_probe_listing_make(struct pk_ctx *ctx, const struct pk_probe_list *list,
				     const struct pk_probes_request *request,
				     struct pk_probe_listing *ret_listing)
{
	struct pk_probe_listing listing = {.request = *request};
	struct making making = {.ctx = ctx, .listing = &listing};

	for (uint32_t i = 0; i < list->nr; i++)
		if (wanted(&list->probes[i], request))
			add(&making, &list->probes[i]);
	if (!request->func && !request->event)
		listing.totals = pk_probe_totals(ctx, list);
	find_not_built_in(ctx, &listing);
	if (making.nomem) {
		pk_probe_listing_deinit(&listing);
		return pk_fail(ctx, PK_NOMEM, "%u probes", list->nr);
	}
	*ret_listing = listing;
	return PK_OK;
}

void pk_probe_listing_deinit(struct pk_probe_listing *listing)
{
	for (uint32_t i = 0; i < listing->nr; i++) {
		free(listing->probes[i].filter);
		free(listing->probes[i].notrace);
	}
	free(listing->probes);
	pk_texts_deinit(&listing->texts);
}
