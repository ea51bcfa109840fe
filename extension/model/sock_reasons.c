// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/printable.h"
#include "model/sock.h"

#include <stdarg.h>
#include <stdio.h>

void pk_sock_reason_add(struct pk_sock_reasons *reasons, const char *name, const char *fmt, ...)
{
	struct pk_sock_reason *reason = &reasons->list[reasons->nr];
	va_list args;

	if (reasons->nr == PK_REASONS_MAX)
		return;
	reasons->nr++;
	reason->name = name;
	va_start(args, fmt);
	pk_vsnprint(reason->text, sizeof(reason->text), fmt, args);
	va_end(args);
}
