// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * pkttrace.so with a bug, for check-mutants --planted: each must be caught there.
 *
 * The file that PKTTRACE_PLANTED names holds the bug's name while damage is planted. Without it, every command does what
 * it does in pkttrace.so.
 */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command/command.h"
#include "core/context.h"
#include "target/crash/crash.h"

extern void restart(int sig); /* crash's own: tidies up and jumps to its main loop */

static struct pk_ctx ctx;
static bool ready;
static char bug[40];

static void read_bug(void)
{
	const char *path = getenv("PKTTRACE_PLANTED");
	FILE *file = path ? fopen(path, "r") : NULL;

	bug[0] = '\0';
	if (!file)
		return;
	if (!fgets(bug, sizeof(bug), file))
		bug[0] = '\0';
	fclose(file);
}

static bool has(const char *name)
{
	return !strcmp(bug, name);
}

static void take_memory(size_t mib)
{
	for (size_t i = 0; i < mib; i++) {
		volatile char *piece = malloc(1 << 20); /* gcc leaves out what nobody looks at */

		for (size_t at = 0; piece && at < 1 << 20; at += 4096)
			piece[at] = 1;
	}
}

static void warm(struct pk_target *target, int argc, char **argv)
{
	if (!ready)
		pk_ctx_init(&ctx, target);
	ready = true;
	read_bug();
	if (has("dies-in-crash"))
		kill(getpid(),
		     SIGKILL); /* crash catches the others, and takes down what it stands on */
	if (has("leaks"))
		take_memory(1);
	if (has("remembers"))
		setenv("PKTTRACE_REMEMBERS", "1", 1);
	pk_command_warm(&ctx, argc, argv);
}

/* The words of judge.c that our own answers have. */
static bool is_warning(const char *line)
{
	static const char *const words[] = {"warning", "unreadable",   "corrupt",      "cannot",
					    "unknown", "could not",    "not known",    "lost",
					    "no such", "not readable", "not captured", "stopped",
					    "damage"};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strcasestr(line, words[i]))
			return true;
	return !strncmp(line, "pkttrace ", 9);
}

/* What a bug makes of a line of the answer; NULL: nothing is left. */
static const char *spoil(const char *line, unsigned *nr)
{
	bool cpu = strstr(line, "\"what\":\"stats\""), packet = strstr(line, "\"what\":\"packet\""),
	     probe = strstr(line, "\"what\":\"probe\"");

	if (strncmp(bug, "loses-", 6) && !has("names-nothing"))
		return line;
	if (is_warning(line) && !probe && !packet)
		return NULL;
	if ((has("loses-probes") && probe && !(*nr)++) ||
	    (has("loses-packets") && packet && (*nr)++ % 4))
		return NULL;
	return has("loses-cpus") && cpu ? "{\"what\":\"stats\",\"cpu\":0,\"entries\":0}\n" : line;
}

static void print(char *text, FILE *fp)
{
	unsigned nr = 0;

	for (char *line = text; *line;) {
		size_t len = strcspn(line, "\n");
		char *end = line + len + (line[len] == '\n'), kept = *end;
		const char *said;

		*end = '\0';
		said = spoil(line, &nr);
		fputs(said ? said : "", fp);
		*end = kept;
		line = end;
	}
	if (getenv("PKTTRACE_REMEMBERS"))
		fprintf(fp, "of what was there before\n");
}

static int run(struct pk_target *target, int argc, char **argv, FILE *fp, bool pager)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	int code;

	(void)target;
	ctx.pager = pager;
	/* where the warnings of JSON go; a command is a process of its own */
	if ((has("names-nothing") || !strncmp(bug, "loses-", 6)) &&
	    !freopen("/dev/null", "w", stderr))
		return 1;
	code = pk_command_run(&ctx, argc, argv, out);
	fclose(out);
	if (has("dies"))
		raise(SIGSEGV);
	if (has("escapes"))
		restart(0);
	if (has("hangs"))
		for (;;)
			pause();
	if (has("eats"))
		take_memory(600);
	print(text, fp);
	free(text);
	return code;
}

static const struct pk_crash_command command = {
	.name = "pkttrace", .help = pk_command_help, .warm = warm, .run = run};

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
