// SPDX-License-Identifier: GPL-3.0-or-later
/* The standalone program: the same commands as under crash, answered from a capsule. */
#include <stdio.h>
#include <string.h>

#include "command/command.h"
#include "command/help.h"
#include "core/printable.h"
#include "target/capsule/capsule.h"

static int usage(FILE *fp, int code)
{
	fprintf(fp, "usage: pkttrace CAPSULE [SUBCOMMAND [OPTION ...]]\n"
		    "       pkttrace help [SUBCOMMAND] | --help | --version | --man\n"
		    "A capsule is made in crash: pkttrace export -t capsule FILE\n");
	return code;
}

static int run_on_capsule(const char *path, int argc, char **argv)
{
	struct pk_target *target;
	struct pk_ctx ctx;
	char error[256];
	int code;

	if (pk_capsule_open(path, &target, error, sizeof(error)) != PK_OK) {
		pk_print(stderr, "pkttrace: %s\n", error);
		return 1;
	}
	pk_ctx_init(&ctx, target);
	code = pk_command_run(&ctx, argc, argv, stdout);
	pk_ctx_deinit(&ctx);
	pk_capsule_close(target);
	return code;
}

int main(int argc, char **argv)
{
	int code = 0;

	setvbuf(stderr, NULL, _IOLBF, BUFSIZ); /* a warning is one write: others may write there too */
	if (argc < 2)
		return usage(stderr, 2);
	if (!strcmp(argv[1], "--version"))
		printf("pkttrace %s\n", PK_VERSION);
	else if (!strcmp(argv[1], "--man"))
		pk_help_man(stdout);
	else if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
		code = usage(stdout, 0) || pk_help_print(NULL, stdout);
	else if (!strcmp(argv[1], "help"))
		code = pk_help_print(argc > 2 ? argv[2] : NULL, stdout);
	else if (argv[1][0] == '-')
		return usage(stderr, 2);
	else {
		const char *path = argv[1];

		/* The command sees its own name first, then the words after the capsule. */
		argv[1] = argv[0];
		code = run_on_capsule(path, argc - 1, argv + 1);
	}
	if (fflush(stdout) || ferror(stdout)) {
		perror("pkttrace: standard output");
		return 1;
	}
	return code;
}
