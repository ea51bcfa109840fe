// SPDX-License-Identifier: GPL-3.0-or-later
/* `pkttrace tracers`: tracers built in, and how each instance was set up. */
#include <string.h>

#include "command/command.h"
#include "command/options.h"
#include "decode/trace/ring_buffer.h"
#include "decode/trace/tracing.h"
#include "render/views.h"
#include "text/files.h"

struct choice {
	bool json, verbose;
	const char *instance; /* NULL: all */
	const char *file; /* one of the kernel's own */
};

static enum pk_status print_setup(struct pk_ctx *ctx, const struct pk_instance *instance,
				  struct pk_out *out, bool verbose)
{
	struct pk_instance_setup setup;
	enum pk_status status = pk_instance_setup_read(ctx, instance, &setup);

	if (status == PK_OK)
		pk_render_instance(out, &setup, verbose);
	pk_instance_setup_deinit(&setup);
	return status;
}

static int run(struct pk_ctx *ctx, int argc, char **argv, FILE *fp)
{
	struct choice choice = {0};
	struct pk_out out;
	struct pk_reader r = {.ctx = ctx};
	const char *name;
	unsigned nr = 0;
	int code;
	const struct pk_option options[] = {{'j', "json", .set = &choice.json},
					    {'v', "verbose", .set = &choice.verbose},
					    {'i', "instance", .value = &choice.instance},
					    {'F', "file", .value = &choice.file},
					    {0}};

	if (pk_options_read(argc, argv, options, 0, pk_complaints(ctx, fp)))
		return 2;
	if (choice.file && choice.json)
		return pk_misuse(pk_complaints(ctx, fp), argv[0], "-F does not take -j");

	pk_output_begin(ctx, &out, fp, choice.json);
	if (!choice.file && !choice.instance) {
		struct pk_tracing tracing;

		if (pk_try(&r, pk_tracing_read(ctx, &tracing)))
			pk_render_tracing(&out, &tracing, choice.verbose);
		pk_tracing_deinit(&tracing);
	}
	/* A file is one instance's: the top one's if none was named. */
	name = !choice.instance && choice.file ? "" : choice.instance;
	pk_instance_for_each (instance, &r) {
		if (name && strcmp(name, instance.name) != 0)
			continue;
		nr++;
		if (choice.file)
			pk_try(&r, pk_tracing_file_print(ctx, &instance, choice.file, out.fp));
		else
			pk_try(&r, print_setup(ctx, &instance, &out, choice.verbose));
		if (!pk_ok(&r) || out.failed)
			break;
	}
	if (!nr)
		pk_try(&r, pk_instance_named(ctx, name ? name : "", &(struct pk_instance){0}));
	code = pk_ok(&r) ? out.failed || ferror(fp) : pk_failure(ctx, fp, argv[0], r.status);
	pk_out_deinit(&out);
	return code;
}

static const char *const recorded_tracers[] = {"-v",
					       "-F available_tracers",
					       "-F trace_options",
					       "-F set_event",
					       "-F set_event_pid",
					       "-F set_ftrace_filter",
					       "-F set_ftrace_notrace",
					       "-F set_ftrace_pid",
					       "-F set_graph_function",
					       "-F set_graph_notrace",
					       "-F stack_trace",
					       "-F tracing_max_latency",
					       "-F dynamic_events",
					       "-F kprobe_events",
					       "-F uprobe_events",
					       "-F synthetic_events",
					       NULL};

const struct pk_subcommand pk_subcommand_tracers = {
	.name = "tracers",
	.usage = "[-i INSTANCE] [-v] [-j] [-F FILE]",
	.summary = "tracing setup: options, filters, events, triggers",
	.run = run,
	.recorded = recorded_tracers,
};
