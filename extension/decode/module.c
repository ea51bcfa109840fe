// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/module.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/list.h"

/* Bits of module.taints; part of the kernel's interface (TAINT_*), never renumbered. */
#define TAINT_PROPRIETARY 0
#define TAINT_OUT_OF_TREE 12
#define TAINT_UNSIGNED 13

static void add_area(struct pk_module *module, uint64_t base, uint64_t size)
{
	if (base && size && base + size > base && module->nr_areas < PK_MODULE_AREAS) {
		module->areas[module->nr_areas].base = base;
		module->areas[module->nr_areas].size = size;
		module->nr_areas++;
	}
}

/* From 6.4 an array of memories, one a kind (text, data, rodata, ...). */
static bool read_mem_array(struct pk_ctx *ctx, struct pk_module *module)
{
	const struct pk_member *mem = &pk_layout_get(ctx, PK_R_probe_module_mem)->member;
	uint64_t stride, base, size;
	bool all = true;

	if (pk_row_value(ctx, PK_R_probe_module_memory, &stride) != PK_OK)
		return false;
	for (uint64_t i = 0; i < mem->elements && i < PK_MODULE_AREAS; i++) {
		uint64_t area = module->addr + mem->offset + i * stride;

		if (pk_member_uint(ctx, area, PK_R_probe_module_memory_base, &base) == PK_OK &&
		    pk_member_uint(ctx, area, PK_R_probe_module_memory_size, &size) == PK_OK)
			add_area(module, base, size);
		else
			all = false;
	}
	return all;
}

/* False: not all of its memory is known. */
static bool read_areas(struct pk_ctx *ctx, struct pk_module *module)
{
	uint64_t base, size;

	if (!pk_has(ctx, PK_R_probe_module_base))
		return pk_has(ctx, PK_R_probe_module_mem) && read_mem_array(ctx, module);
	if (pk_member_uint(ctx, module->addr, PK_R_probe_module_base, &base) != PK_OK ||
	    pk_member_uint(ctx, module->addr, PK_R_probe_module_size, &size) != PK_OK)
		return false;
	add_area(module, base, size);
	return true;
}

static void read_taints(struct pk_ctx *ctx, struct pk_module *module)
{
	static const struct {
		unsigned bit;
		char letter;
	} known[] = {{TAINT_PROPRIETARY, 'P'}, {TAINT_OUT_OF_TREE, 'O'}, {TAINT_UNSIGNED, 'E'}};
	uint64_t taints;
	size_t nr = 0;
	enum pk_status status =
		pk_member_uint(ctx, module->addr, PK_R_probe_module_taints, &taints);

	if (status == PK_UNREADABLE)
		pk_warn(ctx, "module %s: whether it is out of tree is not known: %s", module->name,
			pk_error(ctx));
	if (status != PK_OK)
		return;
	for (size_t i = 0; i < PK_ARRAY_SIZE(known); i++)
		if (taints >> known[i].bit & 1)
			module->taints[nr++] = known[i].letter;
	module->foreign = nr > 0;
}

static struct pk_module *add_module(struct pk_modules *modules)
{
	if (!pk_grow(modules->modules, modules->nr, modules->room))
		return NULL;
	return memset(&modules->modules[modules->nr++], 0, sizeof(struct pk_module));
}

static enum pk_status read_module(struct pk_ctx *ctx, uint64_t addr, struct pk_modules *modules)
{
	struct pk_module *module = add_module(modules);
	uint64_t name = 0, value;

	if (!module)
		return pk_fail(ctx, PK_NOMEM, "no memory for the module list");
	module->addr = addr;
	if (pk_row_offset(ctx, PK_R_probe_module_name, &name) != PK_OK ||
	    pk_read_string(ctx, module->addr + name, module->name, sizeof(module->name)) != PK_OK) {
		pk_warn(ctx, "module %" PRIx64 ": %s", module->addr, pk_error(ctx));
		modules->nr--;
		modules->whole = false;
		return PK_OK;
	}
	modules->whole &= read_areas(ctx, module);
	read_taints(ctx, module);
	if (pk_has(ctx, PK_R_probe_module_nr_tracepoints) &&
	    pk_member_uint(ctx, module->addr, PK_R_probe_module_nr_tracepoints, &value) == PK_OK) {
		module->nr_tracepoints = (uint32_t)value;
		if (pk_member_uint(ctx, module->addr, PK_R_probe_module_tracepoints, &value) ==
		    PK_OK)
			module->tracepoints = value;
	}
	return PK_OK;
}

enum pk_status pk_modules_load(struct pk_ctx *ctx, struct pk_modules *ret_modules)
{
	struct pk_modules modules = {.whole = true};
	struct pk_reader r = {.ctx = ctx};
	uint64_t head = pk_value(&r, PK_R_probe_modules);
	uint64_t link = pk_offset(&r, PK_R_probe_module_list);

	if (!pk_ok(&r))
		return r.status;
	pk_list_for_each (node, &r, head)
		pk_try(&r, read_module(ctx, node - link, &modules));
	if (r.status == PK_NOMEM) {
		pk_modules_deinit(&modules);
		return r.status;
	}
	if (!pk_ok(&r)) {
		pk_warn(ctx, "module list: %s; %u modules before it are known", pk_error(ctx),
			modules.nr);
		modules.whole = false;
	}
	*ret_modules = modules;
	return PK_OK;
}

void pk_modules_deinit(struct pk_modules *modules)
{
	free(modules->modules);
	memset(modules, 0, sizeof(*modules));
}

const struct pk_module *pk_module_at(const struct pk_modules *modules, uint64_t addr)
{
	for (uint32_t i = 0; i < modules->nr; i++)
		for (uint32_t j = 0; j < modules->modules[i].nr_areas; j++)
			if (addr - modules->modules[i].areas[j].base <
			    modules->modules[i].areas[j].size)
				return &modules->modules[i];
	return NULL;
}

const struct pk_module *pk_module_named(const struct pk_modules *modules, const char *name)
{
	return pk_find(modules->modules, modules->nr, !strcmp(it->name, name));
}
