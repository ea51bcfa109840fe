// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * bench CAPSULE CPUS MEGABYTES: what each step costs over a buffer of that size (grown.h), a line "NAME
 * SECONDS (of CPU) EVENTS PEAK_KIB" each. Every step runs in a process of its own: peaks are comparable, and no
 * step finds another one's caches. BENCH_PROBES: so many kprobes more.
 *
 * bench CAPSULE CPUS MEGABYTES -- WORD...: `pkttrace WORD...` over that buffer, printed as ever.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "analysis/lives/packets.h"
#include "command/command.h"
#include "decode/trace/ring_buffer.h"
#include "decode/trace/ring_buffer_pages.h"
#include "decode/trace/ring_buffer_trace.h"
#include "grown.h"
#include "target/capsule/capsule.h"

/* CPU time: others on the machine do not count. */
static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static struct pk_trace *open_top(struct pk_ctx *ctx)
{
	struct pk_instance instance;
	struct pk_trace *trace;

	if (pk_instance_top(ctx, &instance) != PK_OK ||
	    pk_trace_open(ctx, &instance, false, &trace) != PK_OK) {
		fprintf(stderr, "bench: %s\n", ctx->error.text);
		exit(1);
	}
	return trace;
}

/* Nothing: what a process and its target cost. */
static uint64_t step_idle(struct pk_ctx *ctx)
{
	pk_trace_close(open_top(ctx));
	return 0;
}

/* The bare page cursor: every page is found and read whole, nothing on it is looked at. */
static uint64_t step_pages(struct pk_ctx *ctx)
{
	struct pk_trace *trace = open_top(ctx);
	size_t size = pk_trace_sub_buffer_size(trace);
	uint8_t *bytes = malloc(size);

	for (uint32_t cpu = 0; bytes && cpu < trace->nr_cpus; cpu++) {
		struct pk_cpu_pages *pages = &trace->cpus[cpu];

		while (pk_cpu_pages_extend(ctx, &trace->layout, pages) == PK_OK)
			;
		for (uint32_t i = pages->nr; i-- > 0;)
			if (pk_read(ctx, pages->refs[i].page, bytes, size) != PK_OK)
				fprintf(stderr, "bench: %s\n", ctx->error.text);
	}
	free(bytes);
	pk_trace_close(trace);
	return 0;
}

static uint64_t step_events(struct pk_ctx *ctx)
{
	struct pk_trace *trace = open_top(ctx);
	struct pk_cursor *cursor;
	const struct pk_event *event;
	uint64_t events = 0;

	if (pk_cursor_open(trace, 0, UINT64_MAX, PK_ALL_CPUS, &cursor) == PK_OK) {
		while (pk_cursor_step(cursor, &event) == PK_OK)
			events++;
		pk_cursor_close(cursor);
	}
	pk_trace_close(trace);
	return events;
}

static uint64_t step_packets(struct pk_ctx *ctx)
{
	struct pk_packet_set set;
	uint64_t events;

	if (pk_packets_recent(ctx, UINT32_MAX, &set) != PK_OK)
		return 0;
	events = set.events;
	pk_packet_set_deinit(&set);
	return events;
}

static uint64_t command(struct pk_ctx *ctx, char **words, int nr)
{
	FILE *null = fopen("/dev/null", "w");

	if (!null || pk_command_run(ctx, nr, words, null))
		pk_command_run(ctx, nr, words, stderr);
	if (null)
		fclose(null);
	return 0;
}

#define COMMAND(name, ...)                                                                         \
	static uint64_t name(struct pk_ctx *ctx)                                                   \
	{                                                                                          \
		char *words[] = {(char[]){"pkttrace"}, __VA_ARGS__, NULL};                         \
		return command(ctx, words, sizeof(words) / sizeof(words[0]) - 1);                  \
	}
COMMAND(step_text, (char[]){"trace"})
COMMAND(step_last20, (char[]){"last"}, (char[]){"-n"}, (char[]){"20"})
COMMAND(step_last_all, (char[]){"last"}, (char[]){"-n"}, (char[]){"all"}, (char[]){"-j"})
COMMAND(step_probes, (char[]){"probes"}, (char[]){"-j"})
COMMAND(step_verdict, (char[]){"verdict"})
COMMAND(step_newest, (char[]){"trace"}, (char[]){"-n"}, (char[]){"1000"})

static const struct {
	const char *name;
	uint64_t (*run)(struct pk_ctx *ctx);
} steps[] = {
	{"idle", step_idle},	   {"pages", step_pages},	{"events", step_events},
	{"packets", step_packets}, {"text", step_text},		{"last-20", step_last20},
	{"verdict", step_verdict}, {"trace-1000", step_newest}, {"last-all", step_last_all},
	{"probes", step_probes},
};

static struct grown *open_grown(const char *path, unsigned cpus, uint64_t bytes,
				struct pk_target **ret_inner)
{
	struct grown *grown;
	char error[256];

	if (pk_capsule_open(path, ret_inner, error, sizeof(error)) != PK_OK) {
		fprintf(stderr, "bench: %s\n", error);
		exit(1);
	}
	grown = grown_new(*ret_inner, cpus, bytes);
	if (!grown) {
		fprintf(stderr, "bench: %s has no trace\n", path);
		exit(1);
	}
	if (getenv("BENCH_PROBES") &&
	    !grown_crowd(grown, strtoull(getenv("BENCH_PROBES"), NULL, 0))) {
		fprintf(stderr, "bench: %s has no kprobe\n", path);
		exit(1);
	}
	return grown;
}

/* In the child: one step, its line. */
static void run(const char *path, unsigned cpus, uint64_t bytes, size_t step)
{
	struct pk_target *inner;
	struct grown *grown = open_grown(path, cpus, bytes, &inner);
	struct pk_ctx ctx;
	struct rusage usage;
	uint64_t events;
	double begin, seconds;

	pk_ctx_init(&ctx, grown_target(grown));
	begin = now();
	events = steps[step].run(&ctx);
	seconds = now() - begin;
	getrusage(RUSAGE_SELF, &usage);
	printf("%s %.6f %llu %ld\n", steps[step].name, seconds, (unsigned long long)events,
	       usage.ru_maxrss);
	pk_ctx_deinit(&ctx);
	grown_free(grown);
	pk_capsule_close(inner);
}

/* argv: the capsule, CPUs, megabytes, "--", words; one command on a terminal or where stdout leads. */
static int run_words(int argc, char **argv)
{
	struct pk_target *inner;
	struct grown *grown = open_grown(argv[1], (unsigned)atoi(argv[2]),
					 strtoull(argv[3], NULL, 0) << 20, &inner);
	struct pk_ctx ctx;
	int code;

	pk_ctx_init(&ctx, grown_target(grown));
	argv[4] = argv[0];
	code = pk_command_run(&ctx, argc - 4, argv + 4, stdout);
	pk_ctx_deinit(&ctx);
	grown_free(grown);
	pk_capsule_close(inner);
	return code;
}

int main(int argc, char **argv)
{
	int status, failed = 0;

	if (argc < 4) {
		fprintf(stderr, "usage: bench CAPSULE CPUS MEGABYTES [STEP...|-- WORD...]\n");
		return 2;
	}
	if (argc > 4 && !strcmp(argv[4], "--"))
		return run_words(argc, argv);
	for (size_t step = 0; step < sizeof(steps) / sizeof(steps[0]); step++) {
		bool wanted = argc == 4;
		pid_t child;

		for (int i = 4; i < argc; i++)
			wanted |= !strcmp(argv[i], steps[step].name);
		if (!wanted)
			continue;
		fflush(stdout);
		child = fork();
		if (!child) {
			run(argv[1], (unsigned)atoi(argv[2]), strtoull(argv[3], NULL, 0) << 20,
			    step);
			fflush(stdout);
			_exit(0);
		}
		if (child < 0 || waitpid(child, &status, 0) < 0 || status)
			failed = 1;
	}
	return failed;
}
