// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/page_cache.h"

#include <signal.h>

bool pk_thread_start(pthread_t *ret_thread, void *(*run)(void *arg), void *arg)
{
	sigset_t all, before;
	bool ok;

	sigfillset(&all);
	sigdelset(&all, SIGSEGV); /* a fault is the thread's own */
	sigdelset(&all, SIGBUS);
	sigdelset(&all, SIGFPE);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	ok = pthread_create(ret_thread, NULL, run, arg) == 0;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return ok;
}
