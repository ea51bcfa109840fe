/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TEXT_FILES_H
#define PK_TEXT_FILES_H

#include "core/context.h"
#include "decode/trace/ring_buffer.h"
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

#endif
