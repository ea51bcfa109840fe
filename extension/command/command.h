/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_COMMAND_COMMAND_H
#define PK_COMMAND_COMMAND_H

#include <stdio.h>

#include "core/context.h"

/**
 * The `pkttrace` command, the same under crash and in the standalone program.
 * ARGV[0] is "pkttrace". Results go to FP, complaints too (crash users redirect one stream)
 * unless ctx->apart.
 * Returns 0, 1 if something failed, 2 for wrong usage. Owns nothing of CTX.
 */
int pk_command_run(struct pk_ctx *ctx, int argc, char **argv, FILE *fp);

/** Resolve what must be cached before a fork, so that later commands have it. */
void pk_command_warm(struct pk_ctx *ctx, int argc, char **argv);

/** Help texts: NULL-terminated in crash's help_data form (name, summary, usage, body lines). */
extern char *pk_command_help[];

struct pk_subcommand {
	const char *name; /* "last" */
	const char *usage; /* "[-n N] [-t] [-j] [-A]" */
	const char *summary;
	int (*run)(struct pk_ctx *ctx, int argc, char **argv,
		   FILE *fp); /* argv[0] is the subcommand */
	bool verbatim; /* lines are the kernel's, and are not wrapped for a narrow terminal */
	bool of_local; /* -P may name socket families that are not wire protocols */
	bool unredacted; /* it reads addresses that --redact does not look for: not recorded for that */
	bool of_packets; /* -i INSTANCE selects the trace, and is handled before run() */
	/** Sets of options, one line per run, with which recording a capsule runs this command, so
	 *  that the file holds everything it may ask for; ends in NULL. List every option that asks
	 *  for more than others. */
	const char *const *recorded;
};
/* One per file in command/: the table in command.c lists them. */
extern const struct pk_subcommand pk_subcommand_verdict, pk_subcommand_last, pk_subcommand_show,
	pk_subcommand_flows, pk_subcommand_inflight, pk_subcommand_probes, pk_subcommand_tracers,
	pk_subcommand_trace, pk_subcommand_layout, pk_subcommand_export, pk_subcommand_counters,
	pk_subcommand_devices, pk_subcommand_findings, pk_subcommand_skb, pk_subcommand_story,
	pk_subcommand_consumers, pk_subcommand_log, pk_subcommand_history, pk_subcommand_drops,
	pk_subcommand_latency, pk_subcommand_routes;

/** All subcommands, for `help` and for recording a capsule. */
struct pk_commands {
	const struct pk_subcommand *const *list; /* in the order of `pkttrace help`; NULL ends it */
	int (*run)(struct pk_ctx *ctx, int argc, char **argv, FILE *fp); /* pk_command_run() */
};
extern const struct pk_commands pk_commands;

/** The table's entries; NULL past the end. */
const struct pk_subcommand *pk_subcommand_at(unsigned index);
const struct pk_subcommand *pk_subcommand_find(const char *name); /* NULL: no such */

#endif
