// SPDX-License-Identifier: GPL-3.0-or-later
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "defs.h"
#include "target/crash/gdb.h"
#include "target/crash/internal.h"

struct question {
	char *request;
	FILE *memory;
	bool ok;
};

static void call_gdb(void *arg)
{
	struct question *question = arg;

	question->ok = gdb_pass_through(question->request, question->memory, GNU_RETURN_ON_ERROR);
}

/* Time spent on gdb. "No such type" takes it 15 to 29 ms. */
static struct {
	time_t most; /* seconds; 0: no limit */
	struct timespec spent;
	unsigned long questions;
	time_t said; /* seconds spent at the last progress message */
	bool given_up;
} cost;

void pk_gdb_give_up_after(unsigned seconds)
{
	cost.most = seconds;
}

static void add_cost(const struct timespec *begin)
{
	struct timespec end;

	clock_gettime(CLOCK_MONOTONIC, &end);
	cost.questions++;
	cost.spent.tv_sec += end.tv_sec - begin->tv_sec;
	cost.spent.tv_nsec += end.tv_nsec - begin->tv_nsec;
	while (cost.spent.tv_nsec < 0)
		cost.spent.tv_nsec += 1000000000, cost.spent.tv_sec--;
	while (cost.spent.tv_nsec >= 1000000000)
		cost.spent.tv_nsec -= 1000000000, cost.spent.tv_sec++;
	if (cost.most && cost.spent.tv_sec >= cost.most && !cost.given_up) {
		cost.given_up = true;
		pk_crash_say("gdb has worked for %ld s: it is asked no more, and types that are "
			     "not known by now stay so",
			     (long)cost.spent.tv_sec);
	} else if (!pk_crash_in_child && cost.spent.tv_sec > cost.said && isatty(STDERR_FILENO)) {
		fprintf(stderr, "\rpkttrace: %ld s, %lu types asked of gdb (Ctrl-C stops)",
			(long)cost.spent.tv_sec, cost.questions);
		cost.said = cost.spent.tv_sec;
	}
}

void pk_gdb_end_of_line(void)
{
	if (cost.said && isatty(STDERR_FILENO))
		fprintf(stderr, "\r%70s\r", "");
	cost.said = 0;
}

char *pk_gdb_ask(const char *request)
{
	struct timespec begin;
	char *text = NULL;
	size_t len = 0;
	struct question question = {strdup(request), open_memstream(&text, &len), false};
	sigset_t interrupt, before;
	bool returned = false;
	sigset_t pending;

	sigemptyset(&interrupt);
	sigaddset(&interrupt, SIGINT);
	sigprocmask(SIG_BLOCK, &interrupt, &before);
	clock_gettime(CLOCK_MONOTONIC, &begin);
	if (!cost.given_up && question.request && question.memory)
		returned = pk_crash_guard(call_gdb, &question);
	if (pk_crash_in_child) {
		/* gdb_interface() leaves crash's own handlers in place, which jump to the main
		 * loop. */
		signal(SIGINT, SIG_DFL);
		signal(SIGPIPE, SIG_DFL);
		signal(SIGSEGV, SIG_DFL);
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
	if (question.memory)
		fclose(question.memory);
	free(question.request);
	if (!returned || !question.ok) {
		free(text);
		text = NULL;
	}
	if (!cost.given_up)
		add_cost(&begin);
	/* Hundreds of questions take gdb up to a minute: crash itself must react to Ctrl-C
	 * meanwhile. */
	if (!pk_crash_in_child && !sigpending(&pending) && sigismember(&pending, SIGINT) == 1)
		longjmp(pc->main_loop_env, 1);
	return text;
}

bool pk_gdb_works(void)
{
	static int works = -1;

	if (works < 0) {
		char *text = pk_gdb_ask("whatis struct list_head");

		works = text != NULL;
		free(text);
	}
	return works && !cost.given_up;
}

struct scope {
	ulong address;
	char *name;
};

static void call_scope(void *arg)
{
	struct scope *scope = arg;

	gdb_set_crash_scope(scope->address, scope->name);
}

void pk_gdb_scope(const char *function)
{
	static bool scoped;
	struct scope scope = {0, "pkttrace"};
	uint64_t address;

	if (function && !pk_crash_symbol(NULL, function, &address))
		return;
	if (!function && !scoped)
		return;
	if (function)
		scope.address = address;
	scoped = function != NULL;
	pk_crash_guard(call_scope, &scope);
}
