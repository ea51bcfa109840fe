// SPDX-License-Identifier: GPL-3.0-or-later
/* The standalone program: the same commands as under crash, answered from a dump file or a capsule. */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command/command.h"
#include "command/help.h"
#include "core/printable.h"
#include "main/shell.h"
#include "target/capsule/capsule.h"
#include "target/kdumpfile/kdumpfile.h"

static int usage(FILE *fp, int code)
{
	fprintf(fp,
		"usage: pkttrace VMCORE|CAPSULE [SUBCOMMAND [OPTION ...]]\n"
		"       pkttrace VMCORE1 VMCORE2 ... -- [SUBCOMMAND ...]   (a split dump)\n"
		"       pkttrace VMCORE --partial [SUBCOMMAND ...]   (a dump that is cut short)\n"
		"       pkttrace VMCORE|CAPSULE --shell      (a prompt: many questions)\n"
		"       pkttrace help [SUBCOMMAND] | --help | --version | --man\n"
		"A VMCORE needs no crash and no vmlinux. A capsule is what pkttrace needs of one:\n"
		"pkttrace VMCORE export -t capsule FILE\n");
	return code;
}

static int run_on_target(struct pk_target *target, int argc, char **argv)
{
	struct pk_ctx ctx;
	int code;

	pk_ctx_init(&ctx, target);
	if (argc == 2 && !strcmp(argv[1], "--shell"))
		code = pk_shell_run(&ctx);
	else
		code = pk_command_run(&ctx, argc, argv, stdout);
	pk_ctx_deinit(&ctx);
	return code;
}

/* FILES[0..NR) are the words before the subcommand. *OPENED is set once they are a target. */
static int run_on_files(char **files, unsigned nr, int argc, char **argv, volatile bool *opened)
{
	bool partial = argc > 1 && !strcmp(argv[1], "--partial");
	bool vmcore = nr > 1 || pk_kdumpfile_is(files[0]);
	struct pk_target *target;
	enum pk_status status;
	char error[512];
	int code;

	if (partial) {
		argv[1] = argv[0];
		argv++;
		argc--;
	}
	status = vmcore ? pk_kdumpfile_open(files, nr, partial, &target, error, sizeof(error))
			: pk_capsule_open(files[0], &target, error, sizeof(error));
	if (status != PK_OK) {
		pk_print(stderr, "pkttrace: %s\n", error);
		return 1;
	}
	*opened = true;
	code = run_on_target(target, argc, argv);
	if (vmcore)
		pk_kdumpfile_close(target);
	else
		pk_capsule_close(target);
	return code;
}

/* A dump is a hostile file, and the library that opens it is not ours: in a process of its own, where a fault ends one
 * command with a message. */
static int run_guarded(char **files, unsigned nr, int argc, char **argv)
{
	volatile bool *opened = mmap(NULL, sizeof(*opened), PROT_READ | PROT_WRITE,
				     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int status;
	pid_t pid;

	if (opened == MAP_FAILED) {
		perror("pkttrace");
		return 1;
	}
	fflush(stdout);
	pid = fork();
	if (pid < 0) {
		perror("pkttrace");
		return 1;
	}
	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		exit(pk_ended(run_on_files(files, nr, argc, argv, opened)));
	}
	signal(SIGINT, SIG_IGN); /* Ctrl-C is for the child, and this says how it ended */
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return 1;
	if (!WIFSIGNALED(status) || *opened || WTERMSIG(status) == SIGINT)
		return pk_child_code(status);
	pk_print(
		stderr,
		"pkttrace: %s: damaged: libkdumpfile ended with signal %d (%s) when it opened it\n",
		files[0], WTERMSIG(status), strsignal(WTERMSIG(status)));
	return 1;
}

/* How many files are named: one, or all parts of a dump before a "--". */
static unsigned count_files(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--"))
			return i > 1 ? (unsigned)i - 1 : 1;
		if (!pk_kdumpfile_is(argv[i]))
			break;
	}
	return 1;
}

int main(int argc, char **argv)
{
	int code = 0;

	setvbuf(stderr, NULL, _IOLBF,
		BUFSIZ); /* a warning is one write: others may write there too */
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
		unsigned nr = count_files(argc, argv);
		int skip = (int)nr + (argc > (int)nr + 1 && !strcmp(argv[nr + 1], "--"));
		char *files[PK_KDUMPFILE_PARTS + 1];

		if (nr > PK_KDUMPFILE_PARTS)
			return usage(stderr, 2);
		memcpy(files, argv + 1, nr * sizeof(files[0]));
		/* The command sees its own name first, then the words after the files. */
		argv[skip] = argv[0];
		return run_guarded(files, nr, argc - skip, argv + skip);
	}
	return pk_ended(code);
}
