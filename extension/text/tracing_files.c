// SPDX-License-Identifier: GPL-3.0-or-later
/* Files of tracefs, byte for byte, but for the order of functions: the kernel's is that of its tables. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "core/printable.h"
#include "decode/trace/tracing.h"
#include "text/files.h"

struct file {
	FILE *fp;
	struct pk_ctx *ctx;
	const struct pk_instance *instance;
	uint64_t nr;
};

static bool print_tracer(const char *name, void *arg)
{
	struct file *file = arg;

	pk_print(file->fp, "%s%s", file->nr++ ? " " : "", name);
	return true;
}

static enum pk_status available_tracers(struct file *file)
{
	enum pk_status status = pk_tracers_walk(file->ctx, print_tracer, file);

	pk_print(file->fp, "\n");
	return status;
}

static void print_option(const char *name, bool on, bool of_tracer, void *arg)
{
	struct file *file = arg;

	(void)of_tracer;
	pk_print(file->fp, "%s%s\n", on ? "" : "no", name);
}

static enum pk_status trace_options(struct file *file)
{
	return pk_trace_options_walk(file->ctx, file->instance, print_option, file);
}

static enum pk_status set_event(struct file *file)
{
	struct pk_reader r = {.ctx = file->ctx};

	/* One that is only switched on for a trigger (soft-disabled) stands in the kernel's file too. */
	pk_event_file_for_each (event, &r, file->instance->addr)
		if (event.enabled)
			pk_print(file->fp, "%s:%s\n", event.format->system, event.format->name);
	return r.status;
}

static void print_function(struct file *file, uint64_t ip)
{
	char name[PK_FUNCTION_NAME_MAX];

	pk_print(file->fp, "%s", pk_function_name(file->ctx, ip, name, sizeof(name)));
}

static bool print_command(const struct pk_func_probe *probe, void *arg)
{
	struct file *file = arg;

	print_function(file, probe->ip);
	pk_print(file->fp, ":%s%s%s", probe->command, probe->event[0] ? ":" : "", probe->event);
	if (probe->limited)
		pk_print(file->fp, ":count=%" PRIu64 "\n", probe->count);
	else
		pk_print(file->fp, ":unlimited\n");
	return true;
}

static enum pk_status functions(struct file *file, enum pk_func_file which, const char *if_empty)
{
	struct pk_func_set set;
	enum pk_status status = pk_func_file_read(file->ctx, file->instance, which, &set);

	if (status != PK_OK)
		return status;
	if (!set.nr)
		pk_print(file->fp, "%s\n", if_empty);
	for (uint32_t i = 0; i < set.nr; i++) {
		print_function(file, set.ips[i]);
		pk_print(file->fp, "\n");
	}
	pk_func_set_deinit(&set);
	return PK_OK;
}

#define ALL_ENABLED "#### all functions enabled ####"
#define NONE_DISABLED "#### no functions disabled ####"

static enum pk_status set_ftrace_filter(struct file *file)
{
	enum pk_status status = functions(file, PK_FUNC_FILTER, ALL_ENABLED);

	if (status != PK_OK)
		return status;
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
	if (!pids && if_none)
		pk_print(file->fp, "%s\n", if_none);
	for (uint32_t i = 0; i < nr; i++)
		pk_print(file->fp, "%u\n", pids[i]);
	free(pids);
	return PK_OK;
}

static enum pk_status set_event_pid(struct file *file)
{
	return print_pids(file, PK_PIDS_EVENT, NULL);
}

static enum pk_status set_ftrace_pid(struct file *file)
{
	return print_pids(file, PK_PIDS_FUNCTION, "no pid");
}

/* As trace_stack.c's t_show(). */
static enum pk_status stack_trace(struct file *file)
{
	struct pk_max_stack stack;
	char text[PK_SYMBOL_NAME_MAX + PK_MODULE_NAME_MAX + 48];
	enum pk_status status = pk_max_stack_read(file->ctx, &stack);

	if (status != PK_OK)
		return status;
	pk_print(file->fp,
		 "        Depth    Size   Location    (%u entries)\n"
		 "        -----    ----   --------\n",
		 stack.nr);
	if (!stack.enabled && !stack.size)
		pk_print(file->fp, "#\n#  Stack tracer disabled\n#\n"
				   "# To enable the stack tracer, either add 'stacktrace' to the\n"
				   "# kernel command line\n"
				   "# or 'echo 1 > /proc/sys/kernel/stack_tracer_enabled'\n#\n");
	for (uint32_t i = 0; i < stack.nr; i++) {
		uint32_t next = i + 1 < stack.nr ? stack.frames[i + 1].depth : 0;

		pk_print(file->fp, "%3u) %8u   %5d   %s\n", i, stack.frames[i].depth,
			 (int)(stack.frames[i].depth - next),
			 pk_symbolize(file->ctx, stack.frames[i].ip, text, sizeof(text)));
	}
	return PK_OK;
}

/* trace_stat/functionN: function_stat_show(). Functions below tracing_thresh are not listed. */
#define PROFILE_FILE "trace_stat/function"

static void print_profiled(struct file *file, const struct pk_profile *table,
			   const struct pk_profile_record *record)
{
	char name[PK_FUNCTION_NAME_MAX];
	struct pk_seq seq;

	pk_function_name(file->ctx, record->ip, name, sizeof(name));
	name[strcspn(name, " ")] = '\0'; /* without its module */
	pk_seq_reset(&seq);
	pk_seq_printf(&seq, "  %-30.30s  %10" PRIu64, name, record->hits);
	if (table->timed) {
		pk_seq_puts(&seq, "    ");
		pk_seq_duration(&seq, record->time_ns);
		pk_seq_puts(&seq, "    ");
		pk_seq_duration(&seq, record->time_ns / record->hits);
		pk_seq_puts(&seq, "    ");
		pk_seq_duration(&seq, pk_profile_variance(record));
	}
	pk_print(file->fp, "%s\n", seq.text);
}

static enum pk_status profile(struct file *file, int cpu)
{
	struct pk_ftrace_state state;
	struct pk_profile table;
	enum pk_status status = pk_profile_read(file->ctx, cpu, &table);
	uint64_t threshold;

	if (status != PK_OK && !table.nr)
		return status;
	pk_ftrace_state_read(file->ctx, &state);
	threshold = table.timed && state.thresh_us > 0 ? (uint64_t)state.thresh_us * 1000 : 0;
	pk_print(file->fp, table.timed ? "  Function                               "
					 "Hit    Time            Avg             s^2\n"
					 "  --------                               "
					 "---    ----            ---             ---\n"
				       : "  Function                               Hit\n"
					 "  --------                               ---\n");
	for (uint32_t i = 0; i < table.nr; i++)
		if (table.records[i].time_ns / table.records[i].hits >= threshold)
			print_profiled(file, &table, &table.records[i]);
	pk_profile_deinit(&table);
	return status;
}

/* tracing_nsecs_read() */
static enum pk_status tracing_max_latency(struct file *file)
{
	uint64_t ns;
	enum pk_status status = pk_max_latency_kept(file->ctx, file->instance, &ns);

	if (status == PK_OK)
		pk_print(file->fp, "%" PRId64 "\n", ns == UINT64_MAX ? -1 : (int64_t)(ns / 1000));
	return status;
}

static bool print_definition(const char *line, void *arg)
{
	struct file *file = arg;

	pk_print(file->fp, "%s\n", line);
	return true;
}

/* There the name stands without the file of its system. */
static bool print_synthetic(const char *line, void *arg)
{
	const char *slash = strchr(line, '/');

	return print_definition(slash ? slash + 1 : line, arg);
}

static enum pk_status dynamic_events(struct file *file)
{
	return pk_dynamic_events_walk(file->ctx, PK_DYNAMIC_ALL, print_definition, file);
}

static enum pk_status kprobe_events(struct file *file)
{
	return pk_dynamic_events_walk(file->ctx, PK_DYNAMIC_KPROBE, print_definition, file);
}

static enum pk_status uprobe_events(struct file *file)
{
	return pk_dynamic_events_walk(file->ctx, PK_DYNAMIC_UPROBE, print_definition, file);
}

static enum pk_status synthetic_events(struct file *file)
{
	return pk_dynamic_events_walk(file->ctx, PK_DYNAMIC_SYNTHETIC, print_synthetic, file);
}

static const struct {
	const char *name;
	enum pk_status (*print)(struct file *file);
} files[] = {
	{"available_tracers", available_tracers},
	{"trace_options", trace_options},
	{"set_event", set_event},
	{"set_event_pid", set_event_pid},
	{"set_ftrace_filter", set_ftrace_filter},
	{"set_ftrace_notrace", set_ftrace_notrace},
	{"set_ftrace_pid", set_ftrace_pid},
	{"set_graph_function", set_graph_function},
	{"set_graph_notrace", set_graph_notrace},
	{"stack_trace", stack_trace},
	{"tracing_max_latency", tracing_max_latency},
	{"dynamic_events", dynamic_events},
	{"kprobe_events", kprobe_events},
	{"uprobe_events", uprobe_events},
	{"synthetic_events", synthetic_events},
};

const char *pk_tracing_files(void)
{
	return "available_tracers, trace_options, set_event, set_event_pid, set_ftrace_filter, "
	       "set_ftrace_notrace, set_ftrace_pid, set_graph_function, set_graph_notrace, "
	       "stack_trace, tracing_max_latency, dynamic_events, kprobe_events, uprobe_events, "
	       "synthetic_events, trace_stat/functionN";
}

enum pk_status pk_tracing_file_print(struct pk_ctx *ctx, const struct pk_instance *instance,
				     const char *name, FILE *fp)
{
	struct file file = {.fp = fp, .ctx = ctx, .instance = instance};
	unsigned cpu;
	int len = 0;

	for (size_t i = 0; i < PK_ARRAY_SIZE(files); i++)
		if (!strcmp(files[i].name, name))
			return files[i].print(&file);
	if (sscanf(name, PROFILE_FILE "%u%n", &cpu, &len) == 1 && !name[len] && cpu < PK_MAX_CPUS)
		return profile(&file, (int)cpu);
	return pk_fail(ctx, PK_USAGE, "-F is one of %s", pk_tracing_files());
}
