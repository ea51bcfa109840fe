// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * A crash extension for tests/lab/check-session: the crash target under a command that prints what the
 * target knows, and misbehaves on request.
 *
 *	pktest symbols		every symbol as /proc/kallsyms prints it
 *	pktest types		what every row of the layout table resolves to
 *	pktest words ...	its words, one in brackets each
 *	pktest segv|loop|flood|hog|jump|killed|exit
 */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/context.h"
#include "target/crash/crash.h"
#include "target/crash/internal.h"

extern void restart(int sig); /* crash's own: tidies up and jumps to its main loop */

static struct pk_ctx ctx;
static bool ready;

static bool print_symbol(const struct pk_symbol *symbol, void *arg)
{
	fprintf(arg, "%016" PRIx64 " %c %s%s%s%s\n", symbol->addr, symbol->type, symbol->name,
		symbol->module[0] ? "\t[" : "", symbol->module, symbol->module[0] ? "]" : "");
	return true;
}

static void print_row(int id, FILE *fp)
{
	const struct pk_row_value *value = pk_layout_get(&ctx, id);
	const struct pk_member *member = &value->member;

	fprintf(fp, "%s %s: ", pk_row(id)->subject, pk_row(id)->names);
	if (value->state != PK_ROW_FOUND)
		fprintf(fp, "%s\n", pk_status_name(value->status));
	else if (pk_row(id)->kind != PK_ROW_MEMBER)
		fprintf(fp, "%" PRIx64 "\n", value->value);
	else
		fprintf(fp, "%" PRIu64 "+%" PRIu64 " bits %u+%u elements %" PRIu64 "%s%s%s %s\n",
			member->offset, member->size, member->bit_offset, member->bit_size,
			member->elements, member->is_pointer ? " pointer" : "",
			member->is_array ? " array" : "",
			/* the BTF of old kernels does not say that char is signed */
			member->is_signed && !strstr(member->type, "char") ? " signed" : "",
			member->type);
}

static void hog(FILE *fp)
{
	size_t got = 0;
	void *piece;

	while ((piece = malloc(64 << 20))) {
		memset(piece, 1, 4096);
		got += 64;
	}
	fprintf(fp, "malloc said no after %s\n",
		got > 1024 && got < 8192 ? "some GiB" : "an odd amount");
}

static int run(struct pk_target *target, int argc, char **argv, FILE *fp, bool pager)
{
	const char *what = argc > 1 ? argv[1] : "";

	(void)pager;
	if (!strcmp(what, "symbols"))
		target->ops->symbols_all(target, print_symbol, fp);
	else if (!strcmp(what, "types"))
		for (int id = 0; id < PK_NR_ROWS; id++)
			print_row(id, fp);
	else if (!strcmp(what, "words"))
		for (int i = 2; i < argc; i++)
			fprintf(fp, "[%s]%s", argv[i], i + 1 < argc ? " " : "\n");
	else if (!strcmp(what, "segv"))
		raise(SIGSEGV);
	else if (!strcmp(what, "killed"))
		raise(SIGKILL);
	else if (!strcmp(what, "jump"))
		restart(0);
	else if (!strcmp(what, "exit"))
		_exit(1); /* as gdb does now and then; its atexit handlers wait for threads that a child does not have */
	else if (!strcmp(what, "hog"))
		hog(fp);
	else if (!strcmp(what, "flood"))
		for (int i = 0; i < 500000; i++)
			fprintf(fp, "line %d\n", i);
	else if (!strcmp(what, "loop"))
		for (fprintf(fp, "looping in %d\n", getpid()), fflush(fp);;)
			pause();
	return 0;
}

static void warm(struct pk_target *target, int argc, char **argv)
{
	uint64_t addr;

	(void)argc;
	(void)argv;
	if (!ready)
		pk_ctx_init(&ctx, target);
	ready = true;
	target->ops->symbol(target, "_stext", &addr);
}

static char *help[] = {"pktest", "tests of the crash target",
		       "symbols|types|words ...|segv|loop|flood|hog|jump|killed|exit",
		       "  See tests/lab/check-session.", NULL};

static const struct pk_crash_command command = {
	.name = "pktest", .help = help, .warm = warm, .run = run};

static void __attribute__((constructor)) load(void)
{
	pk_crash_register(&command);
}

static void __attribute__((destructor)) unload(void)
{
	if (ready)
		pk_ctx_deinit(&ctx);
	pk_crash_unregister();
}
