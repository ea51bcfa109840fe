/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HARNESS_H
#define HARNESS_H

#include "damage.h"

/** What can be run on a damaged machine: `pkttrace WORDS`, or a plain function. */
struct deed {
	const char *name;
	unsigned weight; /* how often a mutant runs it: the inverse of what it costs */
	unsigned flags;
	/** Instead of `pkttrace NAME` (words at blanks). */
	void (*run)(struct pk_target *target, FILE *out);
};
#define DEED_PER_CPU 1 /* JSON: a line a CPU, of that CPU alone */
#define DEED_PROBES 2 /* JSON: a line a probe */
#define DEED_TEXT 4 /* what it prints may be compared line by line */

extern const struct deed deeds[];
extern const unsigned nr_deeds;
/** Test-only decoders with a bug each (planted.c); they run only where --plant names them. */
extern const struct deed planted_deeds[];
extern const unsigned nr_planted_deeds;

/** Runs DEED on TARGET; all that it prints goes to OUT. */
void deed_run(const struct deed *deed, struct pk_target *target, FILE *out);

/** What a deed did on the undamaged machine. */
struct clean {
	char *text; /* what it printed */
	struct read_span *reads; /* every read once, by address */
	uint32_t *lens; /* every length once */
	uint64_t *asks; /* every question once, in order of their kinds */
	uint32_t nr_reads, nr_lens, nr_asks;
	double seconds; /* of CPU */
};

/**
 * What is wrong with the answer of DEED on DAMAGED, TEXT, beside the undamaged machine's. Says it on FP, a line each.
 * Returns the number of complaints.
 */
int judge(const struct deed *deed, const struct clean *clean, const struct damaged *damaged,
	  const char *text, FILE *fp);

#endif
