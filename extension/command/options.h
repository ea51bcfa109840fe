/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_COMMAND_OPTIONS_H
#define PK_COMMAND_OPTIONS_H

#include <getopt.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "command/command.h"

/** An option: a switch, or one with a value. */
struct pk_option {
	char letter; /* 0: the end of the table; less than ' ': only NAME */
	const char *name; /* NULL: only the letter */
	bool *set; /* of a switch; NULL */
	const char **value; /* the last one given; NULL */
	struct pk_filter_request *filter; /* that takes the value; NULL */
};

/**
 * Every subcommand's options, by its table: getopt_long without its habits. It starts afresh for each command (crash
 * runs many in one process), complains on FP, and never exits. 0, or 2 after a complaint; the first word that is no
 * option is argv[optind].
 */
int pk_options_read(int argc, char **argv, const struct pk_option *options, FILE *fp);

/** Appends NAME to the list LIST ("a, b, c"), cut where it does not fit. */
void pk_choice_add(char *list, size_t size, const char *name);

/** The whole of TEXT as an unsigned number (decimal, 0x.., 0..) of at most MAX. */
bool pk_parse_uint(const char *text, uint64_t max, uint64_t *ret_value);
/** A kernel address in hex, with or without 0x. */
bool pk_parse_addr(const char *text, uint64_t *ret_addr);

/** "pkttrace SUB: <complaint>" and where to read more, on FP. Returns 2, for `return pk_misuse(...)`. */
int pk_misuse(FILE *fp, const char *sub, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/** "pkttrace SUB: <the context's error text>" on FP. Returns 1 (2 if STATUS is PK_USAGE). */
int pk_failure(struct pk_ctx *ctx, FILE *fp, const char *sub, enum pk_status status);

#endif
