// SPDX-License-Identifier: GPL-3.0-or-later
/* Files of tracefs, byte for byte, but for the order of functions: the kernel's is that of its tables. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "decode/tracing_setup.h"
#include "render/tracers.h"

struct file {
	struct pk_out *out;
	struct pk_ctx *ctx;
	const struct pk_instance *instance;
	uint64_t nr;
};

static bool print_tracer(const char *name, void *arg)
{
	struct file *file = arg;

	pk_out_text(file->out, "%s%s", file->nr++ ? " " : "", name);
	return true;
}

static enum pk_status available_tracers(struct file *file)
{
	enum pk_status status = pk_tracers_walk(file->ctx, print_tracer, file);

	pk_out_text(file->out, "\n");
	return status;
}

static void print_option(const char *name, bool on, bool of_tracer, void *arg)
{
	struct file *file = arg;

	(void)of_tracer;
	pk_out_text(file->out, "%s%s\n", on ? "" : "no", name);
}

static enum pk_status trace_options(struct file *file)
{
	return pk_trace_options_walk(file->ctx, file->instance, print_option, file);
}

static bool print_event(const struct pk_event_file *event, void *arg)
{
	struct file *file = arg;

	/* One that is only switched on for a trigger (soft-disabled) stands in the kernel's file too. */
	if (event->enabled)
		pk_out_text(file->out, "%s:%s\n", event->format->system, event->format->name);
	return true;
}

static enum pk_status set_event(struct file *file)
{
	return pk_event_files_walk(file->ctx, file->instance, print_event, file);
}

static void print_function(struct file *file, uint64_t ip, const char *tail)
{
	char name[PK_FUNCTION_NAME_MAX];

	pk_out_text(file->out, "%s%s", pk_function_name(file->ctx, ip, name, sizeof(name)), tail);
}

static bool print_command(const struct pk_func_probe *probe, void *arg)
{
	struct file *file = arg;

	print_function(file, probe->ip, ":");
	pk_out_text(file->out, "%s%s%s", probe->command, probe->event[0] ? ":" : "", probe->event);
	if (probe->limited)
		pk_out_text(file->out, ":count=%" PRIu64 "\n", probe->count);
	else
		pk_out_text(file->out, ":unlimited\n");
	return true;
}

static enum pk_status functions(struct file *file, enum pk_func_file which, const char *if_empty)
{
	struct pk_func_set set;
	enum pk_status status = pk_func_file_read(file->ctx, file->instance, which, &set);

	if (status != PK_OK)
		return status;
	if (!set.nr)
		pk_out_text(file->out, "%s\n", if_empty);
	for (uint32_t i = 0; i < set.nr; i++)
		print_function(file, set.ips[i], "\n");
	pk_func_set_deinit(&set);
	return PK_OK;
}

#define ALL_ENABLED "#### all functions enabled ####"
#define NONE_DISABLED "#### no functions disabled ####"

static enum pk_status set_ftrace_filter(struct file *file)
{
	enum pk_status status = functions(file, PK_FUNC_FILTER, ALL_ENABLED);

	if (status == PK_OK)
		status = pk_func_probes_walk(file->ctx, file->instance, print_command, file);
	return status == PK_ABSENT ? PK_OK : status;
}

static enum pk_status set_ftrace_notrace(struct file *file)
{
	return functions(file, PK_FUNC_NOTRACE, NONE_DISABLED);
}

static enum pk_status set_graph_function(struct file *file)
{
	return functions(file, PK_FUNC_GRAPH, ALL_ENABLED);
}

static enum pk_status set_graph_notrace(struct file *file)
{
	return functions(file, PK_FUNC_GRAPH_NOTRACE, NONE_DISABLED);
}

static enum pk_status print_pids(struct file *file, enum pk_pid_file which, const char *if_none)
{
	uint32_t *pids, nr;
	enum pk_status status = pk_pid_file_read(file->ctx, file->instance, which, &pids, &nr);

	if (status != PK_OK)
		return status;
	if (!pids)
		pk_out_text(file->out, "%s", if_none);
	for (uint32_t i = 0; i < nr; i++)
		pk_out_text(file->out, "%u\n", pids[i]);
	free(pids);
	return PK_OK;
}

static enum pk_status set_event_pid(struct file *file)
{
	return print_pids(file, PK_PIDS_EVENT, "");
}

static enum pk_status set_ftrace_pid(struct file *file)
{
	return print_pids(file, PK_PIDS_FUNCTION, "no pid\n");
}

/* As trace_stack.c's t_show(). */
static enum pk_status stack_trace(struct file *file)
{
	struct pk_max_stack stack;
	char text[PK_SYMBOL_NAME_MAX + PK_MODULE_NAME_MAX + 48];
	enum pk_status status = pk_max_stack_read(file->ctx, &stack);

	if (status != PK_OK)
		return status;
	pk_out_text(file->out,
		    "        Depth    Size   Location    (%u entries)\n"
		    "        -----    ----   --------\n",
		    stack.nr);
	if (!stack.enabled && !stack.size)
		pk_out_text(file->out, "#\n#  Stack tracer disabled\n#\n"
				       "# To enable the stack tracer, either add 'stacktrace' to the\n"
				       "# kernel command line\n"
				       "# or 'echo 1 > /proc/sys/kernel/stack_tracer_enabled'\n#\n");
	for (uint32_t i = 0; i < stack.nr; i++) {
		uint32_t next = i + 1 < stack.nr ? stack.frames[i + 1].depth : 0;

		pk_out_text(file->out, "%3u) %8u   %5d   %s\n", i, stack.frames[i].depth,
			    (int)(stack.frames[i].depth - next),
			    pk_symbolize(file->ctx, stack.frames[i].ip, text, sizeof(text)));
	}
	return PK_OK;
}

static const struct {
	const char *name;
	enum pk_status (*print)(struct file *file);
} files[] = {
	{"available_tracers", available_tracers},   {"trace_options", trace_options},
	{"set_event", set_event},		    {"set_event_pid", set_event_pid},
	{"set_ftrace_filter", set_ftrace_filter},   {"set_ftrace_notrace", set_ftrace_notrace},
	{"set_ftrace_pid", set_ftrace_pid},	    {"set_graph_function", set_graph_function},
	{"set_graph_notrace", set_graph_notrace},   {"stack_trace", stack_trace},
};

const char *pk_tracing_files(void)
{
	return "available_tracers, trace_options, set_event, set_event_pid, set_ftrace_filter, "
	       "set_ftrace_notrace, set_ftrace_pid, set_graph_function, set_graph_notrace, "
	       "stack_trace";
}

enum pk_status pk_render_tracing_file(struct pk_out *out, struct pk_ctx *ctx,
				      const struct pk_instance *instance, const char *name)
{
	struct file file = {.out = out, .ctx = ctx, .instance = instance};

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		if (!strcmp(files[i].name, name))
			return files[i].print(&file);
	return pk_fail(ctx, PK_USAGE, "-F is one of %s", pk_tracing_files());
}
