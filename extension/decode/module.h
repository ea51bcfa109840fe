/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_MODULE_H
#define PK_DECODE_MODULE_H

#include <stdbool.h>

#include "core/context.h"

#define PK_MODULE_AREAS 16 /* struct module.mem has 7 entries in 6.4 and later */

/** A loaded module: what it takes to tell whose code an address is. */
struct pk_module {
	uint64_t addr; /* struct module */
	char name[PK_MODULE_NAME_MAX];
	struct {
		uint64_t base, size;
	} areas[PK_MODULE_AREAS];
	uint32_t nr_areas;
	bool foreign; /* tainted the kernel: out of tree, unsigned, proprietary */
	char taints[8]; /* some of "P", "O", "E", as in /proc/modules */
	uint64_t tracepoints; /* address of its table of tracepoints; 0 if none */
	uint32_t nr_tracepoints;
};

struct pk_modules {
	struct pk_module *modules; /* owned */
	uint32_t nr, room;
	bool whole; /* the list was read to its end, and where each has its memory */
};

/** Read the kernel's list of modules. A damaged list costs a warning and the modules after it. */
enum pk_status pk_modules_load(struct pk_ctx *ctx, struct pk_modules *ret_modules);
void pk_modules_deinit(struct pk_modules *modules);
/** The module whose memory contains ADDR; NULL: none. Borrowed from MODULES. */
const struct pk_module *pk_module_at(const struct pk_modules *modules, uint64_t addr);
const struct pk_module *pk_module_named(const struct pk_modules *modules, const char *name);

#endif
