// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/task/task.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode/task/stack.h"

/* include/linux/sched.h */
#define INTERRUPTIBLE 0x1
#define UNINTERRUPTIBLE 0x2
#define RTLOCK_WAIT 0x1000 /* since 5.15, with PREEMPT_RT: for a spinlock */

/* How a task leaves the CPU, whatever it waits for. */
static const char *const scheduler[] = {
	"__schedule",
	"__switch_to",
	"__wait_for_common",
	"io_schedule",
	"io_schedule_timeout",
	"poll_schedule_timeout",
	"schedule",
	"schedule_hrtimeout_range",
	"schedule_hrtimeout_range_clock",
	"schedule_preempt_disabled",
	"schedule_rtlock",
	"schedule_timeout",
	"schedule_timeout_interruptible",
	"wait_for_completion_io",
	"wait_for_completion_io_timeout",
	"wait_woken",
	NULL,
};

/* Behind them stands the call's name. The last two do its work, and may be all that is left of a tail call. */
static const char *const prefixes[] = {
	"__x64_sys_", "__ia32_sys_", "__arm64_sys_", "__se_sys_", "__do_sys_",
	"SyS_",	      "sys_",	     "ksys_",	     "__sys_",	  NULL,
};

static bool is_scheduler(const char *func)
{
	size_t len = strcspn(func, "."); /* what follows is the compiler's */

	for (unsigned i = 0; scheduler[i]; i++)
		if (strlen(scheduler[i]) == len && !strncmp(scheduler[i], func, len))
			return true;
	return false;
}

static const char *behind_prefix(const char *func)
{
	if (!strcmp(func, "__sys_accept4")) /* accept() calls it too */
		return "accept";
	for (unsigned i = 0; prefixes[i]; i++)
		if (!strncmp(func, prefixes[i], strlen(prefixes[i])))
			return func + strlen(prefixes[i]);
	return NULL;
}

/* What the graph tracer put in the place of a return address that the dump does not tell. */
static bool is_tracer(const char *func)
{
	return !strncmp(func, "ftrace_", 7) || !strcmp(func, "return_to_handler");
}

/* "tcp_recvmsg_locked.isra.0": the compiler's. */
static void copy_name(const char *name, char *buf, size_t size)
{
	snprintf(buf, size, "%.*s", (int)strcspn(name, "."), name);
}

const struct pk_sleep *pk_sleep_of(struct pk_ctx *ctx, struct pk_sleepers *sleepers,
				   const struct pk_task *task)
{
	struct pk_sleep *sleep = pk_hash_get(&sleepers->sleeps, task->addr);
	struct pk_stack_image image;
	bool preempted = false;

	if (sleep)
		return sleep;
	sleep = pk_hash_obtain(&sleepers->sleeps, task->addr, sizeof(*sleep));
	if (!sleep)
		return NULL;

	if (pk_stack_image_of_sleeper(ctx, task, &image) == PK_OK) {
		for (size_t i = 0; i < image.nr_frames; i++) {
			struct pk_symbol symbol;
			const char *name;

			if (pk_symbol_at(ctx, image.frames[i].func, &symbol) != PK_OK ||
			    is_tracer(symbol.name))
				break;
			preempted |= !strcmp(symbol.name, "preempt_schedule_irq");
			if (preempted && image.frames[i].interrupted) {
				sleep->call[0] = '\0'; /* until here it is the interrupt */
				preempted = false;
			}
			if (!sleep->call[0] && !is_scheduler(symbol.name))
				copy_name(symbol.name, sleep->call, sizeof(sleep->call));
			name = behind_prefix(symbol.name);
			if (name)
				copy_name(name, sleep->system_call, sizeof(sleep->system_call));
		}
		pk_stack_image_deinit(&image);
	}

	return sleep;
}

bool pk_task_sleeps(struct pk_ctx *ctx, const struct pk_task *task)
{
	return !task->on_cpu && pk_member_or_zero(ctx, task->addr, PK_R_task_state) &
					(INTERRUPTIBLE | UNINTERRUPTIBLE | RTLOCK_WAIT);
}

void pk_sleepers_deinit(struct pk_sleepers *sleepers)
{
	pk_hash_deinit(&sleepers->sleeps, free);
}
