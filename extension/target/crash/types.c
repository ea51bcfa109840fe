// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdlib.h>
#include <string.h>

#include "target/crash/gdb_types.h"
#include "target/crash/internal.h"

/*
 * Types come from the BTF that the dumped kernel carries in its own read-only data: a million
 * times a second, where gdb answers fifty times a second (crash 8.0.2, warm). gdb is asked only
 * where there is no BTF (before 5.2, or configured without).
 */

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
			pk_crash_say(
				"this kernel's BTF is %s: types come from gdb, which takes up to a "
				"minute, once a session",
				pk_status_name(crash->btf_status));
		}
	}
	return crash->btf_state == PK_CRASH_READY;
}

enum pk_status pk_crash_type_size(struct pk_target *target, const char *type, uint64_t *ret_size)
{
	struct pk_crash_target *crash = (struct pk_crash_target *)target;

	if (pk_crash_btf_load(crash))
		return pk_btf_type_size(crash->btf, type, ret_size);
	return crash->gdb ? pk_gdb_type_size(crash->gdb, type, ret_size) : PK_NOMEM;
}

enum pk_status pk_crash_member(struct pk_target *target, const char *type, const char *path,
			       struct pk_member *ret_member)
{
	struct pk_crash_target *crash = (struct pk_crash_target *)target;

	if (pk_crash_btf_load(crash))
		return pk_btf_member(crash->btf, type, path, ret_member);
	return crash->gdb ? pk_gdb_member(crash->gdb, type, path, ret_member) : PK_NOMEM;
}

enum pk_status pk_crash_enumerator(struct pk_target *target, const char *name, int64_t *ret_value)
{
	struct pk_crash_target *crash = (struct pk_crash_target *)target;

	if (pk_crash_btf_load(crash))
		return pk_btf_enumerator(crash->btf, name, ret_value);
	return crash->gdb ? pk_gdb_enumerator(crash->gdb, name, ret_value) : PK_NOMEM;
}

enum pk_status pk_crash_enum_name(struct pk_target *target, const char *tag, int64_t value,
				  char *buf, size_t size)
{
	struct pk_crash_target *crash = (struct pk_crash_target *)target;

	if (pk_crash_btf_load(crash))
		return pk_btf_enum_name(crash->btf, tag, value, buf, size);
	return crash->gdb ? pk_gdb_enum_name(crash->gdb, tag, value, buf, size) : PK_NOMEM;
}
