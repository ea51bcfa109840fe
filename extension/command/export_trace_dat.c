// SPDX-License-Identifier: GPL-3.0-or-later
/* `pkttrace export -t trace.dat`: the ring buffers for trace-cmd and KernelShark. */
#include <stdlib.h>
#include <string.h>

#include "command/export.h"

#include "core/kit.h"
#include "core/printable.h"
#include "text/trace_dat.h"

#define LL(x) ((unsigned long long)(x))

struct buffers {
	struct pk_ctx *ctx;
	const struct pk_export_options *options;
	struct pk_dat_buffer *list; /* owned, traces and names with it */
	uint32_t nr, room;
	enum pk_status status;
};

/* Whether a reader would be given anything; damage counts as such. */
static bool holds_events(struct pk_trace *trace)
{
	for (uint32_t cpu = 0; cpu < pk_trace_nr_cpus(trace); cpu++) {
		struct pk_cpu_stats stats;

		if (pk_trace_stats(trace, (int)cpu, &stats) == PK_OK &&
		    (!stats.readable || stats.entries))
			return true;
	}
	return false;
}

static char *buffer_name(const struct buffers *buffers, const struct pk_instance *instance,
			 bool snapshot)
{
	char *name;

	if (!buffers->nr)
		return strdup("");
	if (asprintf(&name, "%s%s%s", instance->name, snapshot && instance->name[0] ? "/" : "",
		     snapshot ? "snapshot" : "") < 0)
		return NULL;
	return name;
}

static void add(struct buffers *buffers, const struct pk_instance *instance, bool snapshot)
{
	struct pk_dat_buffer buffer = {.instance = *instance};
	enum pk_status status;

	if (pk_grow(buffers->list, buffers->nr, buffers->room))
		buffer.name = buffer_name(buffers, instance, snapshot);
	if (!buffer.name) {
		buffers->status = pk_fail(buffers->ctx, PK_NOMEM, "trace buffers");
		return;
	}
	status = pk_trace_open(buffers->ctx, instance, snapshot, &buffer.trace);
	/* The first one is the file's own, and the one asked for: those must be. */
	if (status == PK_OK && (!buffers->nr || holds_events(buffer.trace))) {
		buffers->list[buffers->nr++] = buffer;
		return;
	}
	if (status == PK_OK)
		pk_trace_close(buffer.trace);
	else if (!buffers->nr)
		buffers->status = status;
	else
		pk_warn(buffers->ctx, "left out: %s", pk_error(buffers->ctx));
	free((char *)buffer.name);
}

static void buffers_deinit(struct buffers *buffers)
{
	for (uint32_t i = 0; i < buffers->nr; i++) {
		pk_trace_close(buffers->list[i].trace);
		free((char *)buffers->list[i].name);
	}
	free(buffers->list);
}

static enum pk_status run(struct pk_ctx *ctx, const struct pk_export_options *options, FILE *fp,
			  FILE *log)
{
	struct buffers buffers = {.ctx = ctx, .options = options};
	struct pk_dat_totals totals;
	const bool one = options->instance || options->snapshot;
	struct pk_reader r = {.ctx = ctx};
	enum pk_status status;
	bool found = false;

	pk_instance_for_each (instance, &r) {
		if (one && strcmp(instance.name, options->instance ? options->instance : ""))
			continue;
		found = true;
		add(&buffers, &instance, options->snapshot);
		if (!one && instance.has_snapshot && buffers.status == PK_OK)
			add(&buffers, &instance, true);
		if (one || buffers.status != PK_OK)
			break;
	}
	status = pk_ok(&r) ? buffers.status : r.status;
	if (status == PK_OK && !found)
		status = pk_fail(ctx, PK_ABSENT, "no trace instance \"%s\"",
				 options->instance ? options->instance : "");
	if (status == PK_OK) {
		const struct pk_dat_buffer *main = &buffers.list[0];

		/* A file has one clock. */
		for (uint32_t i = 1; i < buffers.nr; i++)
			if (strcmp(buffers.list[i].instance.clock, main->instance.clock))
				pk_warn(buffers.ctx,
					"buffer %s has clock %s, the file has %s: export it alone "
					"with -i",
					buffers.list[i].name, buffers.list[i].instance.clock,
					main->instance.clock);
		status = pk_trace_dat_write(ctx, buffers.list, buffers.nr, fp, &totals);
	}
	if (status == PK_OK) {
		pk_print(log,
			 "%llu event(s) in %llu sub-buffer(s) of %u trace buffer(s), %u format(s), "
			 "%u symbol(s)\n",
			 LL(totals.events), LL(totals.pages), totals.buffers, totals.formats,
			 totals.symbols);
		if (totals.consumed || totals.uncommitted)
			pk_print(log,
				 "left out: %llu event(s) read before the crash, %llu never "
				 "committed\n",
				 LL(totals.consumed), LL(totals.uncommitted));
		if (totals.formats_missing)
			pk_print(log, "left out: %u event formats that could not be read\n",
				 totals.formats_missing);
	}
	buffers_deinit(&buffers);
	return status;
}

const struct pk_exporter pk_export_trace_dat = {
	.type = "trace.dat",
	.summary = "the trace buffers, for trace-cmd and KernelShark",
	.takes_buffers = true,
	.holds = "all that was traced: addresses, ports, names of programs and devices, kernel "
		 "addresses, and whatever else probes and trace_printk recorded",
	.run = run,
};
