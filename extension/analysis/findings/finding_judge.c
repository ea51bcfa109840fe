// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/findings/finding_rules.h"
#include "core/printable.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "core/kit.h"

#define MAX_OF_RULE 16 /* findings; the rest is counted */

/* Half an address or a number is a wrong one. */
static void mark_cut(char *text, size_t size)
{
	size_t end = size - sizeof("...");

	while (end && text[end - 1] != ' ')
		end--;
	snprintf(text + end, size - end, "...");
}

struct pk_finding *pk_judge_found(struct pk_judge *judge, const char *more, const char *fmt, ...)
{
	struct pk_findings *findings = judge->findings;
	struct pk_finding *finding;
	va_list args;

	if (judge->result->found++ >= MAX_OF_RULE ||
	    !pk_grow(findings->list, findings->nr, findings->room))
		return NULL;
	finding = &findings->list[findings->nr++];
	*finding = (struct pk_finding){.rule = judge->result->rule, .rank = judge->rank};
	snprintf(finding->more, sizeof(finding->more), "%s", more);
	va_start(args, fmt);
	if (pk_vsnprint(finding->sentence, sizeof(finding->sentence), fmt, args) >=
	    (int)sizeof(finding->sentence))
		mark_cut(finding->sentence, sizeof(finding->sentence));
	va_end(args);
	return finding;
}

bool pk_judge_knows_devices(struct pk_judge *judge)
{
	const struct pk_scene *scene = judge->scene;

	if (scene->devices_status != PK_OK)
		pk_judge_unknown(judge, "devices", scene->devices_status);
	if (scene->devices_missing)
		pk_judge_unknown(judge, "some devices, as the warnings say", PK_OK);
	return scene->devices_status == PK_OK;
}

const struct pk_device *pk_scene_device(const struct pk_scene *scene, uint64_t addr)
{
	uint64_t size;

	if (!pk_has(scene->ctx, PK_R_netdev_size) ||
	    pk_row_value(scene->ctx, PK_R_netdev_size, &size) != PK_OK)
		return NULL;
	return pk_find(scene->devices.list, scene->devices.nr, addr - it->addr < size);
}

bool pk_judge_is_full(const struct pk_judge *judge)
{
	return judge->result->found >= MAX_OF_RULE;
}

void pk_finding_shows(struct pk_finding *finding, const char *name, const char *fmt, ...)
{
	struct pk_evidence *evidence;
	va_list args;

	if (!finding || finding->nr_evidence == PK_EVIDENCE_MAX)
		return;
	evidence = &finding->evidence[finding->nr_evidence++];
	evidence->name = name;
	va_start(args, fmt);
	pk_vsnprint(evidence->value, sizeof(evidence->value), fmt, args);
	va_end(args);
}

void pk_finding_shows_uint(struct pk_finding *finding, const char *name, uint64_t value)
{
	unsigned nr = finding ? finding->nr_evidence : 0;

	pk_finding_shows(finding, name, "%" PRIu64, value);
	if (finding && finding->nr_evidence > nr)
		finding->evidence[nr].is_number = true;
}

void pk_finding_shows_addr(struct pk_finding *finding, const char *name, uint64_t addr)
{
	pk_finding_shows(finding, name, "0x%" PRIx64, addr);
}

void pk_words_add(struct pk_words *words, const char *fmt, ...)
{
	va_list args;
	int len;

	va_start(args, fmt);
	len = pk_vsnprint(words->text + words->len, sizeof(words->text) - words->len, fmt, args);
	va_end(args);
	if (len > 0)
		words->len += (size_t)len;
	if (words->len >= sizeof(words->text)) {
		words->len = sizeof(words->text) - 1;
		mark_cut(words->text, sizeof(words->text));
	}
}

void pk_words_add_tuple(struct pk_words *words, const struct pk_tuple *tuple)
{
	char source[64], dest[64];

	pk_words_add(
		words, "%s > %s",
		pk_endpoint_text(tuple->family, tuple->saddr, tuple->sport, source, sizeof(source)),
		pk_endpoint_text(tuple->family, tuple->daddr, tuple->dport, dest, sizeof(dest)));
}

void pk_judge_clear(struct pk_judge *judge)
{
	judge->result->clear++;
}

void pk_judge_unknown(struct pk_judge *judge, const char *what, enum pk_status why)
{
	struct pk_rule_result *result = judge->result;

	if (!result->unjudged++)
		snprintf(result->reason, sizeof(result->reason), "%s%s%s", what,
			 why == PK_OK ? "" : ": ", why == PK_OK ? "" : pk_status_name(why));
}

bool pk_judge_knows(struct pk_judge *judge, const char *what, const struct pk_figure *figure)
{
	if (figure->status != PK_OK)
		pk_judge_unknown(judge, what, figure->status);
	return figure->status == PK_OK;
}

/* Three retransmits after the shortest time, TCP_RTO_MIN, take 1.4 s; the time is known to some 0.3 s. */
#define STOOD_STILL_MS 1000

bool pk_judge_stood_still(struct pk_judge *judge)
{
	const struct pk_figure *ran_on = &judge->scene->ran_on_ms;

	if (ran_on->status == PK_ABSENT)
		return true;
	if (!pk_judge_knows(judge, "jiffies", ran_on))
		return false;
	if (ran_on->value > STOOD_STILL_MS)
		pk_judge_unknown(judge, "timers ran on after the panic", PK_OK);
	return ran_on->value <= STOOD_STILL_MS;
}
