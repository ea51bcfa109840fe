// SPDX-License-Identifier: GPL-3.0-or-later
/* Rules about packets in memory: those that contradict themselves. */
#include "analysis/findings/finding_rules.h"

#include <stdio.h>
#include <stdlib.h>

#include "analysis/explain/skbs.h"
#include "core/kit.h"

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

static bool judge_skb(const struct pk_placed_skb *skb, void *arg)
{
	struct pk_judge *judge = arg;
	struct pk_mangled *mangled = judge->mangled;
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
	if (finding && pk_grow(mangled->list, mangled->nr, mangled->room))
		mangled->list[mangled->nr++] = (struct pk_mangled_skb){
			.finding = (size_t)(finding - judge->findings->list), .skb = *skb};
	return true;
}

void pk_judge_queued_skbs(struct pk_judge *judge)
{
	const struct pk_queued_packets *memory = judge->scene->memory;

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

/* Who may have done it: foreign code that it went through, or that its CPU's stack has. */
static void show_hooks(const struct pk_skb_ways *ways, const struct pk_placed_skb *skb,
		       struct pk_finding *finding)
{
	struct pk_skb_hooks hooks;

	pk_skb_hooks_read(ways, skb, &hooks);
	for (uint32_t i = 0; i < hooks.nr; i++) {
		const struct pk_skb_hook *hook = &hooks.list[i];
		const char *owner = hook->probe ? hook->probe->owner : hook->func.module;

		if (!hook->probe || hook->probe->foreign || hook->called)
			pk_finding_shows(finding, "hook", "%.24s (%.20s)", hook->func.name, owner);
	}
	pk_skb_hooks_deinit(&hooks);
}

/* What was on its way at the end, whether or not a trace shows that it ran. */
static void show_program(const struct pk_skb_program *program, void *arg)
{
	pk_finding_shows(arg, program->nft ? "nft chain" : "program", "%.47s", program->what);
	if (program->changes[0])
		pk_finding_shows(arg, program->nft ? "may change its" : "may change it by", "%.47s",
				 program->changes);
	else
		pk_finding_shows(arg, "may change", "%s",
				 program->status == PK_OK ? "nothing" : "what is not known");
}

void pk_mangled_show_hooks(const struct pk_scene *scene, const struct pk_mangled *mangled,
			   struct pk_findings *findings)
{
	uint64_t *addrs = calloc(mangled->nr + 1, sizeof(*addrs));
	struct pk_skb_ways ways;

	if (!addrs || !mangled->nr) {
		free(addrs);
		return;
	}
	for (size_t i = 0; i < mangled->nr; i++)
		addrs[i] = mangled->list[i].skb.addr;
	pk_skb_ways_open(scene->ctx, scene->memory, addrs, mangled->nr, &ways);
	for (size_t i = 0; i < mangled->nr; i++) {
		const struct pk_placed_skb *skb = &mangled->list[i].skb;
		struct pk_finding *finding = &findings->list[mangled->list[i].finding];

		show_hooks(&ways, skb, finding);
		pk_skb_programs_walk(scene->ctx, scene->memory, skb, show_program, finding);
	}
	pk_skb_ways_close(&ways);
	free(addrs);
}
