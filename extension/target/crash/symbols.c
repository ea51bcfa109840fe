// SPDX-License-Identifier: GPL-3.0-or-later
#include <string.h>

#include "defs.h"
#include "target/crash/internal.h"

/* crash's own table, from vmlinux. The kernel layer begins with it, and gets along with it if the
 * dump's kallsyms cannot be read. */

bool pk_crash_symbol(struct pk_provider *provider, const char *name, uint64_t *ret_addr)
{
	struct syment *sp = symbol_search((char *)name);

	(void)provider;
	if (!sp)
		return false;
	*ret_addr = sp->value;
	return true;
}

static void from_syment(const struct syment *sp, struct pk_symbol *symbol)
{
	memset(symbol, 0, sizeof(*symbol));
	symbol->addr = sp->value;
	symbol->type = sp->type;
	strncpy(symbol->name, sp->name, sizeof(symbol->name) - 1);
}

bool pk_crash_symbol_named(struct pk_provider *provider, const char *name,
			   struct pk_symbol *ret_symbol)
{
	struct syment *sp = symbol_search((char *)name);

	(void)provider;
	if (sp)
		from_syment(sp, ret_symbol);
	return sp;
}

bool pk_crash_symbol_at(struct pk_provider *provider, uint64_t addr, struct pk_symbol *ret_symbol)
{
	ulong offset;
	struct syment *sp = value_search(addr, &offset);

	(void)provider;
	if (sp)
		from_syment(sp, ret_symbol);
	return sp;
}
