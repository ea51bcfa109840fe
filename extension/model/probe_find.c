// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/probe.h"

#include "core/kit.h"

/* bytes assumed for a function whose size is not known: past any patch site */
#define MIN_FUNCTION 16

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
	return pk_first(list->nr_by_addr, at, list->probes[list->by_addr[at]].addr < addr);
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
