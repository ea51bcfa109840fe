// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/crash/gdb_types.h"
#include <stdlib.h>
struct pk_gdb_types {
	int x;
};
struct pk_gdb_types *pk_gdb_types_create(void)
{
	return calloc(1, sizeof(struct pk_gdb_types));
}
void pk_gdb_types_destroy(struct pk_gdb_types *types)
{
	free(types);
}
enum pk_status pk_gdb_type_size(struct pk_gdb_types *t, const char *n, uint64_t *r)
{
	(void)t;
	(void)n;
	(void)r;
	return PK_UNSUPPORTED;
}
enum pk_status pk_gdb_member(struct pk_gdb_types *t, const char *n, const char *p,
			     struct pk_member *r)
{
	(void)t;
	(void)n;
	(void)p;
	(void)r;
	return PK_UNSUPPORTED;
}
enum pk_status pk_gdb_enumerator(struct pk_gdb_types *t, const char *n, int64_t *r)
{
	(void)t;
	(void)n;
	(void)r;
	return PK_UNSUPPORTED;
}
enum pk_status pk_gdb_enum_name(struct pk_gdb_types *t, const char *g, int64_t v, char *b, size_t s)
{
	(void)t;
	(void)g;
	(void)v;
	(void)b;
	(void)s;
	return PK_UNSUPPORTED;
}
