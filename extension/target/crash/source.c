// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Functions of a source file, by the debuginfo that crash's gdb has read (vmlinux, and modules
 * after `mod -s`).
 *
 * gdb expands only the file's units ("info line FILE:1"), which takes some milliseconds, and then
 * prints their blocks. Those right below a file's static block are its functions:
 *
 *	    block #005, object at 0x5594 under 0x5593, 3 syms/buckets in 0xffffffff913797f0..0xffffffff9137982d, function sock_alloc
 *
 * with the addresses of this boot; blocks further in are scopes and inlined functions. `info
 * functions` would expand every unit of the kernel first.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "target/crash/gdb.h"
#include "target/crash/internal.h"

#define FUNCTION_INDENT 4 /* below the global and the static block */
#define MAX_NAME 256

/* The text becomes a word of gdb's command line. */
static bool is_plain(const char *file)
{
	return *file && strlen(file) < MAX_NAME &&
	       strspn(file,
		      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-") ==
		       strlen(file) &&
	       *file != '-';
}

static bool each_block(char *text, pk_symbol_fn fn, void *arg)
{
	bool any = false;
	char *save;

	for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		struct pk_symbol symbol;
		const char *in = strstr(line, " in 0x"), *function = strstr(line, ", function ");
		uint64_t end;

		memset(&symbol, 0, sizeof(symbol));
		if (strspn(line, " ") != FUNCTION_INDENT ||
		    strncmp(line + FUNCTION_INDENT, "block #", 7) || !in || !function ||
		    sscanf(in, " in 0x%" SCNx64 "..0x%" SCNx64, &symbol.addr, &end) != 2 ||
		    end <= symbol.addr)
			continue;
		symbol.size = end - symbol.addr;
		symbol.type = 't';
		snprintf(symbol.name, sizeof(symbol.name), "%.*s",
			 (int)strcspn(function + 11, ",\n"), function + 11);

		any = true;
		if (!fn(&symbol, arg))
			break;
	}
	return any;
}

enum pk_status pk_crash_functions_of_file(struct pk_provider *provider, const char *file,
					  pk_symbol_fn fn, void *arg)
{
	char request[MAX_NAME + 64], *text;
	bool any;

	(void)provider;
	if (!is_plain(file))
		return PK_ABSENT;
	if (!pk_gdb_works())
		return PK_UNSUPPORTED;
	snprintf(request, sizeof(request), "info line %s:1", file);
	text = pk_gdb_ask(request);
	if (!text)
		return PK_ABSENT;
	free(text);
	snprintf(request, sizeof(request), "maint print symbols -source %s", file);
	text = pk_gdb_ask(request);
	any = text && each_block(text, fn, arg);
	free(text);
	return any ? PK_OK : PK_ABSENT;
}
