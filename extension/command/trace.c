// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * `pkttrace trace`: what a trace instance holds. By default the kernel's own text of it; with -F, -S, -T the
 * same events by their fields, as counters, per thread.
 */
#include "command/parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "command/command.h"
#include "command/options.h"
#include "render/views.h"
#include "text/event_lines.h"
#include "text/kernel_trace.h"

/* The kernel's own text, and how much of it is not. */
static enum pk_status print_kernel_text(struct pk_ctx *ctx, struct pk_out *out,
					const struct pk_trace_options *options,
					const struct pk_instance *instance)
{
	struct pk_kernel_trace_request request = {.instance = instance,
						  .snapshot = options->snapshot,
						  .cpu = options->cpu,
						  .newest = options->newest,
						  .overrides = options->overrides,
						  .one_line = !ctx->raw};
	struct pk_kernel_trace_result result;
	enum pk_status status;

	/* To a pipe or a file the kernel's bytes, whatever they are. */
	fflush(out->fp);
	status = pk_kernel_trace_print(ctx, &request, ctx->raw ? ctx->raw : out->fp, &result);
	if (status != PK_OK)
		return status;
	out->failed |= result.failed;
	if (result.by_fields)
		pk_warn(ctx,
			"%" PRIu64 " of %" PRIu64
			" lines show an event's fields, not the kernel's own text: \"(fields)\"",
			result.by_fields, result.events);
	if (result.hashed)
		pk_warn(ctx,
			"%" PRIu64 " of %" PRIu64 " lines have pointers that this kernel may have "
			"hashed in print: here they are whole",
			result.hashed, result.events);
	/* the header of an empty file is all that the kernel would have printed */
	if (!result.events && !instance->expanded)
		pk_warn(ctx, "no events: tracing was never used on this machine");
	return PK_OK;
}

static enum pk_status print_stats(struct pk_out *out, struct pk_trace *trace, int cpu, bool in_ns)
{
	for (uint32_t i = 0; i < pk_trace_nr_cpus(trace); i++) {
		struct pk_cpu_stats stats;
		enum pk_status status = pk_trace_stats(trace, (int)i, &stats);

		if (status == PK_ABSENT || (cpu != PK_ALL_CPUS && cpu != (int)i))
			continue;
		if (status != PK_OK)
			return status;
		pk_render_buffer_stats(out, &stats, in_ns);
	}
	return PK_OK;
}

static bool print_event(const struct pk_event_line *line, void *arg)
{
	struct pk_out *out = arg;

	pk_render_event_fields(out, line);
	return !out->failed;
}

static enum pk_status print_events(struct pk_ctx *ctx, struct pk_out *out,
				   const struct pk_trace_options *options,
				   const struct pk_instance *instance, struct pk_trace *trace)
{
	uint64_t nr;
	enum pk_status status = pk_event_lines_walk(ctx, instance, trace, options->cpu,
						    options->newest, print_event, out, &nr);

	if (status == PK_OK && !nr)
		pk_out_text(out, instance->expanded
					 ? "no events are held\n"
					 : "no events: tracing was never used on this machine\n");
	return status;
}

static enum pk_status print_other(struct pk_ctx *ctx, struct pk_out *out,
				  const struct pk_trace_options *options,
				  const struct pk_instance *of)
{
	struct pk_instance instance = *of;
	struct pk_trace *trace;
	enum pk_status status = pk_trace_open(ctx, &instance, options->snapshot, &trace);

	if (status != PK_OK)
		return status;
	if (options->snapshot)
		status = pk_instance_snapshot_time(ctx, &instance, &instance.time_start);
	if (status == PK_OK && options->stats)
		status = print_stats(out, trace, options->cpu, instance.clock_in_ns);
	else if (status == PK_OK && options->threads)
		status = pk_trace_threads(ctx, out, options, &instance, trace);
	else if (status == PK_OK)
		status = print_events(ctx, out, options, &instance, trace);
	pk_trace_close(trace);
	return status;
}

static enum pk_status print_instance(struct pk_ctx *ctx, struct pk_out *out,
				     const struct pk_trace_options *options,
				     const struct pk_instance *instance)
{
	if (options->fields || options->stats || options->threads || options->json)
		return print_other(ctx, out, options, instance);
	return print_kernel_text(ctx, out, options, instance);
}

/* -a: every buffer that holds events, each under the name of its file. */
struct walk {
	struct pk_ctx *ctx;
	struct pk_out *out;
	struct pk_trace_options options;
	unsigned nr;
	enum pk_status status;
};

static bool holds_events(struct walk *walk, const struct pk_instance *instance)
{
	struct pk_cpu_stats stats;
	struct pk_trace *trace;
	bool holds = false;

	if (walk->options.snapshot && !instance->has_snapshot)
		return false;
	if (pk_trace_open(walk->ctx, instance, walk->options.snapshot, &trace) != PK_OK) {
		pk_warn(walk->ctx, "%s", pk_error(walk->ctx));
		return false;
	}
	for (uint32_t cpu = 0; cpu < pk_trace_nr_cpus(trace); cpu++)
		if ((walk->options.cpu == PK_ALL_CPUS || walk->options.cpu == (int)cpu) &&
		    pk_trace_counters(trace, (int)cpu, &stats) == PK_OK && stats.readable)
			holds |= stats.entries != 0;
	pk_trace_close(trace);
	return holds;
}

static enum pk_status print_all(struct pk_ctx *ctx, struct pk_out *out,
				const struct pk_trace_options *options)
{
	struct walk walk = {.ctx = ctx, .out = out, .options = *options, .status = PK_OK};
	struct pk_reader r = {.ctx = ctx};

	pk_instance_for_each (instance, &r) {
		char cpu[32] = "";

		if (walk.options.cpu != PK_ALL_CPUS)
			snprintf(cpu, sizeof(cpu), "per_cpu/cpu%d/", walk.options.cpu);
		for (int second = 0; second < 2 && walk.status == PK_OK; second++) {
			walk.options.snapshot = second;
			if (!holds_events(&walk, &instance))
				continue;
			if (walk.nr++)
				pk_out_text(walk.out, "\n");
			pk_out_text(walk.out, "==> %s%s%s%s%s <==\n",
				    instance.name[0] ? "instances/" : "", instance.name,
				    instance.name[0] ? "/" : "", cpu,
				    second ? "snapshot" : "trace");
			walk.status = print_instance(walk.ctx, walk.out, &walk.options, &instance);
		}
		if (!pk_try(&r, walk.status) || out->failed)
			break;
	}
	if (pk_ok(&r) && !walk.nr)
		pk_out_text(out, "no trace instance holds events\n");
	return r.status;
}

static enum pk_status print(struct pk_ctx *ctx, struct pk_out *out,
			    const struct pk_trace_options *options)
{
	struct pk_instance instance;
	enum pk_status status;

	if (options->all)
		return print_all(ctx, out, options);
	status = options->instance ? pk_instance_named(ctx, options->instance, &instance)
				   : pk_instance_top(ctx, &instance);
	return status == PK_OK ? print_instance(ctx, out, options, &instance) : status;
}

/* Words that contradict each other; NULL: none do. */
static const char *contradiction(const struct pk_trace_options *options)
{
	if (options->fields + options->stats + options->threads > 1)
		return "-F, -S and -T are three ways to show it: take one";
	if (options->all && (options->instance || options->snapshot))
		return "-a is every instance and snapshot: without -i and -s";
	if (options->all && options->json)
		return "-a is for people to read: without -j";
	if (options->overrides &&
	    (options->fields || options->stats || options->threads || options->json))
		return "-o changes the kernel's text: without -F, -S, -T and -j";
	if ((options->function || options->pid >= 0) && !options->threads)
		return "-f and -p go with -T";
	return NULL;
}

/* The numbers: the letter of one that is none, 0 if all are. */
static int parse_numbers(struct pk_trace_options *options, const char *cpu_text,
			 const char *newest_text, const char *pid_text)
{
	uint64_t cpu = PK_ALL_CPUS, pid = 0;

	if (cpu_text && !pk_parse_uint(cpu_text, PK_MAX_CPUS - 1, &cpu))
		return 'c';
	if (pid_text && !pk_parse_uint(pid_text, INT32_MAX, &pid))
		return 'p';
	if (newest_text &&
	    (!pk_parse_uint(newest_text, UINT32_MAX, &options->newest) || !options->newest))
		return 'n';
	options->cpu = (int)cpu;
	options->pid = pid_text ? (int)pid : -1;
	return 0;
}

static bool parse(int argc, char **argv, FILE *fp, struct pk_trace_options *options)
{
	const char *cpu = NULL, *newest = NULL, *pid = NULL, *wrong;
	const struct pk_option table[] = {{'j', "json", .set = &options->json},
					  {'i', "instance", .value = &options->instance},
					  {'a', "all", .set = &options->all},
					  {'c', "cpu", .value = &cpu},
					  {'n', "newest", .value = &newest},
					  {'o', "options", .value = &options->overrides},
					  {'s', "snapshot", .set = &options->snapshot},
					  {'S', "stats", .set = &options->stats},
					  {'F', "fields", .set = &options->fields},
					  {'T', "threads", .set = &options->threads},
					  {'f', "function", .value = &options->function},
					  {'p', "pid", .value = &pid},
					  {0}};
	int c;

	if (pk_options_read(argc, argv, table, 0, fp))
		return false;
	c = parse_numbers(options, cpu, newest, pid);
	if (c)
		return pk_misuse(fp, argv[0], "-%c takes a number%s, not \"%s\"", c,
				 c == 'n' ? " from 1 on" : "",
				 c == 'n'   ? newest
				 : c == 'c' ? cpu
					    : pid),
		       false;
	wrong = contradiction(options);
	return wrong ? (pk_misuse(fp, argv[0], "%s", wrong), false) : true;
}

static int run(struct pk_ctx *ctx, int argc, char **argv, FILE *fp)
{
	struct pk_trace_options options = {.cpu = PK_ALL_CPUS, .pid = -1};
	struct pk_out out;
	enum pk_status status;
	int code;

	if (!parse(argc, argv, pk_complaints(ctx, fp), &options))
		return 2;
	pk_output_begin(ctx, &out, fp, options.json);
	status = print(ctx, &out, &options);
	code = status == PK_OK ? out.failed : pk_failure(ctx, fp, argv[0], status);
	pk_out_deinit(&out);
	return code;
}

/* One pass over all events: more options ask for more than fewer do, and the header is asked for by a single line. What -T
 * names are functions that the buffers' own recording has asked about. */
static const char *const recorded_trace[] = {
	"-n 1", "-n 1 -o latency-format", "-a -o sym-userobj", "-s", "-S", NULL};

const struct pk_subcommand pk_subcommand_trace = {
	.name = "trace",
	.usage = "[-i INSTANCE | -a] [-s] [-c CPU] [-o OPTION[,OPTION...]] [-n N] [-F] [-S] [-T "
		 "[-f FUNC|@FILE] [-p PID]] [-j]",
	.summary = "the kernel's own trace text, of every buffer",
	.run = run,
	.verbatim = true,
	.recorded = recorded_trace,
};
