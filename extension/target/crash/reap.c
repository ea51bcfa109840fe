// SPDX-License-Identifier: GPL-3.0-or-later
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/wait.h>

#include "kernel/page_cache.h"
#include "target/crash/internal.h"

/*
 * A command's process has sent its exit code, and the kernel tears its address space down, which is
 * as large as crash's own: some 10 ms. A thread waits for that: the prompt does not, and no zombie
 * stays until crash waits for one of its own children.
 */

#define REAPERS 8 /* commands in quick succession; one more waits for the oldest */

static struct reaper {
	pthread_t thread;
	bool used;
} reapers[REAPERS];
static unsigned next;

static void *reap(void *arg)
{
	waitpid((pid_t)(intptr_t)arg, NULL, 0);
	return NULL;
}

static void join(struct reaper *reaper)
{
	if (reaper->used)
		pthread_join(reaper->thread, NULL);
	reaper->used = false;
}

void pk_crash_reap(pid_t pid)
{
	struct reaper *reaper = &reapers[next++ % REAPERS];

	join(reaper);
	reaper->used = pk_thread_start(&reaper->thread, reap, (void *)(intptr_t)pid);
	if (!reaper->used)
		waitpid(pid, NULL, 0);
}

void pk_crash_reap_all(void)
{
	for (unsigned i = 0; i < REAPERS; i++)
		join(&reapers[i]);
}
