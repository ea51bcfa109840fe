// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/ref_tracker.h"

#include <stdio.h>
#include <string.h>

#include "core/kit.h"

void pk_noted_func_name(const char *func, char ret_name[96])
{
	const char *module = strchr(func, ' ');

	snprintf(ret_name, 96, "%.*s%s", (int)strcspn(func, "+ "), func, module ? module : "");
}

static bool is_helper(const char *func)
{
	static const char *const helpers[] = {"netdev_get_by_", "dev_get_by_", "netdev_hold",
					      "netdev_tracker_alloc", "ref_tracker_"};

	return pk_any(PK_ARRAY_SIZE(helpers), i, !strncmp(func, helpers[i], strlen(helpers[i])));
}

void pk_ref_taker_name(const struct pk_ref_stack *stack, char ret_name[96])
{
	const struct pk_noted_stack *funcs = &stack->stack;
	unsigned at = 0;

	while (at + 1 < funcs->nr && is_helper(funcs->funcs[at]))
		at++;
	ret_name[0] = '\0';
	if (funcs->nr)
		pk_noted_func_name(funcs->funcs[at], ret_name);
}
