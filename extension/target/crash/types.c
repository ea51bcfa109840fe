// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdlib.h>
#include <string.h>

#include "defs.h"
#include "target/crash/gdb.h"
#include "target/crash/gdb_types.h"
#include "target/crash/internal.h"

/*
 * Types come from the BTF that the dumped kernel carries in its own read-only data: a million
 * times a second, where gdb answers fifty times a second (crash 8.0.2, warm). gdb is asked only
 * where there is no BTF (before 5.2, or configured without).
 */

#define MOST_OF_GDB 60 /* seconds, where the kernel has BTF that is broken */
#define MAX_BTF (256u << 20) /* a distribution kernel has 4 to 10 MB */

static enum pk_status read_btf(struct pk_crash_target *crash)
{
	const char *choice = getenv("PKTTRACE_TYPES");
	uint64_t start, stop;
	enum pk_status status;
	void *data;

	if (choice && !strcmp(choice, "gdb")) /* for comparing the two */
		return PK_ABSENT;
	if (!pk_crash_symbol_search("__start_BTF", &start) ||
	    !pk_crash_symbol_search("__stop_BTF", &stop))
		return PK_ABSENT;
	if (stop <= start || stop - start > MAX_BTF)
		return stop == start ? PK_ABSENT : PK_CORRUPT;
	data = malloc(stop - start);
	if (!data)
		return PK_NOMEM;
	status = pk_crash_read(&crash->target, start, data, stop - start);
	if (status == PK_OK)
		status = pk_btf_create(data, stop - start, crash->target.facts.word_size,
				       &crash->btf);
	if (status != PK_OK)
		free(data);
	return status;
}

bool pk_crash_btf_load(struct pk_crash_target *crash)
{
	if (crash->btf_state == PK_CRASH_UNTRIED) {
		crash->btf_status = read_btf(crash);
		crash->btf_state = crash->btf_status == PK_OK ? PK_CRASH_READY : PK_CRASH_FAILED;
		if (crash->btf_state == PK_CRASH_FAILED) {
			crash->gdb = pk_gdb_types_create();
			pk_gdb_give_up_after(crash->btf_status == PK_ABSENT ? 0 : MOST_OF_GDB);
			pk_crash_say(
				"this kernel's BTF is %s: types come from gdb, which takes up to a "
				"minute, once a session",
				pk_status_name(crash->btf_status));
		}
	}
	return crash->btf_state == PK_CRASH_READY;
}

/*
 * Who knows a type. Of vmlinux: its BTF, or gdb. Of a module ("struct fq_flow@sch_fq"):
 *
 *	not loaded			vmlinux: it may be built in
 *	loaded, the dump has its BTF	that, which continues vmlinux's
 *	loaded, debuginfo too (mod -s)	gdb
 *	loaded, neither			nobody: PK_UNSUPPORTED, which is not "there is no such type"
 */
struct answerer {
	const struct pk_btf *btf; /* else gdb */
	struct pk_gdb_types *gdb;
	char type[PK_TYPE_NAME_MAX + 8]; /* without the module */
};

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

static enum pk_status ask_gdb(struct pk_crash_target *crash, struct answerer *answerer)
{
	if (!crash->gdb)
		crash->gdb = pk_gdb_types_create();
	answerer->gdb = crash->gdb;
	return crash->gdb ? PK_OK : PK_NOMEM;
}

/* What crash knows of the module NAME: for kernels whose BTF leaves it out. */
static enum pk_status ask_debuginfo(struct pk_crash_target *crash, const char *name, bool has_btf,
				    struct answerer *answerer)
{
	struct module module = {.name = name};

	if (!pk_crash_guard(find_module, &module))
		return PK_UNSUPPORTED;
	if (module.loaded && !module.debuginfo)
		return PK_UNSUPPORTED;
	if (!module.loaded && has_btf) {
		answerer->btf = crash->btf;
		return PK_OK;
	}
	return ask_gdb(crash, answerer);
}

static enum pk_status find_answerer(struct pk_crash_target *crash, const char *type,
				    struct answerer *answerer)
{
	bool has_btf = pk_crash_btf_load(crash);
	const char *module;
	enum pk_status status;

	memset(answerer, 0, sizeof(*answerer));
	if (!pk_btf_split_name(type, answerer->type, sizeof(answerer->type), &module)) {
		snprintf(answerer->type, sizeof(answerer->type), "%s", type);
		answerer->btf = crash->btf;
		return has_btf ? PK_OK : ask_gdb(crash, answerer);
	}
	if (!has_btf)
		return ask_debuginfo(crash, module, false, answerer);
	if (!crash->btf_modules)
		crash->btf_modules = pk_btf_modules_create(&crash->target, crash->btf);
	if (!crash->btf_modules)
		return PK_NOMEM;
	status = pk_btf_modules_find(crash->btf_modules, module, &answerer->btf);
	return status == PK_OK ? status : ask_debuginfo(crash, module, true, answerer);
}

enum pk_status pk_crash_type_size(struct pk_target *target, const char *type, uint64_t *ret_size)
{
	struct answerer answerer;
	enum pk_status status = find_answerer((struct pk_crash_target *)target, type, &answerer);

	if (status != PK_OK)
		return status;
	return answerer.btf ? pk_btf_type_size(answerer.btf, answerer.type, ret_size)
			    : pk_gdb_type_size(answerer.gdb, answerer.type, ret_size);
}

enum pk_status pk_crash_member(struct pk_target *target, const char *type, const char *path,
			       struct pk_member *ret_member)
{
	struct answerer answerer;
	enum pk_status status = find_answerer((struct pk_crash_target *)target, type, &answerer);

	if (status != PK_OK)
		return status;
	return answerer.btf ? pk_btf_member(answerer.btf, answerer.type, path, ret_member)
			    : pk_gdb_member(answerer.gdb, answerer.type, path, ret_member);
}

enum pk_status pk_crash_enumerator(struct pk_target *target, const char *name, int64_t *ret_value)
{
	struct answerer answerer;
	enum pk_status status = find_answerer((struct pk_crash_target *)target, name, &answerer);

	if (status != PK_OK)
		return status;
	return answerer.btf ? pk_btf_enumerator(answerer.btf, answerer.type, ret_value)
			    : pk_gdb_enumerator(answerer.gdb, answerer.type, ret_value);
}

enum pk_status pk_crash_enum_name(struct pk_target *target, const char *tag, int64_t value,
				  char *buf, size_t size)
{
	struct answerer answerer;
	enum pk_status status = find_answerer((struct pk_crash_target *)target, tag, &answerer);

	if (status != PK_OK)
		return status;
	return answerer.btf ? pk_btf_enum_name(answerer.btf, answerer.type, value, buf, size)
			    : pk_gdb_enum_name(answerer.gdb, answerer.type, value, buf, size);
}
