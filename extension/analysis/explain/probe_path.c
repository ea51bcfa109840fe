// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/explain/probes.h"

#include <stdio.h>
#include <string.h>

#include "core/kit.h"
#include "protocol/protocol.h"

static bool path_address(struct pk_ctx *ctx, uint64_t addr)
{
	struct pk_symbol symbol;

	return pk_symbol_at(ctx, addr, &symbol) == PK_OK && pk_stage_is_path(ctx, symbol.name);
}

/* The INDEX-th function of its filter is on the path, and is not taken out again by notrace. */
static bool path_function(struct pk_ctx *ctx, const struct pk_probe *probe, uint32_t index)
{
	uint64_t addr = probe->filter[index];

	return !pk_addrs_in_range(probe->notrace, probe->nr_notrace, addr, addr + 1) &&
	       path_address(ctx, addr);
}

/* "tcp:tcp_probe", or "kprobes/pk_rx" where a BPF program runs on an event. */
bool pk_event_on_path(const struct pk_ctx *ctx, const char *name)
{
	size_t len = strcspn(name, ":/");
	char system[64];

	if (!name[len] || len >= sizeof(system))
		return false;
	memcpy(system, name, len);
	system[len] = '\0';
	return pk_stage_of_event(ctx, system, name + len + 1) != NULL;
}

static bool is_place(const char *place, const char *words)
{
	size_t len = strlen(words);

	return !strncmp(place, words, len) &&
	       (!place[len] || place[len] == ' ' || place[len] == '.');
}

/* Programs that the stack itself runs on packets, by the first words of their place, or by the type of their
 * link where that is all that is known. Not a cgroup's hooks on system calls, nor another protocol's sockets. */
static bool path_place(const char *place)
{
	static const char *const places[] = {
		"xdp",
		"tc",
		"tcx",
		"netkit",
		"netfilter",
		"ipv4",
		"ipv6",
		"cgroup",
		"cgroup_inet_ingress",
		"cgroup_inet_egress",
		"cgroup_sock_ops",
		"flow_dissector",
		"sk_lookup",
		"sockmap",
		"devmap",
		"cpumap",
		"sk_msg_verdict",
		"sk_skb_stream_parser",
		"sk_skb_stream_verdict",
		"sk_skb_verdict",
		"socket filter, PACKET",
	};

	for (size_t i = 0; i < PK_ARRAY_SIZE(places); i++)
		if (is_place(place, places[i]))
			return true;
	for (int i = 0; pk_protocols[i]; i++)
		for (const char *const *own = pk_protocols[i]->programs; own && *own; own++)
			if (is_place(place, *own))
				return true;
	return false;
}

bool pk_probe_on_path(struct pk_ctx *ctx, const struct pk_probe *probe)
{
	if (probe->machinery)
		return false;
	if (probe->addr)
		return pk_stage_is_path(ctx, probe->target.name);
	if (probe->all_functions || probe->kind == PK_PROBE_NETFILTER)
		return true;
	for (uint32_t i = 0; i < probe->nr_filter; i++)
		if (path_function(ctx, probe, i))
			return true;
	return pk_event_on_path(ctx, probe->target.name) ||
	       (probe->kind == PK_PROBE_BPF && path_place(probe->target.name));
}

static bool starts(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

bool pk_probe_is_ours(const char *owner)
{
	return starts(owner, "trace event pkttrace/");
}

enum pk_probe_armer pk_probe_armer(struct pk_ctx *ctx, const struct pk_probe *probe)
{
	const char *owner = probe->owner;
	bool event = starts(owner, "trace event ");

	if (probe->foreign || !pk_probe_on_path(ctx, probe))
		return PK_ARMED_BY_NONE;
	if (pk_probe_is_ours(owner))
		return PK_ARMED_BY_SCRIPT;
	switch (probe->kind) {
	case PK_PROBE_KPROBE:
	case PK_PROBE_KRETPROBE:
	case PK_PROBE_FPROBE:
		return event || starts(owner, "perf") ? PK_ARMED_BY_USER : PK_ARMED_BY_NONE;
	case PK_PROBE_TRACEPOINT:
		return event		       ? PK_ARMED_EVENT
		       : starts(owner, "perf") ? PK_ARMED_BY_USER
					       : PK_ARMED_BY_NONE;
	case PK_PROBE_FTRACE_OPS:
	case PK_PROBE_FGRAPH: /* the top instance's tracer is named with the trace */
		return starts(owner, "function command") ||
				       (starts(owner, "function") && strstr(owner, ", instance "))
			       ? PK_ARMED_BY_USER
			       : PK_ARMED_BY_NONE;
	default:
		return PK_ARMED_BY_NONE;
	}
}

bool pk_probe_path_unknown(struct pk_ctx *ctx, const struct pk_probe *probe)
{
	return !probe->machinery &&
	       (probe->addr ? !probe->target.name[0]
			    : probe->filter_unknown && !pk_probe_on_path(ctx, probe));
}

uint32_t pk_probe_path_functions(struct pk_ctx *ctx, const struct pk_probe *probe)
{
	uint32_t nr = 0;

	for (uint32_t i = 0; i < probe->nr_filter; i++)
		nr += path_function(ctx, probe, i);
	return nr;
}

struct pk_probe_totals pk_probe_totals(struct pk_ctx *ctx, const struct pk_probe_list *list)
{
	struct pk_probe_totals totals = {0};

	for (uint32_t i = 0; i < list->nr; i++) {
		const struct pk_probe *probe = &list->probes[i];
		bool on_path;

		if (probe->machinery) {
			totals.machinery++;
			continue;
		}
		totals.probes++;
		on_path = pk_probe_on_path(ctx, probe);
		totals.on_path += on_path;
		totals.foreign += probe->foreign;
		totals.foreign_on_path += probe->foreign && on_path;
	}
	return totals;
}
