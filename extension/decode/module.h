/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_MODULE_H
#define PK_DECODE_MODULE_H

#include <stdbool.h>

#include "core/context.h"

#define PK_MODULE_AREAS 16 /* struct module.mem has 7 entries in 6.4 and later */

/** A loaded module, as far as the question "whose code is this" needs it. */
struct pk_module {
	uint64_t addr; /* struct module */
	char name[PK_MODULE_NAME_MAX];
	struct {
		uint64_t base, size;
	} areas[PK_MODULE_AREAS];
	uint32_t nr_areas;
	bool foreign; /* tainted the kernel: out of tree, unsigned, proprietary */
	char taints[8]; /* of "P", "O", "E", as /proc/modules prints them */
	uint64_t tracepoints; /* its table of tracepoints; 0 if none */
	uint32_t nr_tracepoints;
};

struct pk_modules {
	struct pk_module *modules; /* owned */
	uint32_t nr, room;
};

/** All modules on the kernel's list. A damaged list costs a warning and the modules behind. */
enum pk_status pk_modules_load(struct pk_ctx *ctx, struct pk_modules *ret_modules);
void pk_modules_deinit(struct pk_modules *modules);
/** The module whose memory holds ADDR; NULL if none does. */
const struct pk_module *pk_module_at(const struct pk_modules *modules, uint64_t addr);
const struct pk_module *pk_module_named(const struct pk_modules *modules, const char *name);

#endif
