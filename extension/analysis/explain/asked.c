// SPDX-License-Identifier: GPL-3.0-or-later
/* Which calls decide on a packet, and what they returned. */
#include <string.h>

#include "analysis/events/facts.h"
#include "analysis/explain/judges.h"
#include "core/kit.h"

#define ASKED_MAX 512 /* calls of a packet's path that are noted */

/* Of a hook's function what it calls returns the same, and may be the one that a probe is on. */
static const struct {
	const char *func;
	enum pk_judge_kind kind;
} deciders[] = {
	{"nft_do_chain", PK_JUDGE_NFT},
	{"nf_conntrack_in", PK_JUDGE_CONNTRACK},
	{"ipt_do_table", PK_JUDGE_XTABLES},
	{"ip6t_do_table", PK_JUDGE_XTABLES},
	{"__cgroup_bpf_run_filter_skb", PK_JUDGE_CGROUP},
	{"sk_filter_trim_cap", PK_JUDGE_SOCKET},
	{"cls_bpf_classify", PK_JUDGE_TC},
	{"do_xdp_generic", PK_JUDGE_XDP},
};

static const struct {
	const char *prefix;
	enum pk_judge_kind kind;
} hooks[] = {
	{"nft_do_chain", PK_JUDGE_NFT},		 {"nf_hook_run_bpf", PK_JUDGE_HOOK_BPF},
	{"ipv4_conntrack_", PK_JUDGE_CONNTRACK}, {"ipv6_conntrack_", PK_JUDGE_CONNTRACK},
	{"nf_confirm", PK_JUDGE_CONNTRACK},	 {"ipv4_confirm", PK_JUDGE_CONNTRACK},
	{"ipv6_confirm", PK_JUDGE_CONNTRACK},	 {"ipv6_defrag", PK_JUDGE_CONNTRACK},
	{"iptable_", PK_JUDGE_XTABLES},		 {"ip6table_", PK_JUDGE_XTABLES},
	{"ipt_do_table", PK_JUDGE_XTABLES},	 {"ip6t_do_table", PK_JUDGE_XTABLES},
};

bool pk_calls_hooks(const struct pk_call *call)
{
	return call && call->kind == PK_CALL_PLAIN && call->name && call->name->stage &&
	       call->name->stage->marks & PK_HOOKS;
}

/* Between the functions of a hook there are only those that free what one refused, and what interrupts left. */
static enum pk_judge_kind hook_kind(const struct pk_call_name *name)
{
	if (!name->known || pk_stage_is(name->stage, "free") ||
	    !strcmp(name->symbol.name, "nf_queue") ||
	    (name->noise != PK_NOISE_NONE && name->noise != PK_NOISE_LSM))
		return PK_JUDGE_NONE;
	for (size_t i = 0; i < PK_ARRAY_SIZE(hooks); i++)
		if (!strncmp(name->symbol.name, hooks[i].prefix, strlen(hooks[i].prefix)))
			return hooks[i].kind;
	return PK_JUDGE_HOOK;
}

enum pk_judge_kind pk_judge_kind_of(const struct pk_call *call)
{
	if (call->kind != PK_CALL_PLAIN || !call->name)
		return PK_JUDGE_NONE;
	if (pk_calls_hooks(call->parent))
		return hook_kind(call->name);
	for (size_t i = 0; i < PK_ARRAY_SIZE(deciders); i++)
		if (!strcmp(call->name->symbol.name, deciders[i].func))
			return deciders[i].kind;
	return PK_JUDGE_NONE;
}

void pk_path_asks(struct pk_path *path, const struct pk_call *call, uint32_t piece)
{
	if (!pk_judge_kind_of(call) || path->nr_asked == ASKED_MAX ||
	    !pk_grow(path->asked, path->nr_asked, path->room_asked))
		return;
	path->asked[path->nr_asked++] = (struct pk_asked){.call = call, .piece = piece};
}

static void take(struct pk_asked *asked, uint64_t value)
{
	asked->returned = true;
	asked->value = value;
}

void pk_path_returned(struct pk_path *path, uint64_t func, uint64_t value,
		      const struct pk_call *call)
{
	for (uint32_t i = path->nr_asked; i-- > 0;) {
		struct pk_asked *asked = &path->asked[i];

		if (call ? asked->call != call
			 : asked->returned || func - asked->call->name->symbol.addr >=
						      asked->call->name->symbol.size)
			continue;
		take(asked, value);
		return;
	}
}

void pk_path_probed(struct pk_ctx *ctx, const struct pk_plan *plan, struct pk_path *path,
		    const struct pk_event *event)
{
	uint64_t func, value;

	/* Of several probes behind one event each may fetch in another way. */
	if (!plan || !plan->is_return || plan->next || !plan->retval ||
	    pk_event_uint(ctx, event, plan->retval, &value) != PK_OK)
		return;
	if (!plan->ip || pk_event_uint(ctx, event, plan->ip, &func) != PK_OK)
		func = plan->addr;
	if (func)
		pk_path_returned(path, func, value, NULL);
}
