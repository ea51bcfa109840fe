// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * A large trace by several processes: each makes the lines of some of the CPUs, and they are merged here by time as
 * the CPUs' events would be.
 *
 * What a line is depends on its CPU's events alone, but for the forms that count lines or tell the time to the next
 * one of any CPU; those are left to one process. The first two lines, which announce no CPU, are printed before.
 *
 * Two CPUs are busy with one process: a thread of it reads ahead (decisions/0004). More of them wait for its lines.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/ask.h"
#include "text/private.h"

#define MAX_WORKERS 16
#define BUSY_ANYWAY 2 /* CPUs */
#define LEAST_PAGES 512 /* sub-buffers: below that the processes cost more than they bring */
#define PIPE_ROOM (1024 * 1024) /* bytes; a line is far smaller */

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

struct worker {
	pid_t pid;
	int fd; /* -1: not open */
	char *room; /* owned, PIPE_ROOM */
	size_t from, to; /* what was read and not used */
	struct line line; /* the next; its text begins at FROM */
	bool reported; /* all lines were read */
};

/* --- a worker ------------------------------------------------------------------------------------ */

static bool send_all(int fd, const char *bytes, size_t len)
{
	while (len) {
		ssize_t sent = write(fd, bytes, len);

		if (sent < 0 && errno == EINTR)
			continue;
		if (sent <= 0)
			return false;
		bytes += sent;
		len -= (size_t)sent;
	}
	return true;
}

static bool send_lines(struct pk_kt *kt, int fd, bool all)
{
	bool sent = true;

	if (all || kt->out_len > PK_KT_OUT_ROOM - PK_SEQ_MAX - sizeof(struct line)) {
		sent = send_all(fd, kt->out, kt->out_len);
		kt->out_len = 0;
	}
	return sent;
}

static bool send_report(struct pk_kt *kt, int fd, unsigned nr_before)
{
	const struct pk_ctx *ctx = kt->ctx;
	struct report report = {.result = kt->result,
				.nr_missing = ctx->nr_missing,
				.nr_dropped = ctx->nr_warnings_dropped};
	struct line line = {.cpu = REPORT, .len = sizeof(report)};
	bool sent;

	memcpy(report.missing, ctx->missing, sizeof(report.missing));
	memcpy(report.missing_class, ctx->missing_class, sizeof(report.missing_class));
	for (unsigned i = nr_before; i < ctx->nr_warnings; i++)
		line.len += strlen(ctx->warnings[i]) + 1;
	sent = send_all(fd, (const char *)&line, sizeof(line)) &&
	       send_all(fd, (const char *)&report, sizeof(report));
	for (unsigned i = nr_before; i < ctx->nr_warnings && sent; i++)
		sent = send_all(fd, ctx->warnings[i], strlen(ctx->warnings[i]) + 1);
	return sent;
}

/* The lines of every NR-th CPU from the INDEX-th on. */
static bool make_lines(struct pk_kt *kt, int fd, unsigned index, unsigned nr)
{
	unsigned nr_before = kt->ctx->nr_warnings;
	struct pk_kt_cpu *cpu;

	kt->out_len = 0; /* the parent's lines */
	if (!pk_kt_merge_some(kt, index, nr))
		return false;
	while ((cpu = pk_kt_earliest(kt))) {
		struct line line = {.ts = cpu->next->ts, .cpu = (uint32_t)(cpu - kt->cpus)};

		pk_kt_print_next(kt, cpu);
		line.len = (uint32_t)kt->seq.len;
		memcpy(kt->out + kt->out_len, &line, sizeof(line));
		memcpy(kt->out + kt->out_len + sizeof(line), kt->seq.text, kt->seq.len);
		kt->out_len += sizeof(line) + kt->seq.len;
		pk_seq_reset(&kt->seq);
		if (!send_lines(kt, fd, false))
			return false;
	}
	return send_lines(kt, fd, true) && send_report(kt, fd, nr_before);
}

static bool start(struct pk_kt *kt, struct worker *workers, unsigned index, unsigned nr)
{
	struct worker *worker = &workers[index];
	pid_t parent = getpid();
	int ends[2];

	worker->room = malloc(PIPE_ROOM);
	if (!worker->room || pipe(ends))
		return false;
	fcntl(ends[1], F_SETPIPE_SZ,
	      PIPE_ROOM); /* or less, and workers wait for each other more often */
	worker->fd = ends[0];
	worker->pid = fork();
	if (worker->pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		for (unsigned i = 0; i <= index; i++)
			close(workers[i].fd);
		kt->ctx->progress = NULL;
		memset(&kt->result, 0, sizeof(kt->result));
		_exit(getppid() == parent && pk_divide(kt->ctx, true) &&
				      make_lines(kt, ends[1], index, nr)
			      ? 0
			      : 1);
	}
	close(ends[1]);
	return worker->pid > 0;
}

/* --- and who merges ------------------------------------------------------------------------------ */

/* NEED bytes behind FROM. False: it ended before. */
static bool fill(struct worker *worker, size_t need)
{
	while (worker->to - worker->from < need) {
		ssize_t got;

		if (need > PIPE_ROOM)
			return false;
		if (worker->from + need > PIPE_ROOM) {
			memmove(worker->room, worker->room + worker->from,
				worker->to - worker->from);
			worker->to -= worker->from;
			worker->from = 0;
		}
		got = read(worker->fd, worker->room + worker->to, PIPE_ROOM - worker->to);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		worker->to += (size_t)got;
	}
	return true;
}

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
	struct line *line = &worker->line;

	if (!fill(worker, sizeof(*line)))
		return false;
	memcpy(line, worker->room + worker->from, sizeof(*line));
	worker->from += sizeof(*line);
	if (!fill(worker, line->len))
		return false;
	worker->reported = line->cpu == REPORT;
	if (worker->reported && line->len >= sizeof(struct report))
		take_report(kt, worker->room + worker->from, line->len);
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
		if (!pk_kt_put(kt, worker->room + worker->from, worker->line.len, fp))
			return true; /* nobody takes it any more */
		worker->from += worker->line.len;
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
		if (workers[i].fd >= 0)
			close(workers[i].fd); /* a worker that still writes ends */
		if (workers[i].pid > 0)
			while (waitpid(workers[i].pid, NULL, 0) < 0 && errno == EINTR)
				;
		free(workers[i].room);
	}
}

/* That the machine has CPUs for; below 2: this process alone. */
static unsigned nr_wanted(void)
{
	const char *forced = getenv("PKTTRACE_PROCESSES"); /* for tests, and for who measures */
	unsigned long nr = forced ? strtoul(forced, NULL, 10) : 0;
	cpu_set_t cpus;

	if (!nr && !sched_getaffinity(0, sizeof(cpus), &cpus) && CPU_COUNT(&cpus) > BUSY_ANYWAY)
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
		workers[i].fd = -1;
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
