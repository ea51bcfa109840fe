/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_COMMAND_OPTIONS_H
#define PK_COMMAND_OPTIONS_H

#include <getopt.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "command/command.h"
#include "render/out.h"

/** pk_out_begin() for the running command's results: for its screen, with the names of the dump's namespaces. */
void pk_output_begin(struct pk_ctx *ctx, struct pk_out *out, FILE *fp, bool json);

/** Append NAME to LIST ("a, b, c"), cut if it does not fit. */
void pk_choice_add(char *list, size_t size, const char *name);

/** Append WORD to the command line LINE, quoted if a shell needs it; cut if it does not fit. */
void pk_words_quote(char *line, size_t size, const char *word);

/** Parse all of TEXT as an unsigned number (decimal, 0x.., 0..) of at most MAX. */
bool pk_parse_uint(const char *text, uint64_t max, uint64_t *ret_value);
/** Parse a kernel address in hexadecimal, with or without 0x. */
bool pk_parse_addr(const char *text, uint64_t *ret_addr);

/** Where the running command's errors go: FP, its results', in crash and in an export's part; stderr otherwise. */
FILE *pk_complaints(const struct pk_ctx *ctx, FILE *fp);
/** "pkttrace SUB: <complaint>" and where to read more, on FP. Returns 2, for `return
 *  pk_misuse(...)`. */
int pk_misuse(FILE *fp, const char *sub, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/** "pkttrace SUB: <the context's error text>" on pk_complaints() of FP. Returns 1 (2 if STATUS is PK_USAGE). */
int pk_failure(struct pk_ctx *ctx, FILE *fp, const char *sub, enum pk_status status);

/** An option: a switch, or one with a value. */
struct pk_option {
	char letter; /* 0: end of the table; less than ' ': only NAME */
	const char *name; /* NULL: only the letter */
	bool *set; /* for a switch; otherwise NULL */
	const char **value; /* gets the last value given; NULL */
	struct pk_filter_request *filter; /* takes the value; NULL */
};

#define PK_ANY_WORDS INT_MAX

/**
 * Parse a subcommand's options by its table, with getopt_long without its quirks: it starts afresh
 * for each command (crash runs many in one process), complains on FP, and never exits. Returns 0,
 * or 2 after a complaint. argv[optind] is the first word that is not an option; more than WORDS of them
 * are refused.
 */
int pk_options_read(int argc, char **argv, const struct pk_option *options, int words, FILE *fp);

#endif
