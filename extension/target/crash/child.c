// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/kit.h"
#include "core/printable.h"
#include "defs.h"
#include "target/crash/crash.h"
#include "target/crash/gdb.h"
#include "target/crash/internal.h"

/*
 * One command, one child process. Reasons and costs: docs/decisions/0001-child-per-command.md.
 *
 *   parent                               child
 *   hold SIGINT back
 *   warm caches
 *   flush fp, fork ───────────────────►  default signals, limits, crash's main loop is here
 *   pass SIGINT on, wait                 run, flush fp
 *   drop SIGINT, say how it ended  ◄───  say how it ended
 *   a thread reaps it (reap.c)           _exit (never exit: atexit and stdio are the parent's)
 */

/* What a child may allocate on top of what crash has mapped already. */
#define CHILD_MEMORY (4ull << 30)

#define EXIT_ESCAPED 125 /* crash jumped out of the command to its main loop */

static volatile sig_atomic_t child_pid;

static void pass_on(int sig)
{
	if (child_pid > 0)
		kill(child_pid, sig);
}

static void default_signals(void)
{
	static const int signals[] = {SIGINT, SIGPIPE, SIGSEGV, SIGBUS, SIGFPE,
				      SIGILL, SIGABRT, SIGTERM, SIGHUP, SIGQUIT};
	sigset_t none;

	for (size_t i = 0; i < PK_ARRAY_SIZE(signals); i++)
		signal(signals[i], SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static void limit_memory(void)
{
	struct rlimit core = {0, 0}, as;
	unsigned long pages = 0;
	FILE *statm = fopen("/proc/self/statm", "r");

	/* a core file of crash is gigabytes of debug data */
	setrlimit(RLIMIT_CORE, &core);
	if (!statm)
		return;
	if (fscanf(statm, "%lu", &pages) == 1 && !getrlimit(RLIMIT_AS, &as)) {
		rlim_t want = (rlim_t)pages * sysconf(_SC_PAGESIZE) + CHILD_MEMORY;

		if (as.rlim_cur == RLIM_INFINITY || as.rlim_cur > want) {
			as.rlim_cur = want;
			setrlimit(RLIMIT_AS, &as);
		}
	}
	fclose(statm);
}

static int run_words(const struct pk_crash_command *command, struct pk_target *target, FILE *out,
		     bool pager)
{
	const char *why;
	int argc = pk_crash_words(argcnt, args, &why);

	if (argc >= 0)
		return command->run(target, argc, args, out, pager);
	pk_print(out, "%s: %s\n", command->name, why);
	return 2;
}

/* A jump to crash's main loop would make the child a second crash at the prompt. And what crash
 * would clean up on that way (pipes, its input) belongs to the parent. */
static void run_child(const struct pk_crash_command *command, struct pk_target *target, FILE *out,
		      int ended)
{
	static char buffer[1 << 16];
	volatile int code = EXIT_ESCAPED;
	const bool pager = pc->stdpipe && out == pc->stdpipe;
	uint8_t said;

	pk_crash_in_child = true;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	default_signals();
	limit_memory();
	/* crash leaves its streams unbuffered: one write() per number would take minutes for a
	 * trace. glibc keeps such a stream's one-byte buffer unless it gets another one. */
	setvbuf(out, buffer, _IOFBF, sizeof(buffer));
	pc->stdpipe = pc->pipe = pc->ifile_pipe = NULL;
	pc->ofile = pc->ifile = pc->ifile_ofile = pc->args_ifile = NULL;
	if (!setjmp(pc->main_loop_env))
		code = run_words(command, target, out, pager) & 0x7f;
	errno = 0;
	if (fflush(out) || ferror(out)) {
		/* not to the output, which cannot be written */
		fprintf(stderr, "%s: the output is cut: %s\n", command->name,
			errno ? strerror(errno) : "it could not be written");
		code = code ? code : 1;
	}
	said = (uint8_t)code;
	while (write(ended, &said, sizeof(said)) < 0 && errno == EINTR)
		;
	_exit(code);
}

/* The status of PID. A child that ran to its end sends its exit code through ENDED. One that exited
 * without that was ended by crash or its gdb, which give no reason. */
static int await(pid_t pid, int ended)
{
	uint8_t code;
	ssize_t nr;
	int status;

	do
		nr = read(ended, &code, sizeof(code));
	while (nr < 0 && errno == EINTR);
	if (nr == sizeof(code)) {
		pk_crash_reap(pid);
		return W_EXITCODE(code, 0);
	}
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return WIFEXITED(status) ? W_EXITCODE(EXIT_ESCAPED, 0) : status;
}

/* Waits for PID and passes SIGINT on to it: Ctrl-C on a terminal reaches both anyway, `kill` only
 * crash. SIGINT is blocked again on return. */
static int wait_child(pid_t pid, int ended)
{
	struct sigaction action = {.sa_handler = pass_on}, before;
	struct timespec now = {0, 0};
	sigset_t interrupt;
	int status;

	sigemptyset(&interrupt);
	sigaddset(&interrupt, SIGINT);
	child_pid = pid;
	sigaction(SIGINT, &action, &before);
	sigprocmask(SIG_UNBLOCK, &interrupt, NULL);
	status = await(pid, ended);
	sigprocmask(SIG_BLOCK, &interrupt, NULL);
	child_pid = 0;
	while (sigtimedwait(&interrupt, NULL, &now) > 0)
		;
	sigaction(SIGINT, &before, NULL);
	return status;
}

/* Reports to the terminal even if the output is redirected, so that nobody finds out only later. */
static void report(const char *name, struct pk_crash *crash, int status)
{
	fflush(fp);
	if (status == -1) {
		fprintf(stderr, "%s: cannot tell how the command ended: %s\n", name,
			strerror(errno));
		return;
	}
	if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_ESCAPED)
		fprintf(stderr, "%s: crash gave the command up: the output is cut\n", name);
	if (!WIFSIGNALED(status))
		return;
	/* the child may have been writing to it */
	pk_page_cache_reset(crash->pages);
	if (WTERMSIG(status) == SIGINT)
		fprintf(stderr, "\n");
	else if (WTERMSIG(status) == SIGKILL || WTERMSIG(status) == SIGTERM)
		fprintf(stderr, "%s: the command was killed (signal %d, %s): the output is cut\n",
			name, WTERMSIG(status), strsignal(WTERMSIG(status)));
	else if (WTERMSIG(status) != SIGPIPE)
		fprintf(stderr,
			"%s: internal error (signal %d, %s): the output is cut; the session is not "
			"affected\n",
			name, WTERMSIG(status), strsignal(WTERMSIG(status)));
}

static void run_parent(const struct pk_crash_command *command, struct pk_crash *crash)
{
	int ended[2], why;
	pid_t pid;

	command->warm(crash->target, argcnt, args);
	pk_gdb_end_of_line();
	fflush(fp);
	fflush(stdout);
	if (pipe2(ended, O_CLOEXEC)) {
		fprintf(fp, "%s: cannot start a process: %s\n", command->name, strerror(errno));
		return;
	}
	pid = fork();
	why = errno;
	if (!pid)
		run_child(command, crash->target, fp, ended[1]);
	close(ended[1]);
	if (pid < 0)
		fprintf(fp, "%s: cannot start a process: %s\n", command->name, strerror(why));
	else
		report(command->name, crash, wait_child(pid, ended[0]));
	close(ended[0]);
}

/* Whoever jumps to crash's main loop, SIGINT must not be blocked there. */
void pk_crash_run_command(const struct pk_crash_command *command, struct pk_crash *crash)
{
	sigset_t interrupt, before;
	jmp_buf saved;
	volatile bool escaped = true;

	sigemptyset(&interrupt);
	sigaddset(&interrupt, SIGINT);
	sigprocmask(SIG_BLOCK, &interrupt, &before);
	memcpy(saved, pc->main_loop_env, sizeof(saved));
	if (!setjmp(pc->main_loop_env)) {
		run_parent(command, crash);
		escaped = false;
	}
	memcpy(pc->main_loop_env, saved, sizeof(saved));
	sigprocmask(SIG_SETMASK, &before, NULL);
	if (escaped)
		RESTART();
}
