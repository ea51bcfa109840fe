// SPDX-License-Identifier: GPL-3.0-or-later
#include "defs.h"
#include "kernel/kernel.h"
#include "target/crash/gdb.h"
#include "target/crash/internal.h"

/* Types from gdb, for kernels and modules without BTF in the dump. */

#define MOST_OF_GDB 60 /* seconds, if the kernel's BTF is broken */

void pk_crash_no_btf(struct pk_provider *provider, enum pk_status why)
{
	(void)provider;
	pk_gdb_give_up_after(why == PK_ABSENT ? 0 : MOST_OF_GDB);
	pk_crash_say("this kernel's BTF is %s: types come from gdb, which takes up to a minute, "
		     "once a session",
		     pk_status_name(why));
}

struct module {
	const char *name;
	bool loaded, debuginfo;
};

static void find_module(void *arg)
{
	struct module *module = arg;
	struct load_module *lm = NULL;

	module->loaded = is_module_name((char *)module->name, NULL, &lm);
	module->debuginfo = module->loaded && lm && lm->mod_flags & MOD_LOAD_SYMS;
}

/* Debuginfo was loaded by `mod -s` or `mod -S`. */
enum pk_provider_module pk_crash_module(struct pk_provider *provider, const char *name)
{
	struct module module = {.name = name};

	(void)provider;
	if (!pk_crash_guard(find_module, &module))
		return PK_MODULE_UNKNOWN;
	if (module.loaded)
		return module.debuginfo ? PK_MODULE_DEBUGINFO : PK_MODULE_LOADED;
	return PK_MODULE_NOT_LOADED;
}

static struct pk_gdb_types *gdb_types(struct pk_provider *provider)
{
	struct pk_crash *crash = pk_crash_of(provider);

	if (!crash->gdb)
		crash->gdb = pk_gdb_types_create();
	return crash->gdb;
}

enum pk_status pk_crash_type_size(struct pk_provider *provider, const char *type,
				  uint64_t *ret_size)
{
	struct pk_gdb_types *gdb = gdb_types(provider);

	return gdb ? pk_gdb_type_size(gdb, type, ret_size) : PK_NOMEM;
}

enum pk_status pk_crash_member(struct pk_provider *provider, const char *type, const char *path,
			       struct pk_member *ret_member)
{
	struct pk_gdb_types *gdb = gdb_types(provider);

	return gdb ? pk_gdb_member(gdb, type, path, ret_member) : PK_NOMEM;
}

enum pk_status pk_crash_enumerator(struct pk_provider *provider, const char *name,
				   int64_t *ret_value)
{
	struct pk_gdb_types *gdb = gdb_types(provider);

	return gdb ? pk_gdb_enumerator(gdb, name, ret_value) : PK_NOMEM;
}

enum pk_status pk_crash_enum_name(struct pk_provider *provider, const char *tag, int64_t value,
				  char *buf, size_t size)
{
	struct pk_gdb_types *gdb = gdb_types(provider);

	return gdb ? pk_gdb_enum_name(gdb, tag, value, buf, size) : PK_NOMEM;
}

enum pk_status pk_crash_module_debuginfo(struct pk_provider *provider, pk_provider_debuginfo_fn fn,
					 void *arg)
{
	int nr = st->mods_installed;

	(void)provider;
	for (int i = 0; i < nr && st->load_modules; i++) {
		const struct load_module *module = &st->load_modules[i];
		struct pk_debuginfo info = {0};

		if (!(module->mod_flags & MOD_LOAD_SYMS) || !module->mod_namelist[0])
			continue;
		snprintf(info.module, sizeof(info.module), "%s", module->mod_name);
		snprintf(info.file, sizeof(info.file), "%s", module->mod_namelist);
		pk_build_id_of_file(info.file, info.file_id, sizeof(info.file_id));
		if (!fn(&info, module->module_struct, arg))
			break;
	}
	return PK_OK;
}
