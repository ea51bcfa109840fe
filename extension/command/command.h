/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_COMMAND_COMMAND_H
#define PK_COMMAND_COMMAND_H

#include <stdbool.h>
#include <stdio.h>

#include "core/context.h"
#include "core/printable.h"

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

/**
 * Help has one source: command/help/TOPIC.txt, plain text as the reader sees it, turned into C
 * strings when building. `help pkttrace` in crash shows all of it, `pkttrace help TOPIC` one
 * subcommand's, `pkttrace --help` a page that leads there, and pkttrace.8 is made from the same texts.
 */

/** One page on FP: USAGE (whole lines), the subcommands, and where to read on. */
void pk_help_page(const struct pk_commands *commands, const char *usage, FILE *fp);
/** Help on TOPIC (a subcommand, or "overview"; NULL: the page) on FP. Returns 0, or 2 if there is no such topic. */
int pk_help_print(const struct pk_commands *commands, const char *topic, FILE *fp);
/** The whole manual page in troff's man macros. */
void pk_help_man(const struct pk_commands *commands, FILE *fp);

/**
 * From here on a command works: once a second a line on the terminal (stderr) says for how long, and what
 * ctx->progress was told last. A timer draws it, so that no phase of the work is silent.
 *
 * Returns the stream to print to, which stands before FP: what is printed takes the line away first. Where FP is
 * the terminal itself or a pipe (a pager, grep: they draw on the same terminal), the line does not come back after the
 * first output; where FP is a file, it does. FP itself, and nothing else, if stderr is no terminal or a command
 * within a command asks.
 */
FILE *pk_progress_begin(struct pk_ctx *ctx, FILE *fp);
/** The line goes, all of OUT (what pk_progress_begin() returned for FP) is in FP. Returns 0, or -1 if it could not be written. */
int pk_progress_end(struct pk_ctx *ctx, FILE *out, FILE *fp);

/** Print the context's warnings as lines "pkttrace: warning: ...", only some of each kind unless
 *  EACH. Call it after the output, on stderr if that is for a program (commands with "warnings" in
 *  their schema print them there). */
void pk_print_warnings(const struct pk_ctx *ctx, FILE *fp, bool each);

/** A stream to a terminal on top of FP, which fclose() leaves open: lines longer than SCREEN's are
 *  wrapped between words and indented; tones become colours. NULL: out of memory. */
FILE *pk_wrapped_stream(FILE *fp, struct pk_screen screen);

#endif
