// SPDX-License-Identifier: GPL-3.0-or-later
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/wait.h>

#include "target/crash/internal.h"
#include "kernel/thread.h"

/*
 * A command's process has said how it ended, and the kernel takes its address space apart, which is as large as
 * crash's own: some 10 ms. A thread waits for that, so that neither the prompt does nor a zombie stays until crash
 * waits for one of its own children.
 */

#define REAPERS 8 /* commands one right after another; then the oldest is waited for */

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
