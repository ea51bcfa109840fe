/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_COMMAND_REDACT_H
#define PK_COMMAND_REDACT_H

#include "command/export.h"
#include "command/redact_bytes.h"
#include "core/context.h"

/**
 * `export --redact`: what is written is made of a recording (target/capsule) from which addresses and names were taken
 * first, so no exporter sees one.
 */

/** CTX is of the opened recording. Everything in it that REDACTION->map is to know; nothing is changed. */
void pk_redact_collect(struct pk_ctx *ctx, struct pk_redaction *redaction);
/** What stands where it is known, changed in place; CTX is used no more afterwards, as it has read it before. */
void pk_redact_known(struct pk_ctx *ctx, struct pk_redaction *redaction);

/** False: on this machine's architecture it cannot be done. */
bool pk_export_redactable(const struct pk_ctx *ctx);
/** What EXPORTER writes of such a recording of CTX's dump; what was taken out and what was left is told to LOG. */
enum pk_status pk_export_redacted(struct pk_ctx *ctx, const struct pk_exporter *exporter,
				  const struct pk_export_options *options, FILE *fp, FILE *log);

#endif
