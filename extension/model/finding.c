// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/finding.h"

#include <stdlib.h>

const char *pk_sureness_name(enum pk_sureness sure)
{
	return sure == PK_SURE_CERTAIN ? "certain" : "likely";
}

const char *pk_finding_when_name(enum pk_finding_when when)
{
	return when == PK_WHEN_END ? "at the end" : "since boot";
}

const char *pk_finding_rank_name(unsigned rank)
{
	static const char *const names[] = {"damaged", "hangs", "trouble", "past"};

	return rank && rank <= sizeof(names) / sizeof(names[0]) ? names[rank - 1] : "?";
}

const char *pk_rule_end_name(enum pk_rule_end end)
{
	static const char *const names[] = {
		[PK_RULE_FOUND] = "found",
		[PK_RULE_NOT_FOUND] = "not found",
		[PK_RULE_NOT_JUDGED] = "not judged",
	};

	return names[end];
}

void pk_findings_deinit(struct pk_findings *findings)
{
	for (size_t i = 0; i < findings->nr; i++) {
		free(findings->list[i].others);
		free(findings->list[i].chain);
	}
	free(findings->list);
	free(findings->rules);
	*findings = (struct pk_findings){0};
}
