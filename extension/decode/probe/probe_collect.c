// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/printable.h"
#include "decode/probe/probe_collect.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"

#define MAX_ARRAY_PROGS 64 /* BPF_TRACE_MAX_PROGS */

struct pk_probe *pk_collect_add(struct pk_collect *collect, enum pk_probe_kind kind)
{
	struct pk_probe *probe = NULL;

	if (collect->full)
		return NULL;
	if (collect->list->nr < PK_MAX_PROBES)
		probe = pk_probe_list_add(collect->list, kind);
	if (!probe) {
		collect->full = true;
		pk_warn(collect->ctx, "only the first %u probes are listed", collect->list->nr);
	}
	return probe;
}

/* kallsyms lists trampolines and BPF programs under "modules" that do not exist: the former are no
 * symbols here, the latter belong to no module. */
static bool symbol_at(struct pk_collect *collect, uint64_t addr, struct pk_symbol *ret_symbol)
{
	if (pk_symbol_at(collect->ctx, addr, ret_symbol) != PK_OK ||
	    !strncmp(ret_symbol->module, "__builtin__", 11))
		return false;
	if (!strcmp(ret_symbol->module, "bpf"))
		ret_symbol->module[0] = '\0';
	return true;
}

static const struct pk_bpf_prog *prog_at(const struct pk_collect *collect, uint64_t addr)
{
	return pk_find(collect->progs, collect->nr_progs, addr - it->text < it->size);
}

void pk_collect_target(struct pk_collect *collect, struct pk_probe *probe, uint64_t addr)
{
	struct pk_symbol symbol;

	probe->addr = addr;
	probe->target = (struct pk_probe_target){.name = "", .module = ""};
	if (!symbol_at(collect, addr, &symbol))
		return;
	probe->target.addr = symbol.addr;
	probe->offset = addr - symbol.addr;
	pk_collect_target_name(probe, "%s", symbol.name);
	pk_probe_text(probe, &probe->target.module, PK_MODULE_NAME_MAX, "%s", symbol.module);
}

void pk_collect_target_name(struct pk_probe *probe, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	pk_probe_vtext(probe, &probe->target.name, PK_SYMBOL_NAME_MAX, fmt, args);
	va_end(args);
}

void pk_collect_owner_text(struct pk_probe *probe, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	pk_probe_vtext(probe, &probe->owner, PK_PROBE_OWNER_MAX, fmt, args);
	va_end(args);
}

static void offset_name(char *buf, size_t size, const char *name, uint64_t offset)
{
	if (offset)
		snprintf(buf, size, "%.400s+0x%" PRIx64, name, offset);
	else
		snprintf(buf, size, "%s", name);
}

void pk_collect_handler(struct pk_collect *collect, struct pk_probe *probe, uint64_t handler)
{
	const struct pk_module *module;
	const struct pk_bpf_prog *prog;
	struct pk_symbol symbol;
	char name[PK_SYMBOL_NAME_MAX] = "";

	probe->handler = handler;
	if (!handler)
		return;
	if (symbol_at(collect, handler, &symbol)) {
		offset_name(name, sizeof(name), symbol.name, handler - symbol.addr);
		pk_probe_text(probe, &probe->module, PK_MODULE_NAME_MAX, "%s", symbol.module);
	} else if ((prog = prog_at(collect, handler))) {
		offset_name(name, sizeof(name), prog->name, handler - prog->text);
	} else if ((module = pk_module_at(&collect->modules, handler))) {
		pk_probe_text(probe, &probe->module, PK_MODULE_NAME_MAX, "%s", module->name);
	}
	if (name[0])
		pk_probe_text(probe, &probe->handler_name, PK_SYMBOL_NAME_MAX, "%s", name);
}

bool pk_systemtap_handler(const struct pk_probe *probe)
{
	/* Each kind of probe has one, or one a probe, with its number behind. */
	static const char *const handlers[] = {
		"enter_kprobe_probe",	     "enter_kretprobe_probe",
		"enter_netfilter_probe_",    "enter_real_tracepoint_probe_",
		"enter_tracepoint_probe_",   "stapiu_probe_prehandler",
		"stapiu_retprobe_prehandler"};

	if (!probe->module[0])
		return false;
	for (size_t i = 0; i < PK_ARRAY_SIZE(handlers); i++)
		if (!strncmp(probe->handler_name, handlers[i], strlen(handlers[i])))
			return true;
	/* The name that a module has if its maker gave it none (stap -m). */
	return !strncmp(probe->module, "stap_", 5);
}

void pk_collect_owner(struct pk_collect *collect, struct pk_probe *probe)
{
	const struct pk_bpf_prog *prog = prog_at(collect, probe->handler);

	if (pk_systemtap_handler(probe)) {
		pk_collect_owner_text(probe, "SystemTap module %s", probe->module);
	} else if (probe->module[0]) {
		pk_collect_owner_text(probe, "module %s", probe->module);
	} else if (prog) {
		pk_collect_owner_text(probe, "BPF %u", prog->id);
	} else if (probe->handler_name[0]) {
		pk_collect_owner_text(probe, "kernel");
	} else {
		pk_collect_owner_text(probe, "unknown code");
		probe->stray = probe->handler != 0;
	}
}

void pk_collect_detail(struct pk_probe *probe, const char *fmt, ...)
{
	char detail[PK_PROBE_DETAIL_MAX];
	size_t len = (size_t)snprintf(detail, sizeof(detail), "%s", probe->detail);
	va_list args;

	if (len && len + 3 < sizeof(detail)) {
		memcpy(detail + len, "; ", 3);
		len += 2;
	}
	va_start(args, fmt);
	pk_vsnprint(detail + len, sizeof(detail) - len, fmt, args);
	va_end(args);
	pk_probe_text(probe, &probe->detail, sizeof(detail), "%s", detail);
}

const char *pk_collect_name(struct pk_collect *collect, uint64_t addr, char *buf, size_t size)
{
	const struct pk_bpf_prog *prog;
	const struct pk_module *module;
	struct pk_symbol symbol;

	if (symbol_at(collect, addr, &symbol)) {
		char name[PK_SYMBOL_NAME_MAX];

		offset_name(name, sizeof(name), symbol.name, addr - symbol.addr);
		snprintf(buf, size, "%s%s%s%s", name, symbol.module[0] ? " [" : "", symbol.module,
			 symbol.module[0] ? "]" : "");
	} else if ((prog = prog_at(collect, addr))) {
		offset_name(buf, size, prog->name, addr - prog->text);
	} else if ((module = pk_module_at(&collect->modules, addr))) {
		snprintf(buf, size, "0x%" PRIx64 " [%s]", addr, module->name);
	} else {
		snprintf(buf, size, "0x%" PRIx64, addr);
	}
	return buf;
}

const char *pk_collect_instance(struct pk_collect *collect, uint64_t tr, char *buf, size_t size)
{
	uint64_t name = pk_collect_uint(collect, tr, PK_R_trace_array_name);
	char text[64];

	if (!name)
		snprintf(buf, size, "top instance");
	else if (pk_read_string(collect->ctx, name, text, sizeof(text)) == PK_OK)
		snprintf(buf, size, "instance %s", text);
	else
		snprintf(buf, size, "instance %" PRIx64, tr);
	return buf;
}

bool pk_collect_of_tracepoint(struct pk_collect *collect, uint64_t call)
{
	uint64_t mask;

	return pk_has(collect->ctx, PK_R_probe_call_tp) &&
	       pk_row_value(collect->ctx, PK_R_TRACE_EVENT_FL_TRACEPOINT, &mask) == PK_OK &&
	       (pk_collect_uint(collect, call, PK_R_event_call_flags) & mask);
}

const char *pk_collect_event(struct pk_collect *collect, uint64_t call, char *buf, size_t size)
{
	uint64_t class = pk_collect_uint(collect, call, PK_R_event_call_class), name, system;
	char group[64], event[96];
	uint64_t tp;

	buf[0] = '\0';
	/* The name of a call is a string, or that of its tracepoint. */
	if (pk_collect_of_tracepoint(collect, call)) {
		tp = pk_collect_uint(collect, call, PK_R_probe_call_tp);
		name = tp ? pk_collect_uint(collect, tp, PK_R_tracepoint_name) : 0;
	} else {
		name = pk_collect_uint(collect, call, PK_R_event_call_name);
	}

	system = class ? pk_collect_uint(collect, class, PK_R_event_class_system) : 0;
	if (!name || !system)
		return buf;
	if (pk_read_string(collect->ctx, name, event, sizeof(event)) == PK_OK &&
	    pk_read_string(collect->ctx, system, group, sizeof(group)) == PK_OK)
		snprintf(buf, size, "%s/%s", group, event);
	else
		pk_warn(collect->ctx, "name of trace event %" PRIx64 ": %s", call,
			pk_error(collect->ctx));
	return buf;
}

void pk_collect_event_owner(struct pk_collect *collect, struct pk_probe *probe, uint64_t call)
{
	char event[160];

	if (pk_collect_event(collect, call, event, sizeof(event))[0])
		pk_collect_owner_text(probe, "trace event %.140s", event);
	else
		pk_collect_owner_text(probe, "trace event %" PRIx64 " (name unreadable)", call);
}

struct pk_bpf_prog *pk_collect_prog(struct pk_collect *collect, uint64_t prog)
{
	return prog ? pk_find(collect->progs, collect->nr_progs, it->addr == prog) : NULL;
}

struct pk_probe *pk_collect_add_prog(struct pk_collect *collect, struct pk_bpf_prog *prog)
{
	struct pk_probe *probe = pk_collect_add(collect, PK_PROBE_BPF);

	if (!probe)
		return NULL;
	prog->listed = true;
	probe->object = prog->addr;
	probe->handler = prog->text;
	pk_probe_text(probe, &probe->handler_name, PK_SYMBOL_NAME_MAX, "%s", prog->name);
	pk_collect_owner_text(probe, "BPF %u", prog->id);
	pk_collect_detail(probe, "%s", prog->type_name);
	if (!strstr(prog->name, prog->own_name))
		pk_collect_detail(probe, "name %s", prog->own_name);
	return probe;
}

struct pk_probe *pk_collect_prog_at(struct pk_collect *collect, struct pk_bpf_prog *prog,
				    const char *fmt, ...)
{
	struct pk_probe *probe = pk_collect_add_prog(collect, prog);
	va_list args;

	if (!probe)
		return NULL;
	va_start(args, fmt);
	pk_probe_vtext(probe, &probe->target.name, PK_SYMBOL_NAME_MAX, fmt, args);
	va_end(args);
	return probe;
}

bool pk_collect_enum(struct pk_collect *collect, const char *tag, uint64_t value,
		     const char *prefix, char separator, char *buf, size_t size)
{
	size_t skip = strlen(prefix);
	char text[64];

	if (pk_enum_name(collect->ctx, tag, (int64_t)value, text, sizeof(text)) != PK_OK ||
	    strncmp(text, prefix, skip))
		return false;
	snprintf(buf, size, "%s", text + skip);
	for (char *c = buf; *c; c++)
		*c = *c == '_' ? separator : (char)tolower((unsigned char)*c);
	return true;
}

uint32_t pk_collect_netns(struct pk_collect *collect, uint64_t net)
{
	return (uint32_t)pk_collect_uint(collect, net, PK_R_net_inum);
}

/* Without memory the program is on no function: its target says how many they are. */
static void copy_filter(struct pk_probe *probe, const struct pk_probe *place)
{
	probe->all_functions = place->all_functions;
	probe->filter_unknown = place->filter_unknown;
	if (!place->nr_filter)
		return;
	probe->filter = malloc(place->nr_filter * sizeof(*probe->filter));
	if (!probe->filter)
		return;
	memcpy(probe->filter, place->filter, place->nr_filter * sizeof(*probe->filter));
	probe->nr_filter = place->nr_filter;
}

void pk_collect_carried(struct pk_collect *collect, const struct pk_probe *carrier,
			struct pk_bpf_prog *prog)
{
	struct pk_probe place = *carrier; /* the list may move */
	struct pk_probe *probe = pk_collect_add_prog(collect, prog);

	if (!probe)
		return;
	probe->addr = place.addr;
	probe->target = place.target;
	probe->offset = place.offset;
	probe->state = place.state;
	probe->hits_known = place.hits_known;
	probe->hits = place.hits;
	probe->misses_known = place.misses_known;
	probe->misses = place.misses;
	copy_filter(probe, &place);
	pk_collect_detail(probe, "through a %s", pk_probe_kind_name(place.kind));
}

unsigned pk_collect_call_progs(struct pk_collect *collect, const struct pk_probe *carrier,
			       uint64_t call)
{
	uint64_t array = pk_collect_uint(collect, call, PK_R_probe_call_prog_array), items, stride;
	struct pk_probe place = *carrier;
	unsigned nr = 0;

	if (!array || pk_row_offset(collect->ctx, PK_R_bpf_prog_array_items, &items) != PK_OK ||
	    pk_row_value(collect->ctx, PK_R_bpf_prog_array_item, &stride) != PK_OK || !stride)
		return 0;
	for (unsigned i = 0; i < MAX_ARRAY_PROGS; i++) {
		uint64_t item = array + items + i * stride;
		uint64_t addr = pk_collect_uint(collect, item, PK_R_bpf_prog_array_item_prog);
		struct pk_bpf_prog *prog = pk_collect_prog(collect, addr);

		if (!addr)
			break;
		/* Also dummy_bpf_prog, where one was taken out: it is in no idr. */
		if (!prog)
			continue;
		pk_collect_carried(collect, &place, prog);
		nr++;
	}
	return nr;
}

uint64_t pk_collect_uint(struct pk_collect *collect, uint64_t base, enum pk_row_id row)
{
	uint64_t value;

	if (!base || !pk_has(collect->ctx, row))
		return 0;
	if (pk_member_uint(collect->ctx, base, row, &value) == PK_OK)
		return value;
	pk_warn(collect->ctx, "probes: %s", pk_error(collect->ctx));
	return 0;
}

bool pk_collect_count(struct pk_collect *collect, uint64_t base, enum pk_row_id row,
		      uint64_t *ret_count)
{
	struct pk_ctx *ctx = collect->ctx;
	struct pk_target *target = ctx->target;
	struct pk_cpumask possible;
	uint64_t counter, value, offset, total = 0;

	if (!pk_has(ctx, row) || pk_member_uint(ctx, base, row, &counter) != PK_OK)
		return false;
	if (!pk_layout_get(ctx, row)->member.is_pointer) {
		*ret_count = counter;
		return true;
	}
	if (pk_cpumask_get(ctx, PK_CPUS_POSSIBLE, &possible) != PK_OK)
		return false;
	for (uint32_t cpu = 0; cpu < target->facts.nr_cpu_ids; cpu++) {
		if (!pk_cpumask_test(&possible, cpu))
			continue;
		if (pk_percpu_offset(ctx, (int)cpu, &offset) != PK_OK ||
		    pk_read_ptr(ctx, counter + offset, &value) != PK_OK) {
			pk_warn(ctx, "%s of %" PRIx64 " on CPU %u: %s", pk_row(row)->id, base, cpu,
				pk_error(ctx));
			return false;
		}
		total += value;
	}
	*ret_count = total;
	return true;
}

uint64_t pk_collect_symbol(struct pk_collect *collect, enum pk_row_id row)
{
	uint64_t value;

	if (!pk_has(collect->ctx, row) || pk_row_value(collect->ctx, row, &value) != PK_OK)
		return 0;
	return value;
}

bool pk_collect_copy(struct pk_collect *collect, const struct pk_func_set *set,
		     uint64_t **ret_addrs, uint32_t *ret_nr)
{
	uint64_t *addrs;

	if (!set->nr)
		return true;
	addrs = malloc(set->nr * sizeof(*addrs));
	if (!addrs) {
		pk_warn(collect->ctx, "no memory for a filter of %u functions", set->nr);
		return false;
	}
	memcpy(addrs, set->ips, set->nr * sizeof(*addrs));
	*ret_addrs = addrs;
	*ret_nr = set->nr;
	return true;
}

void pk_sort_addrs(uint64_t *addrs, uint32_t nr)
{
	if (nr)
		qsort(addrs, nr, sizeof(*addrs), pk_by_number);
}

void pk_collect_unregistered(struct pk_collect *collect, struct pk_probe *probe)
{
	pk_collect_owner_text(probe,
			      collect->trace_kprobes_cut ? "unknown: trace event or perf" : "perf");
}

bool pk_collect_registered(const struct pk_collect *collect, uint64_t link)
{
	return collect->nr_trace_kprobes &&
	       bsearch(&link, collect->trace_kprobes, collect->nr_trace_kprobes, sizeof(link),
		       pk_by_number);
}
