// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdbool.h>

#include "command/command.h"
#include "core/context.h"
#include "target/crash/crash.h"

/* The entry of pkttrace.so: one context for the crash session, which children inherit. */

static struct pk_ctx ctx;
static bool ready;

static void warm(struct pk_target *target, int argc, char **argv)
{
	if (!ready)
		pk_ctx_init(&ctx, target);
	ready = true;
	pk_command_warm(&ctx, argc, argv);
}

static int run(struct pk_target *target, int argc, char **argv, FILE *fp, bool pager)
{
	(void)target;
	ctx.pager = pager;
	return pk_command_run(&ctx, argc, argv, fp);
}

static const struct pk_crash_command command = {
	.name = "pkttrace",
	.help = pk_command_help,
	.warm = warm,
	.run = run,
};

static void __attribute__((constructor)) load(void)
{
	pk_crash_register(&command);
}

static void __attribute__((destructor)) unload(void)
{
	if (ready)
		pk_ctx_deinit(&ctx);
	ready = false;
	pk_crash_unregister();
}
