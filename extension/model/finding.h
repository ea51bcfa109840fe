/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_FINDING_H
#define PK_MODEL_FINDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** How certain a finding is. */
enum pk_sureness {
	PK_SURE_CERTAIN, /* the kernel's own condition holds in memory */
	PK_SURE_LIKELY, /* it holds, but its object may have been changing at that moment */
};
const char *pk_sureness_name(enum pk_sureness sure);

/** When the finding was true. */
enum pk_finding_when {
	PK_WHEN_END, /* when the machine stopped */
	PK_WHEN_SINCE_BOOT, /* a counter: at some time since boot */
};
const char *pk_finding_when_name(enum pk_finding_when when);

#define PK_EVIDENCE_MAX 20

/** A value in memory that supports a finding, with the kernel's or another command's name for
 *  it. */
struct pk_evidence {
	const char *name; /* static */
	char value[48]; /* any bytes */
	bool is_number; /* VALUE is one, in decimal */
};

/** One more object of which a finding is true. */
struct pk_finding_other {
	char name[136];
	uint64_t addr;
};

/** A problem found in memory. */
struct pk_finding {
	const char *rule; /* its rule's name; static */
	unsigned rank; /* 1: most likely broke the machine; larger: less likely */
	enum pk_sureness sure;
	enum pk_finding_when when;
	char sentence[256];
	struct pk_evidence evidence[PK_EVIDENCE_MAX];
	unsigned nr_evidence;
	/* owned; where one finding is of several objects: those that its sentence does not name, the first of them */
	struct pk_finding_other *others;
	size_t nr_others;
	char more[64]; /* the command that shows more, without "pkttrace" */
};

enum pk_rule_end { PK_RULE_FOUND, PK_RULE_NOT_FOUND, PK_RULE_NOT_JUDGED };
const char *pk_rule_end_name(enum pk_rule_end end); /* "found" */

/** Outcome of a rule. Even a rule that found something may have been unable to judge other
 *  things. */
struct pk_rule_result {
	const char *rule, *summary; /* static */
	enum pk_rule_end end;
	uint64_t found, clear, unjudged; /* number of things examined */
	char reason[96]; /* why the first could not be judged; "" if all could */
};

struct pk_findings {
	struct pk_finding *list; /* owned; worst first */
	size_t nr, room;
	struct pk_rule_result *rules; /* owned; one per rule */
	size_t nr_rules;
};

void pk_findings_deinit(struct pk_findings *findings);

#endif
