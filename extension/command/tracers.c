// SPDX-License-Identifier: GPL-3.0-or-later
/* `pkttrace tracers`: tracers built in, and how each instance was set up. */
#include <string.h>

#include "command/command.h"
#include "command/options.h"
#include "decode/trace/ring_buffer.h"
#include "decode/trace/tracing_read.h"
#include "render/views.h"
#include "text/files.h"

struct choice {
	bool json, verbose;
	const char *instance; /* NULL: all */
	const char *file; /* one of the kernel's own */
};

struct listing {
	struct pk_ctx *ctx;
	struct pk_out *out;
	const struct choice *choice;
	enum pk_status status; /* of a file */
	unsigned nr;
};

/* A file is one instance's: the top one's if none was named. */
static bool wanted(const struct listing *listing, const struct pk_instance *instance)
{
	const char *name = listing->choice->instance;

	if (!name)
		return !listing->choice->file || !instance->name[0];
	return !strcmp(name, instance->name);
}

static enum pk_status print_setup(struct listing *listing, const struct pk_instance *instance)
{
	struct pk_instance_setup setup;
	enum pk_status status = pk_instance_setup_read(listing->ctx, instance, &setup);

	if (status == PK_OK)
		pk_render_instance(listing->out, &setup, listing->choice->verbose);
	pk_instance_setup_deinit(&setup);
	return status;
}

static bool show_instance(const struct pk_instance *instance, void *arg)
{
	struct listing *listing = arg;

	if (!wanted(listing, instance))
		return true;
	listing->nr++;
	if (listing->choice->file)
		listing->status = pk_tracing_file_print(listing->ctx, instance,
							listing->choice->file, listing->out->fp);
	else
		listing->status = print_setup(listing, instance);
	return listing->status == PK_OK && !listing->out->failed;
}

static int run(struct pk_ctx *ctx, int argc, char **argv, FILE *fp)
{
	struct choice choice = {0};
	struct pk_out out;
	struct listing listing = {.ctx = ctx, .out = &out, .choice = &choice};
	enum pk_status status = PK_OK;
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

		status = pk_tracing_read(listing.ctx, &tracing);
		if (status == PK_OK)
			pk_render_tracing(listing.out, &tracing, listing.choice->verbose);
		pk_tracing_deinit(&tracing);
	}
	if (status == PK_OK)
		status = pk_instances_walk(ctx, show_instance, &listing);
	if (status == PK_OK)
		status = listing.status;
	if (status == PK_OK && !listing.nr)
		status = pk_instance_named(ctx, choice.instance ? choice.instance : "",
					   &(struct pk_instance){0});
	code = status == PK_OK ? out.failed || ferror(fp) : pk_failure(ctx, fp, argv[0], status);
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
