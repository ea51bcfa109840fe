// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/open_calls.h"

#include <stdlib.h>
#include <string.h>

void pk_open_calls_deinit(struct pk_open_calls *calls)
{
	free(calls->frames);
	memset(calls, 0, sizeof(*calls));
}

const char *pk_call_context_name(enum pk_call_context context)
{
	static const char *const names[] = {
		[PK_CALL_PROCESS] = "process", [PK_CALL_SOFTIRQ] = "softirq",
		[PK_CALL_HARDIRQ] = "hardirq", [PK_CALL_IDLE] = "idle",
		[PK_CALL_USER] = "user",
	};

	return names[context];
}

const char *pk_call_source_name(enum pk_call_source source)
{
	static const char *const names[] = {
		[PK_CALLS_NONE] = "no stack",
		[PK_CALLS_SHADOW] = "shadow stack",
		[PK_CALLS_UNWOUND] = "unwound stack",
		[PK_CALLS_SCANNED] = "scanned stack",
	};

	return names[source];
}

const char *pk_call_role_name(enum pk_call_role role)
{
	static const char *const names[] = {"work", "probe", "stop", "panic"};

	return names[role];
}
