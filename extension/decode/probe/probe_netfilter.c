// SPDX-License-Identifier: GPL-3.0-or-later
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "decode/list.h"
#include "decode/probe/probe_collect.h"

/*
 * Each struct net: nf.hooks_ipv4[hook], nf.hooks_ipv6[hook] -> struct nf_hook_entries (from 4.16):
 *
 *   num_hook_entries | { hook, priv } * num | struct nf_hook_ops * * num
 *
 * The trailing pointers have no member of their own ("netfilter: convert hook list to an array");
 * they hold the priority.
 */
#define MAX_ENTRIES 1024 /* MAX_HOOK_COUNT of the kernel */

static const char *const hook_names[] = {"PRE_ROUTING", "LOCAL_IN", "FORWARD", "LOCAL_OUT",
					 "POST_ROUTING"};

/* AT is one of the trailing pointers. */
static void report_priority(struct pk_collect *collect, uint64_t at, struct pk_probe *probe)
{
	struct pk_ctx *ctx = collect->ctx;
	uint64_t ops, priority;
	enum pk_status status = pk_read_ptr(ctx, at, &ops);

	if (status == PK_OK && (!ops || !pk_has(ctx, PK_R_nf_hook_ops_priority)))
		return;
	if (status == PK_OK)
		status = pk_member_uint(ctx, ops, PK_R_nf_hook_ops_priority, &priority);
	if (status == PK_OK)
		pk_collect_detail(probe, "priority %d", (int)priority);
	else
		pk_warn(ctx, "%s: priority of a hook: %s", probe->target.name, pk_error(ctx));
}

static void report(struct pk_collect *collect, uint64_t entries, uint64_t nr, uint64_t index,
		   const char *target)
{
	struct pk_ctx *ctx = collect->ctx;
	uint64_t hooks, stride, hook;
	struct pk_symbol symbol;
	struct pk_probe *probe;
	struct pk_bpf_prog *prog;
	uint32_t index_of_probe;

	if (pk_row_offset(ctx, PK_R_nf_hook_entries_hooks, &hooks) != PK_OK ||
	    pk_row_value(ctx, PK_R_nf_hook_entry, &stride) != PK_OK)
		return;
	hook = pk_collect_uint(collect, entries + hooks + index * stride, PK_R_nf_hook_entry_hook);
	/* accept_all: the place of a hook that is gone. */
	if (!hook ||
	    (pk_symbol_at(ctx, hook, &symbol) == PK_OK && !strcmp(symbol.name, "accept_all")))
		return;
	probe = pk_collect_add(collect, PK_PROBE_NETFILTER);
	if (!probe)
		return;
	probe->object = entries;
	pk_collect_target_name(probe, "%s", target);
	pk_collect_handler(collect, probe, hook);
	pk_collect_owner(collect, probe);
	index_of_probe = collect->list->nr - 1;
	report_priority(collect,
			entries + hooks + nr * stride + index * ctx->target->facts.word_size,
			probe);
	/* 6.4: one hook function for all programs, which stand in priv. */
	if (strcmp(probe->handler_name, "nf_hook_run_bpf") || probe->module[0])
		return;
	prog = pk_collect_prog(collect, pk_collect_uint(collect, entries + hooks + index * stride,
							PK_R_nf_hook_entry_priv));
	if (prog)
		pk_collect_carried(collect, probe, prog);
	collect->list->probes[index_of_probe].machinery = prog != NULL;
}

static void read_family(struct pk_collect *collect, uint64_t net, enum pk_row_id row,
			const char *family)
{
	struct pk_ctx *ctx = collect->ctx;
	uint64_t word = ctx->target->facts.word_size, entries, nr, offset;
	const struct pk_member *member;

	if (!pk_has(ctx, row) || pk_row_offset(ctx, row, &offset) != PK_OK)
		return;
	member = &pk_layout_get(ctx, row)->member;
	for (uint64_t i = 0; i < member->elements && i < 5; i++) {
		char target[96];

		if (pk_read_ptr(ctx, net + offset + i * word, &entries) != PK_OK || !entries)
			continue;
		if (pk_member_uint(ctx, entries, PK_R_nf_hook_entries_nr, &nr) != PK_OK ||
		    nr > MAX_ENTRIES) {
			pk_warn(ctx, "%s hooks %" PRIx64 ": invalid number of entries", family,
				entries);
			continue;
		}
		snprintf(target, sizeof(target), "%s %s, netns %" PRIu64, family, hook_names[i],
			 pk_collect_uint(collect, net, PK_R_net_inum) & 0xffffffff);
		for (uint64_t j = 0; j < nr && !collect->full; j++)
			report(collect, entries, nr, j, target);
	}
}

enum pk_status pk_collect_netfilter(struct pk_collect *collect)
{
	struct pk_reader r = {.ctx = collect->ctx};
	uint64_t head = pk_value(&r, PK_R_net_namespace_list), link = pk_offset(&r, PK_R_net_list);

	if (pk_ok(&r) && !pk_has(collect->ctx, PK_R_nf_hooks_ipv4))
		return pk_none(collect->ctx, PK_ABSENT);
	pk_list_for_each (net, &r, head) {
		read_family(collect, net - link, PK_R_nf_hooks_ipv4, "ipv4");
		read_family(collect, net - link, PK_R_nf_hooks_ipv6, "ipv6");
		if (collect->full)
			break;
	}
	return r.status;
}
