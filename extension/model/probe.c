// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"

const char *pk_probe_kind_name(enum pk_probe_kind kind)
{
	static const char *const names[PK_NR_PROBE_KINDS] = {
		[PK_PROBE_KPROBE] = "kprobe",
		[PK_PROBE_KRETPROBE] = "kretprobe",
		[PK_PROBE_JPROBE] = "jprobe",
		[PK_PROBE_FPROBE] = "fprobe",
		[PK_PROBE_UPROBE] = "uprobe",
		[PK_PROBE_FTRACE_OPS] = "ftrace_ops",
		[PK_PROBE_FGRAPH] = "fgraph",
		[PK_PROBE_TRACEPOINT] = "tracepoint",
		[PK_PROBE_BPF] = "bpf",
		[PK_PROBE_LIVEPATCH] = "livepatch",
		[PK_PROBE_NETFILTER] = "netfilter",
		[PK_PROBE_TEXT_PATCH] = "text-patch",
	};

	return (unsigned)kind < PK_NR_PROBE_KINDS ? names[kind] : "?";
}

const char *pk_probe_state_name(uint32_t bit)
{
	switch (bit) {
	case PK_PROBE_DISABLED:
		return "disabled";
	case PK_PROBE_GONE:
		return "gone";
	case PK_PROBE_OPTIMIZED:
		return "optimized";
	case PK_PROBE_ON_FTRACE:
		return "ftrace";
	case PK_PROBE_AGGREGATE:
		return "aggregate";
	case PK_PROBE_UNCONFIRMED:
		return "unconfirmed";
	}
	return "?";
}

void pk_probe_list_deinit(struct pk_probe_list *list)
{
	for (uint32_t i = 0; i < list->nr; i++) {
		free(list->probes[i].filter);
		free(list->probes[i].notrace);
	}
	free(list->probes);
	free(list->by_addr);
	free(list->many);
	pk_texts_deinit(&list->texts);
	memset(list, 0, sizeof(*list));
}

struct pk_probe *pk_probe_list_add(struct pk_probe_list *list, enum pk_probe_kind kind)
{
	struct pk_probe *probe;

	if (!pk_grow(list->probes, list->nr, list->room))
		return NULL;
	probe = &list->probes[list->nr];
	*probe = (struct pk_probe){
		.list = list,
		.kind = kind,
		.target = {.name = "", .module = ""},
		.handler_name = "",
		.module = "",
		.owner = "",
		.detail = "",
		.order = list->nr++,
	};
	return probe;
}

void pk_probe_vtext(struct pk_probe *probe, const char **text, size_t size, const char *fmt,
		    va_list args)
{
	char buf[PK_SYMBOL_NAME_MAX];
	const char *kept;

	vsnprintf(buf, size < sizeof(buf) ? size : sizeof(buf), fmt, args);
	kept = pk_texts_keep(&probe->list->texts, buf);
	probe->list->texts_failed |= !kept;
	if (kept)
		*text = kept;
}

void pk_probe_text(struct pk_probe *probe, const char **text, size_t size, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	pk_probe_vtext(probe, text, size, fmt, args);
	va_end(args);
}

/* By the target's name where there is no address, and by the object at last: a stable order. */
static int by_kind(const void *left, const void *right)
{
	const struct pk_probe *a = left, *b = right;
	int names;

	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	if (a->addr != b->addr)
		return a->addr < b->addr ? -1 : 1;
	names = strcmp(a->target.name, b->target.name);
	if (names)
		return names;
	if (a->object != b->object)
		return a->object < b->object ? -1 : 1;
	if (a->handler != b->handler)
		return a->handler < b->handler ? -1 : 1;
	if (a->place != b->place)
		return a->place < b->place ? -1 : 1;
	return strcmp(a->owner, b->owner);
}

static int by_addr(const void *left, const void *right, void *arg)
{
	const struct pk_probe *probes = arg;
	uint32_t i = *(const uint32_t *)left, j = *(const uint32_t *)right;

	if (probes[i].addr != probes[j].addr)
		return probes[i].addr < probes[j].addr ? -1 : 1;
	return i < j ? -1 : i > j;
}

static bool same_probe(const struct pk_probe *a, const struct pk_probe *b)
{
	return a->object && a->object == b->object && a->kind == b->kind && a->addr == b->addr &&
	       a->handler == b->handler && a->place == b->place &&
	       !strcmp(a->target.name, b->target.name) && !strcmp(a->owner, b->owner);
}

/* A circle in a list of the dump delivers its nodes more than once before it is noticed. */
static void drop_duplicates(struct pk_probe_list *list)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < list->nr; i++) {
		if (kept && same_probe(&list->probes[kept - 1], &list->probes[i])) {
			free(list->probes[i].filter);
			free(list->probes[i].notrace);
			continue;
		}
		if (kept != i)
			list->probes[kept] = list->probes[i];
		kept++;
	}
	list->nr = kept;
}

bool pk_probe_list_finish(struct pk_probe_list *list)
{
	if (!list->nr)
		return true;
	qsort(list->probes, list->nr, sizeof(*list->probes), by_kind);
	drop_duplicates(list);
	list->by_addr = calloc(list->nr, sizeof(*list->by_addr));
	list->many = calloc(list->nr, sizeof(*list->many));
	if (!list->by_addr || !list->many)
		return false;
	for (uint32_t i = 0; i < list->nr; i++) {
		if (list->probes[i].addr)
			list->by_addr[list->nr_by_addr++] = i;
		if (list->probes[i].nr_filter || list->probes[i].all_functions)
			list->many[list->nr_many++] = i;
	}
	qsort_r(list->by_addr, list->nr_by_addr, sizeof(*list->by_addr), by_addr, list->probes);
	return true;
}

static uint32_t lower_bound(const uint64_t *addrs, uint32_t nr, uint64_t addr)
{
	return pk_first(nr, at, addrs[at] < addr);
}

uint32_t pk_addrs_in_range(const uint64_t *addrs, uint32_t nr, uint64_t start, uint64_t end)
{
	if (end <= start)
		return 0;
	return lower_bound(addrs, nr, end) - lower_bound(addrs, nr, start);
}
