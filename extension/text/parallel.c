// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * A large trace by several processes: each makes the lines of some of the CPUs, and they are merged here by time as
 * the CPUs' events would be.
 *
 * What a line is depends on its CPU's events alone, but for the forms that count lines or tell the time to the next
 * one of any CPU; those are left to one process. The first two lines, which announce no CPU, are printed before.
 *
 * Lines travel in blocks of memory that both processes map, so that the kernel copies none. A pair of sockets says which
 * block is full, and which is empty again; it also tells that the other process has died.
 */
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/ask.h"
#include "text/private.h"

#define MAX_WORKERS 16
#define LEAST_PAGES 512 /* sub-buffers: below that the processes cost more than they bring */
#define BLOCK (256 * 1024) /* bytes; a line, or a report, is far smaller */
#define NR_BLOCKS 4

/* Before each line on its way from a worker. */
struct line {
	uint64_t ts;
	uint32_t cpu; /* REPORT: what follows is no line, and the last */
	uint32_t len;
};
#define REPORT UINT32_MAX

/* What a worker met; the texts of its warnings follow, each with its NUL. */
struct report {
	struct pk_kernel_trace_result result;
	unsigned nr_missing;
	unsigned long nr_dropped;
	uint64_t missing[PK_MAX_MISSING];
	uint8_t missing_class[PK_MAX_MISSING];
};

/* Blocks from a worker to who merges, in turn. The worker sends the length of each; a byte comes back for each that was
 * read. */
struct blocks {
	char *bytes; /* shared: NR_BLOCKS of BLOCK bytes; MAP_FAILED: none */
	int sockets[2]; /* of who merges, and the worker's; -1: not open */
	uint64_t nr; /* handed over (at a worker), or taken */
	size_t at, len; /* in the block that is being written, or read */
};

struct worker {
	pid_t pid;
	struct blocks blocks;
	struct line line; /* the next; its text begins at blocks.at */
	bool reported; /* all lines were read */
};

/* --- blocks -------------------------------------------------------------------------------------- */

static bool whole(ssize_t done, size_t len)
{
	return done == (ssize_t)len;
}

static bool tell(int fd, const void *word, size_t len)
{
	ssize_t sent;

	while ((sent = send(fd, word, len, MSG_NOSIGNAL)) < 0 && errno == EINTR)
		;
	return whole(sent, len);
}

static bool hear(int fd, void *word, size_t len)
{
	ssize_t got;

	while ((got = recv(fd, word, len, MSG_WAITALL)) < 0 && errno == EINTR)
		;
	return whole(got, len);
}

static char *block(const struct blocks *blocks)
{
	return blocks->bytes + blocks->nr % NR_BLOCKS * BLOCK;
}

static void close_end(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* The block with what was written is the other's; the next one is written when it is empty. */
static bool hand_over(struct blocks *blocks)
{
	uint32_t len = (uint32_t)blocks->at;
	char emptied;

	blocks->at = 0;
	if (!tell(blocks->sockets[1], &len, sizeof(len)))
		return false;
	return ++blocks->nr < NR_BLOCKS || hear(blocks->sockets[1], &emptied, 1);
}

/* --- a worker ------------------------------------------------------------------------------------ */

static void put(struct blocks *blocks, const void *bytes, size_t len)
{
	memcpy(block(blocks) + blocks->at, bytes, len);
	blocks->at += len;
}

/* In a block of its own, with as many of the warnings as it has room for. */
static bool put_report(struct pk_kt *kt, struct blocks *blocks, unsigned nr_before)
{
	const struct pk_ctx *ctx = kt->ctx;
	struct report report = {.result = kt->result,
				.nr_missing = ctx->nr_missing,
				.nr_dropped = ctx->nr_warnings_dropped};
	struct line line = {.cpu = REPORT, .len = sizeof(report)};
	unsigned nr = nr_before;

	memcpy(report.missing, ctx->missing, sizeof(report.missing));
	memcpy(report.missing_class, ctx->missing_class, sizeof(report.missing_class));
	for (; nr < ctx->nr_warnings; nr++) {
		size_t len = strlen(ctx->warnings[nr]) + 1;

		if (sizeof(line) + line.len + len > BLOCK)
			break;
		line.len += (uint32_t)len;
	}
	report.nr_dropped += ctx->nr_warnings - nr;
	if (blocks->at && !hand_over(blocks))
		return false;
	put(blocks, &line, sizeof(line));
	put(blocks, &report, sizeof(report));
	for (unsigned i = nr_before; i < nr; i++)
		put(blocks, ctx->warnings[i], strlen(ctx->warnings[i]) + 1);
	return tell(blocks->sockets[1], &(uint32_t){(uint32_t)blocks->at}, sizeof(uint32_t));
}

/* The lines of every NR-th CPU from the INDEX-th on. */
static bool make_lines(struct pk_kt *kt, struct blocks *blocks, unsigned index, unsigned nr)
{
	unsigned nr_before = kt->ctx->nr_warnings;
	struct pk_kt_cpu *cpu;

	if (!pk_kt_merge_some(kt, index, nr))
		return false;
	while ((cpu = pk_kt_earliest(kt))) {
		struct line line = {.ts = cpu->next->ts, .cpu = (uint32_t)(cpu - kt->cpus)};

		pk_kt_print_next(kt, cpu);
		line.len = (uint32_t)kt->seq.len;
		if (blocks->at + sizeof(line) + line.len > BLOCK && !hand_over(blocks))
			return false;
		put(blocks, &line, sizeof(line));
		put(blocks, kt->seq.text, line.len);
		pk_seq_reset(&kt->seq);
	}
	return put_report(kt, blocks, nr_before);
}

static bool start(struct pk_kt *kt, struct worker *workers, unsigned index, unsigned nr)
{
	struct blocks *blocks = &workers[index].blocks;
	pid_t parent = getpid();

	blocks->bytes = mmap(NULL, (size_t)NR_BLOCKS * BLOCK, PROT_READ | PROT_WRITE,
			     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (blocks->bytes == MAP_FAILED || socketpair(AF_UNIX, SOCK_STREAM, 0, blocks->sockets))
		return false;
	workers[index].pid = fork();
	if (workers[index].pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		for (unsigned i = 0; i <= index; i++)
			close_end(&workers[i].blocks.sockets[0]);
		kt->ctx->progress = NULL;
		memset(&kt->result, 0, sizeof(kt->result));
		_exit(getppid() == parent && pk_divide(kt->ctx, true) &&
				      make_lines(kt, blocks, index, nr)
			      ? 0
			      : 1);
	}
	close_end(&blocks->sockets[1]);
	return workers[index].pid > 0;
}

/* --- and who merges ------------------------------------------------------------------------------ */

static void take_report(struct pk_kt *kt, const char *bytes, size_t len)
{
	struct report report;
	const char *end = bytes + len;

	memcpy(&report, bytes, sizeof(report));
	kt->result.events += report.result.events;
	kt->result.by_fields += report.result.by_fields;
	kt->result.hashed += report.result.hashed;
	kt->ctx->nr_warnings_dropped += report.nr_dropped;
	for (unsigned i = 0; i < report.nr_missing; i++)
		pk_missing_is(kt->ctx, report.missing[i], report.missing_class[i]);
	for (bytes += sizeof(report); bytes < end; bytes += strlen(bytes) + 1)
		pk_warn(kt->ctx, "%s", bytes);
}

/* The worker's next line, or its report. False: it died. */
static bool next_line(struct pk_kt *kt, struct worker *worker)
{
	struct blocks *blocks = &worker->blocks;
	struct line *line = &worker->line;
	size_t len = sizeof(*line);
	uint32_t full;

	/* LEN bytes that stand in the block behind those read so far, in the next block if this
	 * one has been read. */
	if (blocks->at == blocks->len) {
		if (blocks->len) {
			blocks->nr++;
			blocks->at = blocks->len = 0;
			tell(blocks->sockets[0], "", 1); /* to nobody, if it has ended */
		}
		if (!hear(blocks->sockets[0], &full, sizeof(full)) || full > BLOCK)
			return false;
		blocks->len = full;
	}
	if (len > blocks->len - blocks->at)
		return false;
	memcpy(line, block(blocks) + blocks->at, sizeof(*line));
	blocks->at += sizeof(*line);
	if (line->len > blocks->len - blocks->at)
		return false;
	worker->reported = line->cpu == REPORT;
	if (worker->reported && line->len >= sizeof(struct report))
		take_report(kt, block(blocks) + blocks->at, line->len);
	return !worker->reported || line->len >= sizeof(struct report);
}

static bool is_before(const struct line *line, const struct line *other)
{
	return line->ts < other->ts || (line->ts == other->ts && line->cpu < other->cpu);
}

static struct worker *earliest(struct worker *workers, unsigned nr)
{
	struct worker *found = NULL;

	for (unsigned i = 0; i < nr; i++)
		if (!workers[i].reported && (!found || is_before(&workers[i].line, &found->line)))
			found = &workers[i];
	return found;
}

/* False: a worker died. */
static bool merge(struct pk_kt *kt, struct worker *workers, unsigned nr, FILE *fp)
{
	struct worker *worker;
	uint64_t lines = 0;

	for (unsigned i = 0; i < nr; i++)
		if (!next_line(kt, &workers[i]))
			return false;
	while ((worker = earliest(workers, nr))) {
		if (!pk_kt_put(kt, block(&worker->blocks) + worker->blocks.at, worker->line.len,
			       fp))
			return true; /* nobody takes it any more */
		worker->blocks.at += worker->line.len;
		if (!next_line(kt, worker))
			return false;
		if (kt->ctx->progress && !(++lines & PK_KT_PROGRESS_EVERY))
			kt->ctx->progress("events printed", lines);
	}
	return true;
}

static void end(struct worker *workers, unsigned nr)
{
	for (unsigned i = 0; i < nr; i++) {
		struct blocks *blocks = &workers[i].blocks;

		close_end(&blocks->sockets[0]);
		close_end(&blocks->sockets[1]);
		if (blocks->bytes != MAP_FAILED)
			munmap(blocks->bytes, (size_t)NR_BLOCKS * BLOCK);
		blocks->bytes = MAP_FAILED; /* a worker that still writes ends */
		if (workers[i].pid > 0)
			while (waitpid(workers[i].pid, NULL, 0) < 0 && errno == EINTR)
				;
	}
}

/* That the machine has CPUs for; below 2: this process alone. */
static unsigned nr_wanted(void)
{
	const char *forced = getenv("PKTTRACE_PROCESSES"); /* for tests, and for who measures */
	unsigned long nr = forced ? strtoul(forced, NULL, 10) : 0;
	cpu_set_t cpus;

	if (!nr && !sched_getaffinity(0, sizeof(cpus), &cpus) && CPU_COUNT(&cpus) > 1)
		nr = (unsigned long)CPU_COUNT(&cpus);
	return nr < MAX_WORKERS ? (unsigned)nr : MAX_WORKERS;
}

static unsigned nr_workers(const struct pk_kt *kt)
{
	unsigned nr = nr_wanted(), nr_buffers = 0;
	uint64_t pages = 0;

	for (uint32_t cpu = 0; cpu < kt->nr_cpus; cpu++) {
		struct pk_cpu_stats stats;

		nr_buffers += kt->cpus[cpu].next != NULL;
		if (kt->cpus[cpu].next && pk_trace_counters(kt->trace, (int)cpu, &stats) == PK_OK &&
		    stats.readable)
			pages += stats.nr_pages;
	}
	if (pages < LEAST_PAGES || pk_kt_has(kt, PK_KT_LATENCY_FMT) || pk_kt_has(kt, PK_KT_VERBOSE))
		return 1;
	return nr < nr_buffers ? nr : nr_buffers;
}

bool pk_kt_print_parallel(struct pk_kt *kt, FILE *fp)
{
	struct worker workers[MAX_WORKERS] = {0};
	unsigned nr = nr_workers(kt), started = 0;
	bool whole;

	if (nr < 2 || !pk_divide(kt->ctx, false))
		return false;
	for (unsigned i = 0; i < nr; i++)
		workers[i].blocks = (struct blocks){.bytes = MAP_FAILED, .sockets = {-1, -1}};
	while (started < nr && start(kt, workers, started, nr))
		started++;
	whole = started < nr || merge(kt, workers, nr, fp);
	end(workers, nr);
	if (!whole) {
		pk_warn(kt->ctx,
			"a process that made lines of the trace has died: the text is cut");
		pk_kt_write_out(kt, fp);
		kt->result.failed = true;
	}
	return started == nr;
}
