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

/** Rank 1: "damaged", 2: "hangs", 3: "trouble", 4: "past". Static. */
const char *pk_finding_rank_name(unsigned rank);

#define PK_EVIDENCE_MAX 20

/** A value in memory that supports a finding, with the kernel's or another command's name for
 *  it. */
struct pk_evidence {
	const char *name; /* static */
	char value[48]; /* any bytes */
	bool is_number; /* VALUE is one, in decimal */
};

/** One more object that a finding is true of: a socket, or a task. */
struct pk_finding_other {
	char name[136];
	uint64_t addr;
	bool is_task;
};

/** A task of a chain of tasks and locks; it owns the lock of the one before. */
struct pk_finding_link {
	uint64_t task;
	int32_t pid;
	char comm[16];
	const char *state; /* static: "waits", "sleeps", "runs", "ready to run", "unknown" */
	int cpu; /* where it runs; -1: it does not */
	char call[64]; /* where it waits, sleeps or runs; "" if unknown */
	char module[64]; /* of CALL; "": the kernel itself */
	const char *waits_for; /* static: the kind of the lock, or an event; NULL: unknown */
	uint64_t lock; /* 0: none */
	char lock_name[96]; /* "" if it has none */
	uint64_t waiting; /* tasks behind LOCK; 0: unknown */
};

/** A problem found in memory. */
struct pk_finding {
	const char *rule; /* its rule's name; static */
	unsigned rank; /* 1: most likely broke the machine; larger: less likely */
	enum pk_sureness sure;
	enum pk_finding_when when;
	char sentence[320];
	struct pk_evidence evidence[PK_EVIDENCE_MAX];
	unsigned nr_evidence;
	/* owned; where one finding is of several objects: those that its sentence does not name, the first of them */
	struct pk_finding_other *others;
	size_t nr_others;
	/* owned; where tasks wait for each other: from one that hangs to the end of its chain */
	struct pk_finding_link *chain;
	size_t nr_chain;
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
