// SPDX-License-Identifier: GPL-3.0-or-later
/* Rules about packets in memory: those that contradict themselves. */
#include "analysis/finding_rules.h"

#include <stdio.h>

#include "analysis/skb_hooks.h"
#include "decode/probe/probe.h"

/* What a CPU handles may have been in the middle of a change, and its memory given back already. */
#define OF_A_MOMENT (1u << PK_SKB_FREE | 1u << PK_SKB_NO_USERS)

static void show_state(struct pk_finding *finding, const struct pk_skb_state *state)
{
	const struct pk_skb *skb = &state->skb;

	pk_finding_shows_addr(finding, "skb", skb->addr);
	pk_finding_shows_uint(finding, "users", skb->users);
	pk_finding_shows_uint(finding, "len", skb->len);
	pk_finding_shows_uint(finding, "data_len", skb->data_len);
	pk_finding_shows_addr(finding, "head", skb->head);
	pk_finding_shows_addr(finding, "data", skb->data);
	pk_finding_shows_uint(finding, "tail", skb->tail);
	pk_finding_shows_uint(finding, "end", skb->end);
}

/* Who may have done it: foreign code that it went through, or that its CPU's stack has. */
static void show_hooks(struct pk_judge *judge, struct pk_finding *finding,
		       const struct pk_placed_skb *skb)
{
	struct pk_ctx *ctx = judge->scene->ctx;
	const struct pk_probe_list *probes;
	struct pk_skb_hooks hooks;

	if (!finding)
		return;
	if (pk_probes_load(ctx, &probes) != PK_OK)
		probes = NULL;
	pk_skb_hooks_read(ctx, skb, judge->scene->memory, probes, &hooks);
	for (uint32_t i = 0; i < hooks.nr; i++) {
		const struct pk_skb_hook *hook = &hooks.list[i];
		const char *owner = hook->probe ? hook->probe->owner : hook->func.module;

		if (!hook->probe || hook->probe->foreign || hook->called)
			pk_finding_shows(finding, "hook", "%.24s (%.20s)", hook->func.name, owner);
	}
	pk_skb_hooks_deinit(&hooks);
}

static bool judge_skb(const struct pk_placed_skb *skb, void *arg)
{
	struct pk_judge *judge = arg;
	uint32_t faults = skb->state.faults;
	struct pk_finding *finding;
	char more[64], text[128];
	unsigned first;

	if (skb->handled)
		faults &= ~OF_A_MOMENT;
	if (skb->status != PK_OK)
		pk_judge_unknown(judge, "sk_buff", skb->status);
	else if (!faults && skb->state.unjudged != PK_OK)
		pk_judge_unknown(judge, "fields of an sk_buff", skb->state.unjudged);
	else if (!faults)
		pk_judge_clear(judge);
	if (skb->status != PK_OK || !faults)
		return true;
	first = (unsigned)__builtin_ctz(faults);
	snprintf(more, sizeof(more), "skb %llx", (unsigned long long)skb->addr);
	finding = pk_judge_found(judge, more, "skb %llx, %.100s: %.90s",
				 (unsigned long long)skb->addr, skb->where,
				 pk_skb_fault_text(&skb->state, first, text, sizeof(text)));
	if (finding && skb->changing)
		finding->sure = PK_SURE_LIKELY;
	show_state(finding, &skb->state);
	show_hooks(judge, finding, skb);
	return true;
}

void pk_judge_queued_skbs(struct pk_judge *judge)
{
	const struct pk_memory *memory = judge->scene->memory;

	if (memory->socks_missing || memory->queues_missing)
		pk_judge_unknown(judge, "some queues, as the warnings say", PK_OK);
	if (memory->truncated)
		pk_judge_unknown(judge, "more of them", PK_LIMIT);
	pk_queued_skbs_walk(judge->scene->ctx, memory, judge_skb, judge);
}

void pk_judge_held_skbs(struct pk_judge *judge)
{
	uint32_t unread = pk_held_skbs_walk(judge->scene->ctx, judge_skb, judge);

	while (unread--)
		pk_judge_unknown(judge, "stack of a CPU", PK_OK);
}
