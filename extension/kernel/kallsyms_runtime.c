// SPDX-License-Identifier: GPL-3.0-or-later
#include <string.h>

#include "kernel/kallsyms_internal.h"

/*
 * Text without a symbol table. The kernel keeps these lists so that it can name an address in it:
 *
 *   ftrace_mod_maps              ftrace_mod_map.list; mod, funcs: ftrace_mod_func.list; name, ip, size (4.15, functions
 *                                of a module's init text that were traced, and are freed)
 *   ftrace_ops_trampoline_list   ftrace_ops.list; trampoline, trampoline_size (5.9)
 *   bpf_kallsyms                 bpf_ksym.lnode; start, end, name (5.7, programs and trampolines)
 *   kprobe_insn_slots,           kprobe_insn_cache.pages: kprobe_insn_page.list; insns, one page each;
 *   kprobe_optinsn_slots         the cache's sym is the name (5.9)
 */

#define MAX_NODES 65536
#define MAX_TEXT (16u << 20) /* bytes of a program or trampoline; real ones are far smaller */

struct list {
	struct pk_kallsyms *ks;
	const struct pk_kallsyms_source *source;
	struct pk_target *target;
	const char *module, *name; /* how its text is named */
};

/* Offsets of the fields in a list element. */
struct fields {
	struct pk_member node, first, second, name;
};

static bool load_word(const struct list *list, uint64_t addr, size_t size, uint64_t *ret_value)
{
	uint8_t bytes[8];

	if (!size || size > 8 || list->target->ops->read(list->target, addr, bytes, size) != PK_OK)
		return false;
	*ret_value = pk_ks_load(list->source, bytes, size);
	return true;
}

static bool member(const struct list *list, const char *type, const char *path,
		   struct pk_member *ret_member)
{
	return list->target->ops->member(list->target, type, path, ret_member) == PK_OK;
}

/* Call ADD for each element of the list at HEAD. */
static void each(const struct list *list, uint64_t head, const struct fields *fields,
		 bool (*add)(const struct list *list, const struct fields *fields,
			     uint64_t element))
{
	uint64_t node = head, seen = 0;

	for (unsigned i = 0; i < MAX_NODES; i++) {
		/* Brent: a remembered node, replaced at doubling distances, detects a cycle */
		if (!(i & (i - 1)))
			seen = node;
		if (!load_word(list, node, list->source->word_size, &node) || !node ||
		    node == head || node == seen)
			return;
		if (!add(list, fields, node - fields->node.offset))
			return;
	}
}

/* Reject garbage, which would give its name to half of the address space. */
static bool add_text(const struct list *list, const char *name, char type, uint64_t addr,
		     uint64_t size)
{
	if (!addr || !size || size > MAX_TEXT || addr + size < addr)
		return true;
	return pk_kallsyms_add_range(list->ks, list->module, name, type, addr, size) == PK_OK;
}

static bool read_name(const struct list *list, uint64_t addr, char *name, size_t size)
{
	for (size_t len = 0; len + 1 < size; len++) {
		if (list->target->ops->read(list->target, addr + len, name + len, 1) != PK_OK)
			return false;
		if (!name[len])
			return len;
	}
	name[size - 1] = '\0';
	return true;
}

/* Freed memory may belong to another module by now, which has names of its own. */
static bool add_init_function(const struct list *list, const struct fields *fields,
			      uint64_t element)
{
	char name[PK_SYMBOL_NAME_MAX];
	uint64_t addr, size, name_addr;
	struct pk_symbol symbol;

	return load_word(list, element + fields->first.offset, fields->first.size, &addr) &&
	       load_word(list, element + fields->second.offset, fields->second.size, &size) &&
	       load_word(list, element + fields->name.offset, fields->name.size, &name_addr) &&
	       read_name(list, name_addr, name, sizeof(name)) &&
	       (pk_kallsyms_at(list->ks, addr, &symbol) == PK_OK ||
		add_text(list, name, 'T', addr, size));
}

/* The functions of one module: FIRST is its struct module, SECOND the list. */
static bool add_init_functions(const struct list *list, const struct fields *fields,
			       uint64_t element)
{
	char module[PK_MODULE_NAME_MAX];
	struct list functions = *list;
	struct fields function;
	struct pk_member name;
	uint64_t addr;

	functions.module = module;
	if (load_word(list, element + fields->first.offset, fields->first.size, &addr) &&
	    member(list, "struct module", "name", &name) &&
	    read_name(list, addr + name.offset, module, sizeof(module)) &&
	    member(list, "struct ftrace_mod_func", "list", &function.node) &&
	    member(list, "struct ftrace_mod_func", "name", &function.name) &&
	    member(list, "struct ftrace_mod_func", "ip", &function.first) &&
	    member(list, "struct ftrace_mod_func", "size", &function.second))
		each(&functions, element + fields->second.offset, &function, add_init_function);
	return true;
}

static bool add_trampoline(const struct list *list, const struct fields *fields, uint64_t element)
{
	uint64_t addr, size;

	return load_word(list, element + fields->first.offset, fields->first.size, &addr) &&
	       load_word(list, element + fields->second.offset, fields->second.size, &size) &&
	       add_text(list, list->name, 't', addr, size);
}

static bool add_bpf_ksym(const struct list *list, const struct fields *fields, uint64_t element)
{
	char name[PK_SYMBOL_NAME_MAX] = "";
	size_t len = fields->name.size < sizeof(name) ? fields->name.size : sizeof(name) - 1;
	uint64_t start, end;

	if (!load_word(list, element + fields->first.offset, fields->first.size, &start) ||
	    !load_word(list, element + fields->second.offset, fields->second.size, &end) ||
	    list->target->ops->read(list->target, element + fields->name.offset, name, len) !=
		    PK_OK)
		return false;
	return end <= start || add_text(list, name, 't', start, end - start);
}

static bool add_insn_page(const struct list *list, const struct fields *fields, uint64_t element)
{
	uint64_t addr;

	return load_word(list, element + fields->first.offset, fields->first.size, &addr) &&
	       add_text(list, list->name, 't', addr, list->target->facts.page_size);
}

static void add_kprobe_cache(struct list *list, const char *cache, const char *name)
{
	struct fields fields;
	struct pk_member pages;
	uint64_t addr;

	list->module = "__builtin__kprobes";
	list->name = name;
	if (pk_kallsyms_symbol(list->ks, cache, &addr) == PK_OK &&
	    member(list, "struct kprobe_insn_cache", "pages", &pages) &&
	    member(list, "struct kprobe_insn_cache", "sym", &fields.second) &&
	    member(list, "struct kprobe_insn_page", "list", &fields.node) &&
	    member(list, "struct kprobe_insn_page", "insns", &fields.first))
		each(list, addr + pages.offset, &fields, add_insn_page);
}

void pk_kallsyms_add_runtime(struct pk_kallsyms *kallsyms, const struct pk_kallsyms_source *source,
			     struct pk_target *target)
{
	struct list list = {.ks = kallsyms, .source = source, .target = target};
	struct fields fields;
	uint64_t head;

	if (pk_kallsyms_symbol(list.ks, "ftrace_mod_maps", &head) == PK_OK &&
	    member(&list, "struct ftrace_mod_map", "list", &fields.node) &&
	    member(&list, "struct ftrace_mod_map", "mod", &fields.first) &&
	    member(&list, "struct ftrace_mod_map", "funcs", &fields.second))
		each(&list, head, &fields, add_init_functions);
	list.module = "__builtin__ftrace";
	list.name = "ftrace_trampoline";
	if (pk_kallsyms_symbol(list.ks, "ftrace_ops_trampoline_list", &head) == PK_OK &&
	    member(&list, "struct ftrace_ops", "list", &fields.node) &&
	    member(&list, "struct ftrace_ops", "trampoline", &fields.first) &&
	    member(&list, "struct ftrace_ops", "trampoline_size", &fields.second))
		each(&list, head, &fields, add_trampoline);
	list.module = "bpf";
	if (pk_kallsyms_symbol(list.ks, "bpf_kallsyms", &head) == PK_OK &&
	    member(&list, "struct bpf_ksym", "lnode", &fields.node) &&
	    member(&list, "struct bpf_ksym", "start", &fields.first) &&
	    member(&list, "struct bpf_ksym", "end", &fields.second) &&
	    member(&list, "struct bpf_ksym", "name", &fields.name))
		each(&list, head, &fields, add_bpf_ksym);
	add_kprobe_cache(&list, "kprobe_insn_slots", "kprobe_insn_page");
	add_kprobe_cache(&list, "kprobe_optinsn_slots", "kprobe_optinsn_page");
}
