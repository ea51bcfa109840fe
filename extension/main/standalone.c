// SPDX-License-Identifier: GPL-3.0-or-later
/* The standalone program: the same commands as under crash, answered from a dump file or a capsule. */
#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command/command.h"
#include "core/printable.h"
#include "main/main.h"
#include "target/capsule/capsule.h"
#include "target/kdumpfile/kdumpfile.h"

#define USAGE                                                                                      \
	"usage: pkttrace [OPTION ...] VMCORE|CAPSULE [SUBCOMMAND [OPTION ...]]\n"                  \
	"       pkttrace [OPTION ...] PART1 PART2 ... -- [SUBCOMMAND [OPTION ...]]\n"              \
	"       pkttrace help [TOPIC] | --help | --version | --man\n"                              \
	"  --shell       a prompt: many questions\n"                                               \
	"  --partial     open a dump that is cut short\n"                                          \
	"  -k VMLINUX    debuginfo, for a kernel without BTF or KALLSYMS_ALL;\n"                   \
	"  -k MODULE     the same, for a module without BTF; repeatable\n"                         \
	"  --debuginfod  both, fetched by build-id from $DEBUGINFOD_URLS\n"                        \
	"A VMCORE needs no crash, and mostly no VMLINUX; /proc/kcore is the running\n"             \
	"kernel; PARTs are of a dump that makedumpfile split. A CAPSULE is what pkttrace\n"        \
	"needs of a dump: pkttrace VMCORE export -t capsule FILE\n"

/* Never without the reason. */
static int __attribute__((format(printf, 1, 2))) usage(const char *why, ...)
{
	va_list args;

	va_start(args, why);
	fputs("pkttrace: ", stderr);
	pk_vprint(stderr, why, args);
	va_end(args);
	fputs("\n" USAGE, stderr);
	return 2;
}

/* The command line: options, files, options, subcommand. */
struct request {
	struct pk_kdumpfile_options dump;
	bool shell;
	char *files[PK_KDUMPFILE_PARTS];
	unsigned nr_files;
	int argc;
	char **argv; /* the program's name, and the subcommand's words */
};

static enum pk_status open_target(const struct request *request, bool vmcore,
				  struct pk_target **ret_target, char *error, size_t size)
{
	if (vmcore)
		return pk_kdumpfile_open(request->files, request->nr_files, &request->dump,
					 ret_target, error, size);
	if (request->dump.nr_debuginfo || request->dump.debuginfod) {
		snprintf(error, size, "%s: not a dump: a vmlinux says nothing about it",
			 request->files[0]);
		return PK_UNSUPPORTED;
	}
	return pk_capsule_open(request->files[0], ret_target, error, size);
}

/* *OPENED is set once the files are a target. */
static int run(const struct request *request, volatile bool *opened)
{
	bool vmcore = request->nr_files > 1 || pk_kdumpfile_is(request->files[0]);
	struct pk_target *target;
	char error[512];
	int code;
	struct pk_ctx ctx;

	if (open_target(request, vmcore, &target, error, sizeof(error)) != PK_OK) {
		pk_print(stderr, "pkttrace: %s\n", error);
		return 1;
	}
	*opened = true;
	pk_ctx_init(&ctx, target);
	ctx.apart = true;
	code = request->shell ? pk_shell_run(&ctx)
			      : pk_command_run(&ctx, request->argc, request->argv, stdout);
	pk_ctx_deinit(&ctx);

	if (vmcore)
		pk_kdumpfile_close(target);
	else
		pk_capsule_close(target);
	return code;
}

#define HEAP_AT_FIRST (24ul << 20) /* bytes: about what a verdict takes */
#define HUGE_PAGE (2ul << 20)

/* A dump is a hostile file, and the library that opens it is not ours: in a process of its own, where a fault ends one
 * command with a message. */
static int run_guarded(const struct request *request)
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
		void *heap;

		prctl(PR_SET_PDEATHSIG, SIGKILL);
		/* A page of new memory costs a fault when it is first touched, of a verdict one
		 * part in six of its time: the kernel may give this much of the heap in huge
		 * pages. Where it has none, nothing is different. */
		mallopt(M_MMAP_THRESHOLD,
			2 * HEAP_AT_FIRST); /* else this is a mapping of its own */
		mallopt(M_TRIM_THRESHOLD, 2 * HEAP_AT_FIRST); /* else it is given back at once */
		heap = aligned_alloc(HUGE_PAGE, HEAP_AT_FIRST);
		if (heap)
			madvise(heap, HEAP_AT_FIRST, MADV_HUGEPAGE);
		free(heap);
		mallopt(M_MMAP_THRESHOLD, HUGE_PAGE);
		exit(pk_ended(run(request, opened)));
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
		request->files[0], WTERMSIG(status), strsignal(WTERMSIG(status)));
	return 1;
}

/* Our options at ARGV. How many words they take. */
static int take_options(struct request *request, char **argv)
{
	int nr = 0;

	for (; argv[nr] && argv[nr][0] == '-' && strcmp(argv[nr], "--") != 0; nr++) {
		if (!strcmp(argv[nr], "--shell"))
			request->shell = request->dump.children = true;
		else if (!strcmp(argv[nr], "--partial"))
			request->dump.partial = true;
		else if (!strcmp(argv[nr], "--debuginfod"))
			request->dump.debuginfod = true;
		else if (!strcmp(argv[nr], "-k") && argv[nr + 1] &&
			 request->dump.nr_debuginfo < PK_KDUMPFILE_DEBUGINFO)
			request->dump.debuginfo[request->dump.nr_debuginfo++] = argv[++nr];
		else
			break;
	}
	return nr;
}

/* The files at ARGV: one, or all parts of a dump before a "--". How many. */
static unsigned count_files(char **argv)
{
	for (unsigned i = 0; argv[i]; i++) {
		if (i && !strcmp(argv[i], "--"))
			return i;
		if (!pk_kdumpfile_is(argv[i]))
			break;
	}
	return 1;
}

/* "pkttrace vmlinux vmcore" is as crash has it, in any order: the same as -k. Returns how many words that takes. */
static int take_debuginfo(struct request *request, char **argv)
{
	int nr = 0;

	while (argv[nr] && request->dump.nr_debuginfo < PK_KDUMPFILE_DEBUGINFO &&
	       pk_kdumpfile_is_debuginfo(argv[nr]))
		request->dump.debuginfo[request->dump.nr_debuginfo++] = argv[nr++];
	return nr;
}

/* A code other than 0, after a complaint. */
static int take_words(struct request *request, char **argv)
{
	char **at = argv + 1 + take_options(request, argv + 1);
	unsigned nr_files;

	if (*at && **at == '-') {
		if (strcmp(*at, "-k") != 0)
			return usage("no option %s", *at);
		return at[1] ? usage("-k: at most %d files", PK_KDUMPFILE_DEBUGINFO)
			     : usage("-k needs a file");
	}
	at += take_debuginfo(request, at);
	if (!*at || (pk_subcommand_find(*at) && access(*at, F_OK))) {
		const char *word = *at;

		/* No file there. */
		if (!word && request->dump.nr_debuginfo)
			return usage("%s: a kernel or a module, not a dump: which dump is it for?",
				     request->dump.debuginfo[0]);
		if (!word)
			return usage("which dump?");
		return usage("which dump? It stands before the subcommand: pkttrace VMCORE %s",
			     word);
	}
	nr_files = count_files(at);
	if (nr_files > PK_KDUMPFILE_PARTS)
		return usage("at most %d parts of a dump", PK_KDUMPFILE_PARTS);
	request->nr_files = nr_files;
	memcpy(request->files, at, nr_files * sizeof(*at));
	at += nr_files;
	if (*at && !strcmp(*at, "--"))
		at++;
	at += take_debuginfo(request, at);
	at += take_options(request, at) - 1; /* the subcommand sees its own program's name first */
	*at = argv[0];
	request->argv = at;
	while (at[request->argc])
		request->argc++;
	if (request->shell && request->argc > 1)
		return usage("--shell asks for subcommands itself: none stands behind the dump");
	return 0;
}

int main(int argc, char **argv)
{
	struct request request = {0};
	int code = 0;

	setvbuf(stderr, NULL, _IOLBF,
		BUFSIZ); /* a warning is one write: others may write there too */
	if (argc < 2)
		return usage("which dump?");
	if (!strcmp(argv[1], "--version"))
		printf("pkttrace %s\n", PK_VERSION);
	else if (!strcmp(argv[1], "--man"))
		pk_help_man(&pk_commands, stdout);
	else if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") ||
		 (!strcmp(argv[1], "help") && argc == 2))
		pk_help_page(&pk_commands, USAGE, stdout);
	else if (!strcmp(argv[1], "help"))
		code = pk_help_print(&pk_commands, argv[2], stdout);
	else if (!(code = take_words(&request, argv)))
		return run_guarded(&request);
	return pk_ended(code);
}
