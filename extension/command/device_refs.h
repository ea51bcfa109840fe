/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_COMMAND_DEVICE_REFS_H
#define PK_COMMAND_DEVICE_REFS_H

#include "core/context.h"
#include "render/out.h"

/** The references of the devices called NAME (NULL: of all), listed ones and those that are waited for. PK_USAGE: there is
 *  none called so. VERBOSE: with whole stacks of those who took them. */
enum pk_status pk_device_refs_show(struct pk_ctx *ctx, struct pk_out *out, const char *name,
				   bool verbose);

#endif
