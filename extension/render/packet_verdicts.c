// SPDX-License-Identifier: GPL-3.0-or-later
/* Who decided on a packet, and how, a line each. */
#include "render/packet_private.h"

#include <string.h>

#include "core/kit.h"
#include "render/views.h"

static const char *name_of(enum pk_judge_kind kind)
{
	static const char *const names[PK_NR_JUDGES] = {
		[PK_JUDGE_NFT] = "nft",
		[PK_JUDGE_XTABLES] = "iptables",
		[PK_JUDGE_CONNTRACK] = "conntrack",
		[PK_JUDGE_HOOK_BPF] = "netfilter-bpf",
		[PK_JUDGE_HOOK] = "netfilter",
		[PK_JUDGE_CGROUP] = "cgroup-bpf",
		[PK_JUDGE_SOCKET] = "socket-filter",
		[PK_JUDGE_TC] = "tc",
		[PK_JUDGE_XDP] = "xdp",
	};

	return kind < PK_NR_JUDGES && names[kind] ? names[kind] : "?";
}

static const char *text_of_how(const struct pk_judgement *judgement)
{
	if (!judgement->verdict)
		return judgement->returned ? "" : ": not known";
	if (!strcmp(judgement->how, "went-on"))
		return ", as it went on";
	if (!strcmp(judgement->how, "freed"))
		return ", as it was freed there";
	return !strcmp(judgement->how, "reason") ? ", by the kernel's reason" : "";
}

/* Of the kernel's own security modules each lets nearly all pass. */
static bool is_usual(const struct pk_judgement *judgement)
{
	return judgement->kind == PK_JUDGE_HOOK && judgement->verdict &&
	       !strcmp(judgement->verdict, "passed") && !judgement->call->name->symbol.module[0];
}

static void show(struct pk_out *out, const struct pk_packet *packet,
		 const struct pk_judgement *judgement)
{
	const char *func = judgement->call->name->symbol.name;

	if (is_usual(judgement) && !pk_out_whole(out))
		return;
	PK_OUT_OBJECT(out, NULL);
	pk_out_text(out, "%10.1f",
		    judgement->ts > packet->first_ns ? (judgement->ts - packet->first_ns) / 1000.0
						     : 0.0);
	pk_out_str(out, "by", "  %-13s", name_of(judgement->kind));
	pk_out_str(out, "func", judgement->family || judgement->program[0] ? NULL : "  %s", func);
	pk_out_ns(out, "at_ns", NULL, judgement->ts);
	pk_out_str(out, "family", judgement->family ? "  %s" : NULL, judgement->family);
	pk_out_str(out, "table", judgement->family ? " %s" : NULL, judgement->table);
	pk_out_str(out, "chain", judgement->family ? " %s" : NULL, judgement->chain);
	pk_out_str(out, "program", judgement->program[0] ? "  %s" : NULL,
		   judgement->program[0] ? judgement->program : NULL);
	pk_out_str(out, "hook", judgement->hook ? "  hook %s" : NULL, judgement->hook);
	pk_out_str(out, "verdict", judgement->verdict ? "  %s" : NULL, judgement->verdict);
	pk_out_text(out, "%s", text_of_how(judgement));
	pk_out_str(out, "how", NULL, judgement->verdict ? judgement->how : NULL);
	pk_out_int_if(out, "returned", judgement->returned ? "  returned %lld" : NULL,
		      judgement->returned, judgement->value);
	pk_out_text(out, "\n");
}

void pk_packet_verdicts(struct pk_out *out, const struct pk_packet *packet,
			const struct pk_judgements *judgements)
{
	if (judgements->nr) {
		if (pk_any(judgements->nr, i, !is_usual(&judgements->list[i])))
			pk_out_text(out, "%10s  VERDICTS\n", "at us");
		pk_out_array_begin(out, "verdicts");
		for (uint32_t i = 0; i < judgements->nr; i++)
			show(out, packet, &judgements->list[i]);
		pk_out_array_end(out);
	}
	if (judgements->tracked)
		pk_render_conntracks(out, &judgements->entries, true);
}
