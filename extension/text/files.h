/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TEXT_FILES_H
#define PK_TEXT_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/context.h"
#include "decode/trace/ring_buffer.h"
#include "model/counters.h"
#include "model/probe.h"

/* The kernel's own files, line by line, as they would have read at the crash; names are made
 * printable. */

/** A file of tracefs; NAME is one of pk_tracing_files(). Functions are in the order of their
 *  addresses. PK_USAGE: no such file. */
enum pk_status pk_tracing_file_print(struct pk_ctx *ctx, const struct pk_instance *instance,
				     const char *name, FILE *fp);
/** The names, separated by commas. */
const char *pk_tracing_files(void);

/** /sys/kernel/debug/kprobes/list */
enum pk_status pk_kprobes_list_print(struct pk_ctx *ctx, const struct pk_probe_list *list,
				     FILE *fp);
/** /sys/kernel/tracing/enabled_functions */
enum pk_status pk_enabled_functions_print(struct pk_ctx *ctx, FILE *fp);

/** Files of /proc/net that consist of counters. */
enum pk_net_file {
	PK_NET_SNMP,
	PK_NET_NETSTAT,
	PK_NET_SNMP6,
	PK_NET_SOCKSTAT,
	PK_NET_SOCKSTAT6,
	PK_NET_SOFTNET_STAT,
	PK_NR_NET_FILES
};

const char *pk_net_file_name(enum pk_net_file file); /* "snmp6" */

/** FILE as the kernel would have printed it, byte for byte. If anything is unknown, fails before
 *  writing. */
enum pk_status pk_net_file_write(struct pk_ctx *ctx, enum pk_net_file file,
				 const struct pk_net_counters *net,
				 const struct pk_host_counters *host, FILE *fp);

/** No line of a trace is longer than what the kernel's own trace_seq holds (8 KiB); twice that is room
 *  for the fallback texts. */
#define PK_SEQ_MAX 16384

/**
 * A bounded text under construction, as the kernel's trace_seq is. What does not fit is left out and
 * `full` set; the text is always terminated.
 */
struct pk_seq {
	size_t len;
	bool full;
	char text[PK_SEQ_MAX];
};

static inline void pk_seq_reset(struct pk_seq *seq)
{
	seq->len = 0;
	seq->full = false;
	seq->text[0] = '\0';
}

/** LEN bytes as they are, NULs included. */
static inline void pk_seq_put(struct pk_seq *seq, const char *text, size_t len)
{
	size_t room = PK_SEQ_MAX - 1 - seq->len;

	if (len > room) {
		seq->full = true;
		len = room;
	}
	memcpy(seq->text + seq->len, text, len);
	seq->len += len;
	seq->text[seq->len] = '\0';
}

static inline void pk_seq_putc(struct pk_seq *seq, char c)
{
	pk_seq_put(seq, &c, 1);
}

static inline void pk_seq_puts(struct pk_seq *seq, const char *text)
{
	pk_seq_put(seq, text, strlen(text));
}

/** Newlines from BEGIN on are written as \x0a, but for the last character and, with BUT, those in front of that. */
void pk_seq_one_line(struct pk_seq *seq, size_t begin, const char *but);

/** NR times C; a negative NR is none. */
static inline void pk_seq_fill(struct pk_seq *seq, char c, long nr)
{
	size_t room = PK_SEQ_MAX - 1 - seq->len, len = nr > 0 ? (size_t)nr : 0;

	if (len > room) {
		seq->full = true;
		len = room;
	}
	memset(seq->text + seq->len, c, len);
	seq->len += len;
	seq->text[seq->len] = '\0';
}

/* Numbers without printf(), which takes longer for one than all else for a line. */
#define PK_DIGITS_MAX 20 /* of a uint64_t, decimal */
/** The decimal digits of VALUE, written to end just before END; where they begin. */
char *pk_digits(char *end, uint64_t value);
/** "%*llu": in WIDTH columns, blanks first. */
void pk_seq_uint(struct pk_seq *seq, uint64_t value, int width);
/** "%*d". */
void pk_seq_int(struct pk_seq *seq, int64_t value, int width);
/** "%llx". */
void pk_seq_hex(struct pk_seq *seq, uint64_t value);
/** "%5llu.%06llu": seconds of US microseconds. */
void pk_seq_seconds(struct pk_seq *seq, uint64_t us);
void pk_seq_printf(struct pk_seq *seq, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/** As trace_print_graph_duration(): "microseconds.decimals us", padded; decimals as far as 7 digits go. */
void pk_seq_duration(struct pk_seq *seq, uint64_t ns);
/** Cut back to LEN bytes. */
void pk_seq_cut(struct pk_seq *seq, size_t len);

#endif
