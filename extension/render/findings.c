// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/views.h"

#include <stdlib.h>
#include <string.h>

/* Each owns the lock of the one before. */
static void render_chain(struct pk_out *out, const struct pk_finding *finding)
{
	PK_OUT_ARRAY(out, "chain");
	for (size_t i = 0; i < finding->nr_chain; i++) {
		const struct pk_finding_link *link = &finding->chain[i];

		PK_OUT_OBJECT(out, NULL);
		pk_out_text(out, i ? "\n       held by " : "\n       ");
		pk_out_str(out, "comm", "%s", link->comm);
		pk_out_int(out, "pid", " (PID %lld)", link->pid);
		pk_out_addr(out, "task", NULL, link->task);
		pk_out_str(out, "state", ": %s", link->state);
		pk_out_int_if(out, "cpu", link->cpu >= 0 ? " on CPU %lld" : NULL, link->cpu >= 0,
			      link->cpu);
		pk_out_word(out, "call", " in %s", link->call);
		pk_out_word(out, "module", " [%s]", link->module);
		pk_out_word(out, "waits_for", ", for %s", link->waits_for);
		pk_out_addr(out, "lock", link->lock && !link->lock_name[0] ? " %llx" : NULL,
			    link->lock);
		pk_out_word(out, "lock_name", " %s", link->lock_name);
		pk_out_uint_if(out, "waiting", link->waiting ? " (%llu task(s) wait(-s))" : NULL,
			       link->waiting != 0, link->waiting);
	}
}

static void render_details(struct pk_out *out, const struct pk_finding *finding, bool verbose)
{
	pk_out_str(out, "sure", "     %s", pk_sureness_name(finding->sure));
	pk_out_str(out, "when", ", %s: ", pk_finding_when_name(finding->when));
	pk_out_array_begin(out, "evidence");
	for (unsigned i = 0; i < finding->nr_evidence; i++) {
		const char *name = finding->evidence[i].name, *value = finding->evidence[i].value;

		PK_OUT_OBJECT(out, NULL);
		pk_out_str(out, "name", i ? ", %s" : "%s", name);
		if (finding->evidence[i].is_number)
			pk_out_uint(out, "value", " %llu", strtoull(value, NULL, 10));
		else
			pk_out_str(out, "value", " %s", value);
		if (!strcmp(name, "netns"))
			pk_out_netns_told(out, (uint32_t)strtoul(value, NULL, 10));
	}
	pk_out_array_end(out);
	if (finding->nr_chain)
		pk_out_text(out, "\n     the chain:");
	render_chain(out, finding);
	pk_out_str(out, "more", "\n     more: pkttrace %s\n", finding->more);
	/* Each as its own answer is asked for. */
	pk_out_array_begin(out, "others");
	for (size_t i = 0; i < finding->nr_others; i++) {
		PK_OUT_OBJECT(out, NULL);
		pk_out_str(out, "name", verbose ? "     and %s" : NULL, finding->others[i].name);
		if (finding->others[i].is_task)
			pk_out_addr(out, "task", verbose ? ": task %llx\n" : NULL,
				    finding->others[i].addr);
		else
			pk_out_addr(out, "sk", verbose ? ": pkttrace flows -o -k %llx\n" : NULL,
				    finding->others[i].addr);
	}
	pk_out_array_end(out);
	if (finding->nr_others && !verbose)
		pk_out_text(out, "     the others: pkttrace findings -v\n");
}

void pk_render_finding(struct pk_out *out, const struct pk_finding *finding, bool brief,
		       bool verbose)
{
	PK_OUT_RECORD(out, "finding");
	pk_out_uint(out, "rank", NULL, finding->rank);
	pk_out_text(out, brief ? "  %-7s  " : "%-7s  ", pk_finding_rank_name(finding->rank));
	pk_out_str(out, "rule", NULL, finding->rule);
	pk_out_tone(out, PK_TONE_BAD);
	pk_out_str(out, "sentence", "%s", finding->sentence);
	pk_out_tone(out, PK_TONE_PLAIN);
	pk_out_text(out, "\n");
	if (!brief || pk_out_whole(out))
		render_details(out, finding, verbose);
}

static bool is_shown(const struct pk_rule_result *rule, bool verbose)
{
	return verbose || rule->end == PK_RULE_NOT_JUDGED ||
	       (rule->end == PK_RULE_FOUND && rule->unjudged);
}

void pk_render_rules(struct pk_out *out, const struct pk_findings *findings, bool verbose)
{
	unsigned nr[3] = {0};

	for (size_t i = 0; i < findings->nr_rules; i++)
		nr[findings->rules[i].end]++;
	if (findings->nr)
		pk_out_text(out, "\n");
	pk_out_text(out, "%zu finding(s); %u rule(s) found nothing, %u could not be judged\n",
		    findings->nr, nr[PK_RULE_NOT_FOUND], nr[PK_RULE_NOT_JUDGED]);
	for (size_t i = 0; i < findings->nr_rules; i++)
		if (pk_out_whole(out) || is_shown(&findings->rules[i], verbose)) {
			const struct pk_rule_result *rule = &findings->rules[i];

			PK_OUT_RECORD(out, "rule");
			pk_out_str(out, "rule", "  %-22s", rule->rule);
			pk_out_str(out, "result", " %-10s", pk_rule_end_name(rule->end));
			pk_out_str(out, "summary", "  %s", rule->summary);
			pk_out_uint(out, "found", NULL, rule->found);
			pk_out_uint(out, "clear", NULL, rule->clear);
			pk_out_uint(out, "unjudged", rule->unjudged ? "; %llu not judged" : NULL,
				    rule->unjudged);
			pk_out_word(out, "reason", " (%s)", rule->reason);
			pk_out_text(out, "\n");
		}
}
