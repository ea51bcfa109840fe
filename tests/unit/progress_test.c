// SPDX-License-Identifier: GPL-3.0-or-later
/* The line of long work, as a terminal shows it: who draws there, and when it goes. */
#include <pty.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "command/command.h"

enum where { TERMINAL, PIPE, REGULAR };

struct shown {
	char text[1 << 20]; /* what the terminal got */
	size_t printed; /* bytes that arrived in the pipe or the file */
};

static void work(double seconds)
{
	struct timespec now;
	double until;

	clock_gettime(CLOCK_MONOTONIC, &now);
	until = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec + seconds;
	do /* a timer interrupts every sleep */
		clock_gettime(CLOCK_MONOTONIC, &now);
	while ((double)now.tv_sec + 1e-9 * (double)now.tv_nsec < until && usleep(20000) <= 0);
}

/* A command that works, prints much, and works again. */
static int command(FILE *fp)
{
	static struct pk_ctx ctx;
	FILE *out = pk_progress_begin(&ctx, fp);

	if (ctx.progress)
		ctx.progress("things read", 17);
	work(1.3);
	for (int i = 0; i < 20000; i++)
		fprintf(out, "line %d\n", i);
	if (ctx.progress)
		ctx.progress("things printed", 20000);
	work(1.3);
	fprintf(out, "the last\n");
	return pk_progress_end(&ctx, out, fp) || fflush(fp) || ctx.progress;
}

static FILE *stream(enum where where, FILE *file, const int pipes[2])
{
	return where == TERMINAL ? stdout : where == PIPE ? fdopen(pipes[1], "w") : file;
}

static size_t drain(int fd)
{
	char piece[65536];
	size_t total = 0;
	ssize_t len;

	while ((len = read(fd, piece, sizeof(piece))) > 0)
		total += (size_t)len;
	return total;
}

static void watch(int terminal, struct shown *shown)
{
	size_t len = 0;
	ssize_t got;

	while ((got = read(terminal, shown->text + len, sizeof(shown->text) - 1 - len)) > 0)
		len += (size_t)got;
	assert_true(len < sizeof(shown->text) - 1);
	shown->text[len] = '\0';
}

static void show(enum where where, struct shown *shown)
{
	int terminal, pipes[2], status;
	FILE *file = tmpfile();
	pid_t reader = 0, child;

	memset(shown, 0, sizeof(*shown));
	assert_non_null(file);
	assert_int_equal(pipe(pipes), 0);
	fflush(stdout);
	child = forkpty(&terminal, NULL, NULL, NULL);
	assert_true(child >= 0);
	if (!child)
		_exit(command(stream(where, file, pipes)));
	close(pipes[1]);
	if (where == PIPE) { /* a reader of its own: the command waits for nobody */
		reader = fork();
		if (!reader)
			_exit(drain(pipes[0]) < 200000);
	}
	watch(terminal, shown);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	if (reader) {
		assert_int_equal(waitpid(reader, &status, 0), reader);
		assert_int_equal(status, 0);
	}
	fseek(file, 0, SEEK_END);
	shown->printed = (size_t)ftell(file);
	fclose(file);
	close(pipes[0]);
	close(terminal);
}

static void into_a_file(void **state)
{
	static struct shown shown;

	(void)state;
	show(REGULAR, &shown);
	assert_non_null(strstr(shown.text, "\rpkttrace: 1 s, 17 things read (Ctrl-C stops)"));
	assert_non_null(strstr(shown.text, "\rpkttrace: 2 s, 20000 things printed (Ctrl-C stops)"));
	assert_null(strstr(shown.text, "line 7"));
	assert_true(shown.printed > 200000);
	/* nothing of it is left to see */
	assert_int_equal(shown.text[strlen(shown.text) - 1], '\r');
	assert_string_equal(
		strrchr(shown.text, ')') + 1 + strspn(strrchr(shown.text, ')') + 1, "\r "), "");
}

static void into_a_pipe(void **state)
{
	static struct shown shown;

	(void)state;
	show(PIPE, &shown);
	assert_non_null(strstr(shown.text, "\rpkttrace: 1 s, 17 things read (Ctrl-C stops)\r  "));
	assert_null(strstr(shown.text, "2 s")); /* the pager draws there now */
	assert_null(strstr(shown.text, "line"));
}

static void onto_the_terminal(void **state)
{
	static struct shown shown;
	const char *line, *first;

	(void)state;
	show(TERMINAL, &shown);
	line = strstr(shown.text, "\rpkttrace: 1 s, 17 things read (Ctrl-C stops)\r  ");
	first = strstr(shown.text, "\rline 0\r\n");
	assert_non_null(line);
	assert_true(first && first > line); /* at the beginning of an empty line */
	assert_null(strstr(shown.text, "2 s"));
	assert_non_null(strstr(shown.text, "the last\r\n"));
}

/* Tests have none. */
static void no_terminal(void **state)
{
	struct pk_ctx ctx = {0};
	int kept = dup(STDERR_FILENO);
	FILE *null = fopen("/dev/null", "w");

	(void)state;
	assert_non_null(null);
	dup2(fileno(null), STDERR_FILENO);
	assert_ptr_equal(pk_progress_begin(&ctx, stdout), stdout);
	assert_null(ctx.progress);
	assert_int_equal(pk_progress_end(&ctx, stdout, stdout), 0);
	dup2(kept, STDERR_FILENO);
	close(kept);
	fclose(null);
}

/* A full disk is the command's failure. */
static void cannot_be_written(void **state)
{
	FILE *full = fopen("/dev/full", "w");
	int terminal, status;
	pid_t child;

	(void)state;
	assert_non_null(full);
	child = forkpty(&terminal, NULL, NULL, NULL);
	assert_true(child >= 0);
	if (!child) {
		static struct pk_ctx ctx;
		FILE *out = pk_progress_begin(&ctx, full);

		for (int i = 0; i < 20000; i++)
			fprintf(out, "line %d\n", i);
		_exit(out != full && pk_progress_end(&ctx, out, full) ? 7 : 8);
	}
	drain(terminal);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(WEXITSTATUS(status), 7);
	close(terminal);
	fclose(full);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(into_a_file),	     cmocka_unit_test(into_a_pipe),
		cmocka_unit_test(onto_the_terminal), cmocka_unit_test(no_terminal),
		cmocka_unit_test(cannot_be_written),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
