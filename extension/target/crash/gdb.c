// SPDX-License-Identifier: GPL-3.0-or-later
#include <signal.h>
#include <stdlib.h>
#include <string.h>

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

/* gdb_interface() leaves crash's own handlers behind, which jump to the main loop. */
static void default_handlers(void)
{
	signal(SIGINT, SIG_DFL);
	signal(SIGPIPE, SIG_DFL);
	signal(SIGSEGV, SIG_DFL);
}

/* Hundreds of questions take gdb up to a minute: crash itself must not be deaf for that long. */
static void stop_if_interrupted(void)
{
	sigset_t pending;

	if (!pk_crash_in_child && !sigpending(&pending) && sigismember(&pending, SIGINT) == 1)
		longjmp(pc->main_loop_env, 1);
}

char *pk_gdb_ask(const char *request)
{
	char *text = NULL;
	size_t len = 0;
	struct question question = {strdup(request), open_memstream(&text, &len), false};
	sigset_t interrupt, before;
	bool returned = false;

	sigemptyset(&interrupt);
	sigaddset(&interrupt, SIGINT);
	sigprocmask(SIG_BLOCK, &interrupt, &before);
	if (question.request && question.memory)
		returned = pk_crash_guard(call_gdb, &question);
	if (pk_crash_in_child)
		default_handlers();
	sigprocmask(SIG_SETMASK, &before, NULL);
	if (question.memory)
		fclose(question.memory);
	free(question.request);
	if (!returned || !question.ok) {
		free(text);
		text = NULL;
	}
	stop_if_interrupted();
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
	return works;
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

	if (function && !pk_crash_symbol_search(function, &address))
		return;
	if (!function && !scoped)
		return;
	if (function)
		scope.address = address;
	scoped = function != NULL;
	pk_crash_guard(call_scope, &scope);
}
