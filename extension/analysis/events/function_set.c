// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/events/function_tree.h"
#include "core/kit.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

/* functions of one source file: a hostile debuginfo may name any number */
#define MAX_OF_FILE 65536

struct taking {
	struct pk_function_set *set;
	bool nomem;
};

static bool take(const struct pk_symbol *symbol, void *arg)
{
	struct taking *taking = arg;
	struct pk_function_set *set = taking->set;

	if (set->nr == MAX_OF_FILE || !pk_grow(set->starts, set->nr, set->room)) {
		taking->nomem = true;
		return false;
	}
	set->starts[set->nr++] = symbol->addr;
	return true;
}

static enum pk_status take_file(struct pk_ctx *ctx, const char *file, struct pk_function_set *set)
{
	struct taking taking = {.set = set};
	enum pk_status status;

	status = pk_functions_of_file(ctx, file, take, &taking);
	if (taking.nomem)
		return pk_fail(ctx, PK_NOMEM, "@%s: too many functions", file);
	if (status == PK_UNSUPPORTED)
		return pk_fail(ctx, status,
			       "@%s needs debuginfo: open the dump with -k VMLINUX, or in crash",
			       file);
	if (status == PK_NOT_CAPTURED)
		return pk_fail(ctx, status, "@%s: a capsule holds no debuginfo", file);
	if (status != PK_OK)
		return pk_fail(ctx, status, "@%s: %s", file,
			       status == PK_ABSENT ? "no source file in the debuginfo has this name"
						   : pk_status_name(status));
	qsort(set->starts, set->nr, sizeof(*set->starts), pk_by_number);
	return PK_OK;
}

struct search {
	const struct pk_function_set *set;
	bool found;
};

static bool matches(const struct pk_function_set *set, struct pk_symbol *symbol)
{
	if (!fnmatch(set->glob, symbol->name, 0))
		return true;
	pk_strip_suffixes(symbol->name);
	return !fnmatch(set->glob, symbol->name, 0);
}

static bool look_for_name(const struct pk_symbol *symbol, void *arg)
{
	struct pk_symbol copy = *symbol;
	struct search *search = arg;

	search->found = matches(search->set, &copy);
	return !search->found;
}

/* A name that no symbol has is a slip of the pen. Where not all symbols are known, it may be one of the others. */
static enum pk_status check_name(struct pk_ctx *ctx, const struct pk_function_set *set)
{
	struct search search = {.set = set};

	if (!ctx->last_boot && pk_symbols_all(ctx, look_for_name, &search) == PK_OK &&
	    !search.found)
		return pk_fail(ctx, PK_USAGE, "-f: no function \"%s\" in this kernel", set->glob);
	return pk_none(ctx, PK_OK);
}

enum pk_status pk_function_set_make(struct pk_ctx *ctx, const char *word,
				    struct pk_function_set *ret_set)
{
	struct pk_function_set set = {0};
	enum pk_status status = PK_OK;

	if (!word[0] || !strcmp(word, "@"))
		return pk_fail(ctx, PK_USAGE, "-f: a function, or @ and a source file");
	if (word[0] == '@') {
		status = take_file(ctx, word + 1, &set);
	} else {
		set.glob = strdup(word);
		status = set.glob ? check_name(ctx, &set) : pk_fail(ctx, PK_NOMEM, "-f");
	}
	if (status != PK_OK) {
		pk_function_set_deinit(&set);
		return status;
	}
	*ret_set = set;
	return PK_OK;
}

void pk_function_set_deinit(struct pk_function_set *set)
{
	free(set->glob);
	free(set->starts);
	pk_hash_deinit(&set->asked, NULL);
	memset(set, 0, sizeof(*set));
}

static bool find(struct pk_ctx *ctx, const struct pk_function_set *set, uint64_t addr)
{
	struct pk_symbol symbol;

	if (pk_symbol_at(ctx, addr, &symbol) != PK_OK)
		return false;
	if (!set->glob)
		return bsearch(&symbol.addr, set->starts, set->nr, sizeof(*set->starts),
			       pk_by_number);
	return matches(set, &symbol);
}

bool pk_function_set_has(struct pk_ctx *ctx, struct pk_function_set *set, uint64_t addr)
{
	static char yes, no;
	void *known = pk_hash_get(&set->asked, addr);

	if (!known) {
		known = find(ctx, set, addr) ? &yes : &no;
		pk_hash_put(&set->asked, addr, known);
	}
	return known == &yes;
}

bool pk_function_set_has_name(struct pk_ctx *ctx, struct pk_function_set *set, const char *name)
{
	uint64_t addr;

	if (set->glob)
		return !fnmatch(set->glob, name, 0);
	return pk_symbol_find(ctx, name, &addr) == PK_OK && pk_function_set_has(ctx, set, addr);
}
