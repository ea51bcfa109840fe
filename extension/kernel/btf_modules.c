// SPDX-License-Identifier: GPL-3.0-or-later
/*
 *	LIST_HEAD(modules)	-> struct module: name, state
 *	LIST_HEAD(btf_modules)	-> struct btf_module: module, btf
 *				   btf -> struct btf: data, data_size, start_id, start_str_off
 *
 * struct module has btf_data and btf_data_size too, but they point to what the kernel copied from,
 * which newer ones give back once the module runs.
 */
#include "kernel/btf_internal.h"

#include <stdlib.h>
#include <string.h>

#include "core/kit.h"

#define MAX_MODULES 4096
#define MAX_BTF (64u << 20) /* the largest in a distribution (amdgpu) has 2 MB */

struct module {
	char name[PK_MODULE_NAME_MAX];
	uint64_t addr; /* of struct module */
	uint64_t btf; /* of struct btf; 0: none */
	bool tried;
	enum pk_status status; /* once tried */
	struct pk_btf *types; /* owned */
};

struct pk_btf_modules {
	struct pk_target *target;
	const struct pk_btf *base;
	pk_btf_ask_fn ask;
	void *arg;
	bool loaded;
	enum pk_status status, btf_status; /* of the walks over the lists */
	struct module *list;
	uint32_t nr, room;
};

struct pk_btf_modules *pk_btf_modules_create(struct pk_target *target, const struct pk_btf *base,
					     pk_btf_ask_fn ask, void *arg)
{
	struct pk_btf_modules *modules = calloc(1, sizeof(*modules));

	if (modules) {
		modules->target = target;
		modules->base = base;
		modules->ask = ask;
		modules->arg = arg;
	}
	return modules;
}

void pk_btf_modules_destroy(struct pk_btf_modules *modules)
{
	if (!modules)
		return;
	for (uint32_t i = 0; i < modules->nr; i++)
		pk_btf_destroy(modules->list[i].types);
	free(modules->list);
	free(modules);
}

static enum pk_status read_uint(struct pk_target *target, uint64_t addr, uint64_t size,
				uint64_t *ret_value)
{
	uint8_t bytes[8];
	enum pk_status status = size <= sizeof(bytes) ? target->ops->read(target, addr, bytes, size)
						      : PK_UNSUPPORTED;

	if (status == PK_OK)
		*ret_value = pk_facts_uint(&target->facts, bytes, size);
	return status;
}

/* The integer or pointer at PATH in the TYPE at ADDR. */
static enum pk_status field(const struct pk_btf_modules *modules, uint64_t addr, const char *type,
			    const char *path, uint64_t *ret_value)
{
	struct pk_member member;
	enum pk_status status = pk_btf_member(modules->base, type, path, &member);

	return status == PK_OK
		       ? read_uint(modules->target, addr + member.offset, member.size, ret_value)
		       : status;
}

typedef enum pk_status (*node_fn)(struct pk_btf_modules *modules, uint64_t addr);

/* Visit each TYPE on the list whose head is the symbol HEAD, linked by its member "list". */
static enum pk_status walk(struct pk_btf_modules *modules, const char *symbol, const char *type,
			   node_fn fn)
{
	struct pk_target *target = modules->target;
	uint64_t head, node, seen = 0;
	struct pk_member list;
	enum pk_status status = target->ops->symbol(target, symbol, &head);

	if (status == PK_OK)
		status = pk_btf_member(modules->base, type, "list", &list);
	if (status != PK_OK)
		return status;
	node = head;
	for (unsigned i = 0; i < MAX_MODULES; i++) {
		/* Brent: a remembered node, replaced at doubling distances, detects a cycle */
		if (!(i & (i - 1)))
			seen = node;
		status = read_uint(target, node, target->facts.word_size, &node);
		if (status != PK_OK || node == head)
			return status;
		if (!node || node == seen)
			return PK_CORRUPT;
		status = fn(modules, node - list.offset);
		if (status != PK_OK)
			return status;
	}
	return PK_CORRUPT;
}

/* Skip modules being set up or given up: their names may be unreadable. */
static enum pk_status add_module(struct pk_btf_modules *modules, uint64_t addr)
{
	struct module *module;
	struct pk_member name;
	uint64_t state;
	int64_t unformed;
	enum pk_status status = pk_btf_member(modules->base, "struct module", "name", &name);

	if (status != PK_OK)
		return status;
	if (pk_btf_enumerator(modules->base, "MODULE_STATE_UNFORMED", &unformed) == PK_OK &&
	    field(modules, addr, "struct module", "state", &state) == PK_OK &&
	    state == (uint64_t)unformed)
		return PK_OK;
	if (!pk_grow(modules->list, modules->nr, modules->room))
		return PK_NOMEM;
	module = memset(&modules->list[modules->nr], 0, sizeof(*module));
	module->addr = addr;
	if (name.size > sizeof(module->name) - 1)
		name.size = sizeof(module->name) - 1;
	status = modules->target->ops->read(modules->target, addr + name.offset, module->name,
					    name.size);
	modules->nr += status == PK_OK;
	return status;
}

static enum pk_status add_btf(struct pk_btf_modules *modules, uint64_t addr)
{
	uint64_t module, btf;
	enum pk_status status = field(modules, addr, "struct btf_module", "module", &module);

	if (status == PK_OK)
		status = field(modules, addr, "struct btf_module", "btf", &btf);
	for (uint32_t i = 0; status == PK_OK && i < modules->nr; i++)
		if (modules->list[i].addr == module)
			modules->list[i].btf = btf;
	return status;
}

static enum pk_status read_types(struct pk_btf_modules *modules, struct module *module)
{
	static const char type[] = "struct btf";
	struct pk_target *target = modules->target;
	uint64_t data, size, start_id, start_str;
	enum pk_status status;
	void *bytes;

	if (!module->btf) {
		/* Of a module that has no BTF on the kernel's list; if that is damaged, it may
		 * have some. */
		status = modules->ask ? modules->ask(modules->arg, module->name, module->addr,
						     &module->types)
				      : PK_UNSUPPORTED;
		return status == PK_UNSUPPORTED && modules->btf_status != PK_OK
			       ? modules->btf_status
			       : status;
	}
	status = field(modules, module->btf, type, "data", &data);
	if (status == PK_OK)
		status = field(modules, module->btf, type, "data_size", &size);
	if (status == PK_OK)
		status = field(modules, module->btf, type, "start_id", &start_id);
	if (status == PK_OK)
		status = field(modules, module->btf, type, "start_str_off", &start_str);
	if (status != PK_OK)
		return status == PK_ABSENT ? PK_UNSUPPORTED : status;
	if (!size || size > MAX_BTF || start_id > UINT32_MAX || start_str > UINT32_MAX)
		return PK_CORRUPT;
	bytes = malloc(size);
	if (!bytes)
		return PK_NOMEM;
	status = target->ops->read(target, data, bytes, size);
	if (status == PK_OK)
		status = pk_btf_create_split(bytes, size, modules->base, (uint32_t)start_id,
					     (uint32_t)start_str, &module->types);
	if (status != PK_OK)
		free(bytes);
	return status;
}

enum pk_status pk_btf_modules_find(struct pk_btf_modules *modules, const char *name,
				   const struct pk_btf **ret_btf)
{
	if (!modules->loaded) {
		modules->loaded = true;
		modules->status = walk(modules, "modules", "struct module", add_module);
		modules->btf_status = walk(modules, "btf_modules", "struct btf_module", add_btf);
		/* Absent: 5.10 and earlier, or not configured. */
		if (modules->btf_status == PK_ABSENT)
			modules->btf_status = PK_OK;
		if (modules->status == PK_OK)
			modules->status = modules->btf_status;
	}
	for (uint32_t i = 0; i < modules->nr; i++) {
		struct module *module = &modules->list[i];

		if (strcmp(module->name, name))
			continue;
		if (!module->tried)
			module->status = read_types(modules, module);
		module->tried = true;
		if (module->status == PK_OK)
			*ret_btf = module->types;
		return module->status;
	}
	return modules->status == PK_OK ? PK_ABSENT : modules->status;
}

bool pk_btf_split_name(const char *text, char *ret_type, size_t size, const char **ret_module)
{
	const char *at = strchr(text, '@');

	if (!at || (size_t)(at - text) >= size)
		return false;
	memcpy(ret_type, text, at - text);
	ret_type[at - text] = '\0';
	*ret_module = at + 1;
	return true;
}
