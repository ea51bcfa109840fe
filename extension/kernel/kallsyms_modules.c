// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"

#include "kernel/kallsyms_internal.h"

/*
 * A module's symbols (struct mod_kallsyms, 4.5; before that the same fields in struct module):
 *
 *   symtab   num_symtab ELF symbols, entry 0 empty; addresses are final
 *              64 bits: u32 name, u8 info, u8 other, u16 shndx, u64 value, u64 size
 *              32 bits: u32 name, u32 value, u32 size, u8 info, u8 other, u16 shndx
 *   strtab   their names
 *   typetab  nm letters, one a symbol (5.2); before that the letter overwrites info (up to 4.20) or
 *            size (5.0, 5.1)
 */

#define MAX_MODULES 4096
#define MAX_MODULE_SYMS (1u << 20)
#define MAX_EXPORTS 16384
#define MAX_STRTAB (8u << 20) /* the largest modules have 1 to 2 MB */
#define PAGE 4096

#define HOLE 0x7f /* no name has it */

/* Read as much as the dump has, and FILL where pages are missing. False: some are. */
static bool read_holey(const struct pk_kallsyms_source *source, uint64_t addr, uint8_t *buf,
		       size_t len, uint8_t fill)
{
	size_t done = 0;

	if (source->read(source->arg, addr, buf, len) == PK_OK)
		return true;
	while (done < len) {
		size_t piece = PAGE - ((addr + done) & (PAGE - 1));

		if (piece > len - done)
			piece = len - done;
		if (source->read(source->arg, addr + done, buf + done, piece) != PK_OK)
			memset(buf + done, fill, piece);
		done += piece;
	}
	return false;
}

struct elf_sym {
	uint32_t name;
	uint8_t info;
	uint16_t shndx;
	uint64_t value, size;
};

static void load_sym(const struct pk_kallsyms_source *source, const uint8_t *bytes,
		     struct elf_sym *sym)
{
	bool wide = source->word_size == 8;

	sym->name = (uint32_t)pk_ks_load(source, bytes, 4);
	sym->info = bytes[wide ? 4 : 12];
	sym->shndx = (uint16_t)pk_ks_load(source, bytes + (wide ? 6 : 14), 2);
	sym->value = wide ? pk_ks_load(source, bytes + 8, 8) : pk_ks_load(source, bytes + 4, 4);
	sym->size = wide ? pk_ks_load(source, bytes + 16, 8) : pk_ks_load(source, bytes + 8, 4);
}

static char sym_type(const struct elf_sym *sym, const uint8_t *types, size_t index)
{
	char type = types ? (char)types[index] : (char)sym->info;

	if (!types && !((type | 0x20) >= 'a' && (type | 0x20) <= 'z'))
		type = (char)sym->size;
	return (type | 0x20) >= 'a' && (type | 0x20) <= 'z' ? (char)(type | 0x20) : '?';
}

/* Everything of one module's tables in memory. */
struct tables {
	uint8_t *syms, *types; /* types may be NULL */
	char *strings; /* HOLE where they are missing */
	bool has_holes; /* of SYMS */
	size_t nr_syms, strings_len, sym_size;
};

static enum pk_status read_tables(const struct pk_kallsyms_source *source,
				  const struct pk_kallsyms_module *module, struct tables *tables)
{
	struct elf_sym sym;
	size_t last = 0;

	if (!module->num_symtab || module->num_symtab > MAX_MODULE_SYMS)
		return PK_CORRUPT;
	tables->nr_syms = module->num_symtab;
	tables->sym_size = source->word_size == 8 ? 24 : 16;
	tables->syms = calloc(tables->nr_syms, tables->sym_size);
	tables->types = module->typetab ? calloc(tables->nr_syms, 1) : NULL;
	if (!tables->syms || (module->typetab && !tables->types))
		return PK_NOMEM;
	tables->has_holes = !read_holey(source, module->symtab, tables->syms,
					tables->nr_syms * tables->sym_size, 0);
	if (tables->types)
		(void)read_holey(source, module->typetab, tables->types, tables->nr_syms, 0);
	for (size_t i = 0; i < tables->nr_syms; i++) {
		load_sym(source, tables->syms + i * tables->sym_size, &sym);
		if (sym.name > last && sym.name < MAX_STRTAB)
			last = sym.name;
	}
	/* the last name ends somewhere in the PK_SYMBOL_NAME_MAX bytes after its start */
	tables->strings_len = last + PK_SYMBOL_NAME_MAX;
	tables->strings = calloc(1, tables->strings_len + 1);
	if (!tables->strings)
		return PK_NOMEM;
	(void)read_holey(source, module->strtab, (uint8_t *)tables->strings, tables->strings_len,
			 HOLE);
	return PK_OK;
}

/* PK_UNREADABLE: none of them has a name. */
static enum pk_status add_syms(struct pk_kallsyms *ks, const struct pk_kallsyms_source *source,
			       const struct tables *tables)
{
	uint16_t number = (uint16_t)ks->nr_modules; /* the entry just added, plus one */
	size_t nr_named = 0;

	if (!pk_ks_reserve(ks, tables->nr_syms))
		return PK_NOMEM;
	for (size_t i = 1; i < tables->nr_syms; i++) {
		struct pk_ks_sym *to = &ks->syms[ks->nr_syms];
		struct elf_sym sym;
		size_t len;

		load_sym(source, tables->syms + i * tables->sym_size, &sym);
		if (!sym.shndx || sym.name >= tables->strings_len)
			continue;
		len = strnlen(tables->strings + sym.name, PK_SYMBOL_NAME_MAX - 1);
		if (!len)
			continue;
		if (memchr(tables->strings + sym.name, HOLE, len))
			to->name = 0;
		else if (!pk_ks_text(ks, tables->strings + sym.name, len, &to->name))
			return PK_NOMEM;
		nr_named += to->name != 0;
		to->addr = sym.value;
		to->module = number;
		to->type = sym_type(&sym, tables->types, i);
		ks->nr_syms++;
		ks->modules[number - 1].count++;
	}
	if (nr_named)
		return PK_OK;
	ks->nr_syms = ks->modules[number - 1].first;
	ks->modules[number - 1].count = 0;
	return PK_UNREADABLE;
}

static struct pk_ks_module *new_module(struct pk_kallsyms *ks, const char *name)
{
	struct pk_ks_module *module;
	size_t len = strnlen(name, PK_MODULE_NAME_MAX - 1);

	if (ks->nr_modules == UINT16_MAX - 1 ||
	    !pk_grow(ks->modules, ks->nr_modules, ks->cap_modules))
		return NULL;
	module = &ks->modules[ks->nr_modules++];
	memset(module, 0, sizeof(*module));
	memcpy(module->name, name, len);
	module->first = ks->nr_syms;
	return module;
}

enum pk_status pk_kallsyms_add_module(struct pk_kallsyms *ks,
				      const struct pk_kallsyms_source *source,
				      const struct pk_kallsyms_module *module)
{
	struct pk_ks_module *to = new_module(ks, module->name);
	struct tables tables = {0};
	enum pk_status status;

	if (!to)
		return PK_NOMEM;
	for (unsigned i = 0; i < module->nr_ranges && i < PK_KALLSYMS_MODULE_RANGES; i++) {
		to->ranges[i].base = module->ranges[i].base;
		to->ranges[i].size = module->ranges[i].size;
		to->nr_ranges++;
	}
	to->text_end = module->text_end;
	status = read_tables(source, module, &tables);
	if (status == PK_OK)
		status = add_syms(ks, source, &tables);
	to->has_holes = status != PK_OK || tables.has_holes;
	free(tables.syms);
	free(tables.types);
	free(tables.strings);
	return status;
}

enum pk_status pk_kallsyms_add_range(struct pk_kallsyms *ks, const char *module, const char *name,
				     char type, uint64_t addr, uint64_t size)
{
	struct pk_ks_module *to = new_module(ks, module);
	struct pk_ks_sym *sym;

	if (!to || !pk_ks_reserve(ks, 1))
		return PK_NOMEM;
	sym = &ks->syms[ks->nr_syms];
	if (!pk_ks_text(ks, name, strnlen(name, PK_SYMBOL_NAME_MAX - 1), &sym->name))
		return PK_NOMEM;
	sym->addr = addr;
	sym->type = type;
	sym->module = (uint16_t)ks->nr_modules;
	ks->nr_syms++;
	to->count = 1;
	to->nr_ranges = 1;
	to->ranges[0].base = addr;
	to->ranges[0].size = size;
	to->text_end = addr + size;
	return PK_OK;
}

/* One struct module, read whole, and how to take fields out of it. */
struct record {
	struct pk_target *target;
	const struct pk_kallsyms_source *source;
	uint8_t *bytes;
	uint64_t size;
};

/* The integer or pointer at PATH; 0 if this kernel has no such member, or it lies outside. */
static uint64_t field(const struct record *record, const char *path)
{
	struct pk_member member;

	if (record->target->ops->member(record->target, "struct module", path, &member) != PK_OK ||
	    member.size > 8 || member.offset > record->size ||
	    member.size > record->size - member.offset)
		return 0;
	return pk_ks_load(record->source, record->bytes + member.offset, member.size);
}

static void add_range(struct pk_kallsyms_module *module, uint64_t base, uint64_t size)
{
	if (!base || !size || module->nr_ranges == PK_KALLSYMS_MODULE_RANGES)
		return;
	module->ranges[module->nr_ranges].base = base;
	module->ranges[module->nr_ranges++].size = size;
}

/* Since 6.4 ("module: replace module_layout with module_memory") an array, text first. */
static bool ranges_mem(const struct record *record, struct pk_kallsyms_module *module)
{
	struct pk_target *target = record->target;
	struct pk_member mem, base, size;

	if (target->ops->member(target, "struct module", "mem", &mem) != PK_OK ||
	    target->ops->member(target, "struct module_memory", "base", &base) != PK_OK ||
	    target->ops->member(target, "struct module_memory", "size", &size) != PK_OK ||
	    !mem.elements || base.size > 8 || size.size > 8)
		return false;
	for (uint64_t i = 0; i < mem.elements; i++) {
		uint64_t at = mem.offset + i * (mem.size / mem.elements);

		if (at + base.offset + 8 > record->size ||
		    at + size.offset + size.size > record->size)
			break;
		add_range(module,
			  pk_ks_load(record->source, record->bytes + at + base.offset, base.size),
			  pk_ks_load(record->source, record->bytes + at + size.offset, size.size));
		if (!i && module->nr_ranges)
			module->text_end = module->ranges[0].base + module->ranges[0].size;
	}
	return true;
}

static enum pk_status find_tables(const struct record *record, struct pk_kallsyms_module *module)
{
	static const char *const paths[] = {"symtab", "num_symtab", "strtab", "typetab"};
	uint64_t *const values[] = {&module->symtab, &module->num_symtab, &module->strtab,
				    &module->typetab};
	struct pk_target *target = record->target;
	uint64_t kallsyms = field(record, "kallsyms");

	for (size_t i = 0; i < 4; i++) {
		struct pk_member member;
		uint8_t bytes[8];

		if (!kallsyms) {
			*values[i] = field(record, paths[i]);
			continue;
		}
		if (target->ops->member(target, "struct mod_kallsyms", paths[i], &member) != PK_OK)
			continue;
		if (member.size > 8 || target->ops->read(target, kallsyms + member.offset, bytes,
							 member.size) != PK_OK)
			return PK_UNREADABLE;
		*values[i] = pk_ks_load(record->source, bytes, member.size);
	}
	return module->symtab && module->strtab ? PK_OK : PK_CORRUPT;
}

/* How this kernel stores an exported symbol (struct kernel_symbol): as an address or, since 4.19
 * ("module: use relative references for __ksymtab entries"), as a distance from the field
 * itself. */
struct export_layout {
	uint64_t size;
	struct pk_member value, name;
	bool relative;
};

static bool find_export_layout(struct pk_target *target, struct export_layout *layout)
{
	static const char type[] = "struct kernel_symbol";

	if (target->ops->type_size(target, type, &layout->size) != PK_OK || !layout->size)
		return false;
	layout->relative =
		target->ops->member(target, type, "value_offset", &layout->value) == PK_OK;
	if (layout->relative)
		return layout->value.size == 4 && layout->value.offset + 4 <= layout->size &&
		       target->ops->member(target, type, "name_offset", &layout->name) == PK_OK &&
		       layout->name.size == 4 && layout->name.offset + 4 <= layout->size;
	return target->ops->member(target, type, "value", &layout->value) == PK_OK &&
	       target->ops->member(target, type, "name", &layout->name) == PK_OK &&
	       layout->value.size <= 8 &&
	       layout->value.offset + layout->value.size <= layout->size &&
	       layout->name.size <= 8 && layout->name.offset + layout->name.size <= layout->size;
}

static uint64_t export_field(const struct record *record, const struct export_layout *layout,
			     const struct pk_member *member, const uint8_t *bytes, uint64_t addr)
{
	uint64_t value = pk_ks_load(record->source, bytes + member->offset, member->size);

	return layout->relative ? addr + member->offset + (int64_t)(int32_t)value : value;
}

/* The kernel prints an exported symbol's letter as a capital if value and name agree. */
static void mark_export(struct pk_kallsyms *ks, const struct record *record,
			const struct pk_ks_module *module, uint64_t value, uint64_t name)
{
	char text[PK_SYMBOL_NAME_MAX];

	for (size_t i = module->first; i < module->first + module->count; i++) {
		const char *known = ks->text + ks->syms[i].name;
		size_t len = strlen(known) + 1;

		if (ks->syms[i].addr == value && len <= sizeof(text) &&
		    record->source->read(record->source->arg, name, text, len) == PK_OK &&
		    !memcmp(text, known, len))
			ks->syms[i].type = (char)(ks->syms[i].type & ~0x20);
	}
}

/* Exports of the module added last. Since 7.0 the list includes the GPL ones; before, they had a
 * list of their own, which the kernel ignores here. */
static void mark_exports(struct pk_kallsyms *ks, const struct record *record)
{
	uint64_t table = field(record, "syms"), count = field(record, "num_syms");
	const struct pk_ks_module *module = &ks->modules[ks->nr_modules - 1];
	struct export_layout layout;
	uint8_t *bytes;

	if (!table || !count || count > MAX_EXPORTS ||
	    !find_export_layout(record->target, &layout) || layout.size > 64)
		return;
	bytes = malloc(count * layout.size);
	if (bytes &&
	    record->source->read(record->source->arg, table, bytes, count * layout.size) == PK_OK)
		for (uint64_t i = 0; i < count; i++) {
			const uint8_t *entry = bytes + i * layout.size;
			uint64_t at = table + i * layout.size;

			mark_export(ks, record, module,
				    export_field(record, &layout, &layout.value, entry, at),
				    export_field(record, &layout, &layout.name, entry, at));
		}
	free(bytes);
}

static enum pk_status add_one(struct pk_kallsyms *ks, const struct record *record)
{
	struct pk_target *target = record->target;
	struct pk_kallsyms_module module = {0};
	struct pk_member name;
	enum pk_status status = target->ops->member(target, "struct module", "name", &name);

	if (status != PK_OK || name.offset > record->size || name.size > record->size - name.offset)
		return PK_CORRUPT;
	memcpy(module.name, record->bytes + name.offset,
	       name.size < sizeof(module.name) ? name.size : sizeof(module.name) - 1);
	if (!ranges_mem(record, &module)) {
		uint64_t base = field(record, "core_layout.base");

		/* 4.5 ("module: encapsulate symbol table", "module: use a structure to
		 * encapsulate layout") to 6.3; plain members before. */
		if (base) {
			add_range(&module, base, field(record, "core_layout.size"));
			module.text_end = base + field(record, "core_layout.text_size");
			add_range(&module, field(record, "data_layout.base"),
				  field(record, "data_layout.size"));
			add_range(&module, field(record, "init_layout.base"),
				  field(record, "init_layout.size"));
		} else {
			base = field(record, "module_core");
			add_range(&module, base, field(record, "core_size"));
			module.text_end = base + field(record, "core_text_size");
			add_range(&module, field(record, "module_init"),
				  field(record, "init_size"));
		}
	}
	status = find_tables(record, &module);
	if (status != PK_OK)
		module.num_symtab = 0;
	if (pk_kallsyms_add_module(ks, record->source, &module) != PK_OK && status == PK_OK)
		status = PK_UNREADABLE;
	if (status == PK_OK)
		mark_exports(ks, record);
	return status;
}

/* Modules being set up are in state "unformed"; kallsyms skips them, and so do we. */
static bool unformed(const struct record *record)
{
	int64_t state;

	return record->target->ops->enumerator(record->target, "MODULE_STATE_UNFORMED", &state) ==
		       PK_OK &&
	       field(record, "state") == (uint64_t)state;
}

static enum pk_status walk(struct pk_kallsyms *ks, struct record *record, uint64_t head,
			   uint64_t list_offset, unsigned *ret_failed)
{
	struct pk_target *target = record->target;
	uint32_t word = record->source->word_size;
	uint8_t bytes[8];
	uint64_t node = head, seen = 0;

	for (unsigned i = 0; i < MAX_MODULES; i++) {
		/* Brent: a remembered node, replaced at doubling distances, detects a cycle */
		if (!(i & (i - 1)))
			seen = node;
		if (target->ops->read(target, node, bytes, word) != PK_OK)
			return PK_UNREADABLE;
		node = pk_ks_load(record->source, bytes, word);
		if (node == head)
			return PK_OK;
		if (node == seen)
			return PK_CORRUPT;
		if (target->ops->read(target, node - list_offset, record->bytes, record->size) !=
		    PK_OK)
			return PK_UNREADABLE;
		if (!unformed(record) && add_one(ks, record) != PK_OK)
			(*ret_failed)++;
	}
	return PK_CORRUPT;
}

enum pk_status pk_kallsyms_add_modules(struct pk_kallsyms *ks,
				       const struct pk_kallsyms_source *source,
				       struct pk_target *target, uint64_t modules,
				       unsigned *ret_failed)
{
	struct record record = {.target = target, .source = source};
	struct pk_member list;
	enum pk_status status = target->ops->type_size(target, "struct module", &record.size);

	if (status == PK_OK)
		status = target->ops->member(target, "struct module", "list", &list);
	if (status != PK_OK)
		return status;
	if (record.size > 1 << 20)
		return PK_CORRUPT;
	record.bytes = malloc(record.size);
	if (!record.bytes)
		return PK_NOMEM;
	*ret_failed = 0;
	status = walk(ks, &record, modules, list.offset, ret_failed);
	free(record.bytes);
	return status;
}
