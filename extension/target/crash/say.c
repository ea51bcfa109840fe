// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdarg.h>

#include "core/printable.h"
#include "defs.h"
#include "target/crash/crash.h"
#include "target/crash/internal.h"

bool pk_crash_in_child;

void pk_crash_say(const char *fmt, ...)
{
	va_list list;

	fflush(fp);
	fprintf(stderr, "pkttrace: ");
	va_start(list, fmt);
	pk_vprint(stderr, fmt, list);
	va_end(list);
	fprintf(stderr, "\n");
}
