/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_FINDING_H
#define PK_MODEL_FINDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** How sure a finding is. */
enum pk_sureness {
	PK_SURE_CERTAIN, /* the kernel's own condition holds in memory */
	PK_SURE_LIKELY, /* it holds, but what it is of may have been changing at that moment */
};
const char *pk_sureness_name(enum pk_sureness sure);

/** When it was so. */
enum pk_finding_when {
	PK_WHEN_END, /* as the machine stood still */
	PK_WHEN_SINCE_BOOT, /* counted some time before */
};
const char *pk_finding_when_name(enum pk_finding_when when);

#define PK_EVIDENCE_MAX 16

/** What memory holds that shows it: a name as the kernel or another command has it, and its value. */
struct pk_evidence {
	const char *name; /* static */
	char value[48]; /* any bytes */
};

/** A trouble that memory shows. */
struct pk_finding {
	const char *rule; /* its name; static */
	unsigned rank; /* 1: likely what broke the machine; larger: less */
	enum pk_sureness sure;
	enum pk_finding_when when;
	char sentence[256];
	struct pk_evidence evidence[PK_EVIDENCE_MAX];
	unsigned nr_evidence;
	char more[64]; /* the command that shows more, without "pkttrace" */
};

enum pk_rule_end { PK_RULE_FOUND, PK_RULE_NOT_FOUND, PK_RULE_NOT_JUDGED };
const char *pk_rule_end_name(enum pk_rule_end end); /* "found" */

/** What became of a rule: also one that found something may have seen things that it could not judge. */
struct pk_rule_result {
	const char *rule, *summary; /* static */
	enum pk_rule_end end;
	uint64_t found, clear, unjudged; /* things looked at */
	char reason[96]; /* of the first that could not be judged; "": all could */
};

struct pk_findings {
	struct pk_finding *list; /* owned; worst first */
	size_t nr, room;
	struct pk_rule_result *rules; /* owned; one a rule */
	size_t nr_rules;
};

void pk_findings_deinit(struct pk_findings *findings);

#endif
