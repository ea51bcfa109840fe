// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * `pkttrace trace`: the events of an instance, a line each. The prefix is the kernel's own; after the
 * name stand the fields as they lie in the record, not the text that the kernel makes of them.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "command/command.h"
#include "command/options.h"
#include "decode/comm.h"
#include "decode/event_format.h"
#include "decode/ring_buffer.h"
#include "render/out.h"
#include "text/kernel_trace.h"

#define MAX_BYTES_SHOWN 64
#define VALUE_ROOM 1024

struct listing {
	struct pk_ctx *ctx;
	struct pk_out *out;
	const struct pk_formats *formats; /* NULL: not to be had */
	struct pk_instance instance;
	bool migrate_column; /* 5.15 and later: the preempt count's high nibble */
	bool bh_off; /* 6.1: flag BH_OFF */
};

struct options {
	const char *instance; /* NULL: the top one */
	int cpu;
	uint64_t newest; /* 0: all */
	bool json, snapshot, stats, kernel;
};

/* The column of flags, as trace_print_lat_fmt() of this kernel writes it. */
static void flags_text(const struct listing *listing, const struct pk_event *event, char buf[8])
{
	static const char digits[] = "0123456789abcdef";
	unsigned flags = event->flags, depth = event->preempt_count, migrate = 0, at = 0;
	bool irqs_off = flags & 0x01, need = flags & 0x04, preempt = flags & 0x20;
	bool hard = flags & 0x08, soft = flags & 0x10, nmi = flags & 0x40;
	bool bh_off = listing->bh_off && (flags & 0x80);

	buf[at++] = irqs_off ? (bh_off ? 'D' : 'd') : bh_off ? 'b' : (flags & 0x02) ? 'X' : '.';
	buf[at++] = need ? (preempt ? 'N' : 'n') : preempt ? 'p' : '.';
	buf[at++] = nmi ? (hard ? 'Z' : 'z') : hard ? (soft ? 'H' : 'h') : soft ? 's' : '.';
	if (listing->migrate_column) {
		migrate = depth >> 4;
		depth &= 15;
	}
	buf[at++] = depth ? digits[depth & 15] : '.';
	if (listing->migrate_column)
		buf[at++] = migrate ? digits[migrate] : '.';
	buf[at] = '\0';
}

static void print_prefix(struct listing *listing, const struct pk_event *event)
{
	struct pk_out *out = listing->out;
	char comm[32], flags[8];
	unsigned long long us = (event->ts + 500) / 1000;

	if (pk_comm_saved(listing->ctx, event->pid, comm, sizeof(comm)) != PK_OK)
		snprintf(comm, sizeof(comm), "<...>");
	flags_text(listing, event, flags);
	pk_out_str(out, "comm", "%16s", comm);
	pk_out_int(out, "pid", "-%-7lld ", event->pid);
	pk_out_int(out, "cpu", "[%03lld] ", event->cpu);
	pk_out_str(out, "flags", "%s", flags);
	pk_out_ns(out, "ts_ns", NULL, event->ts);
	if (listing->instance.clock_in_ns)
		pk_out_text(out, " %5llu.%06llu: ", us / 1000000, us % 1000000);
	else
		pk_out_text(out, " %12llu: ", (unsigned long long)event->ts);
}

/* A name as the kernel's %ps, with the offset only where the address is not the function's start. */
static const char *symbol_text(struct listing *listing, uint64_t addr, char *buf, size_t size)
{
	struct pk_target *target = listing->ctx->target;
	struct pk_symbol symbol;

	char offset[24] = "";

	if (target->ops->symbol_at(target, addr, &symbol) != PK_OK) {
		snprintf(buf, size, "0x%" PRIx64, addr);
		return buf;
	}
	if (symbol.addr != addr)
		snprintf(offset, sizeof(offset), "+0x%" PRIx64, addr - symbol.addr);
	snprintf(buf, size, "%s%s%s%s%s", symbol.name, offset, symbol.module[0] ? " [" : "",
		 symbol.module, symbol.module[0] ? "]" : "");
	return buf;
}

static void add_symbol(struct listing *listing, const char *key, const char *format, uint64_t addr)
{
	char name[PK_SYMBOL_NAME_MAX + PK_MODULE_NAME_MAX + 32];

	pk_out_str(listing->out, key, format, symbol_text(listing, addr, name, sizeof(name)));
}

static void print_graph(struct listing *listing, const struct pk_graph_event *graph)
{
	struct pk_out *out = listing->out;
	uint64_t word = listing->ctx->target->facts.word_size;

	add_symbol(listing, "func", " func=%s", graph->func);
	pk_out_int(out, "depth", " depth=%lld", graph->depth);
	if (graph->is_entry) {
		if (graph->retaddr)
			add_symbol(listing, "retaddr", " retaddr=%s", graph->retaddr);
		pk_out_array_begin(out, "args");
		for (uint32_t i = 0; i < graph->nr_args; i++)
			pk_out_addr(out, NULL, " arg=0x%llx",
				    pk_uint(listing->ctx, graph->args + i * word, word));
		pk_out_array_end(out);
		return;
	}
	pk_out_uint(out, "overrun", " overrun=%llu", graph->overrun);
	pk_out_ns(out, "calltime", " calltime=%llu", graph->calltime);
	pk_out_ns(out, "rettime", " rettime=%llu", graph->rettime);
	if (graph->has_retval)
		pk_out_addr(out, "retval", " retval=0x%llx", graph->retval);
}

static bool is_text(const struct pk_field *field)
{
	return strstr(field->type, "char[") || strstr(field->type, "char [") ||
	       (strstr(field->type, "char") && strchr(field->type, '['));
}

/* Bytes up to the first NUL if they are text, in hex otherwise. */
static void bytes_text(const struct pk_field *field, const uint8_t *bytes, uint32_t len, char *buf)
{
	uint32_t at = 0;

	if (is_text(field)) {
		snprintf(buf, VALUE_ROOM, "\"%.*s\"", (int)strnlen((const char *)bytes, len),
			 (const char *)bytes);
		return;
	}
	buf[0] = '\0';
	for (uint32_t i = 0; i < len && i < MAX_BYTES_SHOWN; i++)
		at += (uint32_t)sprintf(buf + at, "%02x", bytes[i]);
	if (len > MAX_BYTES_SHOWN)
		sprintf(buf + at, "...");
}

static void print_field(struct listing *listing, const struct pk_event *event,
			const struct pk_field *field)
{
	struct pk_ctx *ctx = listing->ctx;
	const uint8_t *bytes;
	char text[VALUE_ROOM];
	uint64_t value;
	uint32_t len;

	pk_out_text(listing->out, " %s=", field->name);
	if (pk_event_uint(ctx, event, field, &value) == PK_OK) {
		if (strchr(field->type, '*') || (field->size == 8 && !field->is_signed))
			pk_out_addr(listing->out, field->name, "0x%llx", value);
		else if (field->is_signed)
			pk_out_int(listing->out, field->name, "%lld", (long long)value);
		else
			pk_out_uint(listing->out, field->name, "%llu", value);
		return;
	}
	if (pk_event_bytes(ctx, event, field, &bytes, &len) == PK_OK) {
		bytes_text(field, bytes, len, text);
		pk_out_str(listing->out, field->name, "%s", text);
		return;
	}
	pk_out_null(listing->out, field->name);
	pk_out_text(listing->out, "?");
}

static void print_raw(struct listing *listing, const struct pk_event *event)
{
	static const struct pk_field whole = {.name = "data", .type = ""};
	char text[VALUE_ROOM];

	bytes_text(&whole, event->data, event->len, text);
	pk_out_str(listing->out, "data", " data=%s", text);
}

static void print_fields(struct listing *listing, const struct pk_event *event,
			 const struct pk_format *format)
{
	struct pk_graph_event graph;
	uint64_t ip, parent_ip;

	if (pk_graph_event(listing->ctx, event, &graph) == PK_OK) {
		print_graph(listing, &graph);
	} else if (pk_function_event(listing->ctx, event, &ip, &parent_ip) == PK_OK) {
		add_symbol(listing, "ip", " %s", ip);
		add_symbol(listing, "parent_ip", " <-%s", parent_ip);
	} else if (format) {
		for (uint32_t i = 0; i < format->nr_fields; i++)
			print_field(listing, event, &format->fields[i]);
	} else {
		print_raw(listing, event);
	}
}

static void print_lost(struct pk_out *out, const struct pk_event *event)
{
	if (event->lost_before == PK_LOST_UNKNOWN)
		pk_out_text(out, "CPU:%d [LOST EVENTS]\n", event->cpu);
	else if (event->lost_before)
		pk_out_text(out, "CPU:%d [LOST %llu EVENTS]\n", event->cpu,
			    (unsigned long long)event->lost_before);
}

static void print_event(struct listing *listing, const struct pk_event *event)
{
	struct pk_out *out = listing->out;
	const struct pk_format *format =
		listing->formats ? pk_format_by_id(listing->formats, event->type) : NULL;

	print_lost(out, event);
	pk_out_object_begin(out, NULL);
	print_prefix(listing, event);
	pk_out_str(out, "system", NULL, format ? format->system : NULL);
	if (format)
		pk_out_str(out, "name", "%s:", format->name);
	else
		pk_out_null(out, "name");
	pk_out_uint(out, "type", format ? NULL : "unknown event %llu:", event->type);
	if (event->lost_before == PK_LOST_UNKNOWN)
		pk_out_null(out, "lost_before");
	else
		pk_out_uint(out, "lost_before", NULL, event->lost_before);
	pk_out_object_begin(out, "fields");
	print_fields(listing, event, format);
	pk_out_object_end(out);
	pk_out_bool(out, "consumed", event->consumed);
	pk_out_bool(out, "uncommitted", event->uncommitted);
	pk_out_text(out, "%s%s\n", event->consumed ? " (consumed)" : "",
		    event->uncommitted ? " (uncommitted)" : "");
	pk_out_object_end(out);
}

/* The events of a cursor past the first SKIP; with NULL for LISTING they are only counted. */
static enum pk_status walk(struct pk_trace *trace, uint64_t since, int cpu, uint64_t skip,
			   struct listing *listing, uint64_t time_start, uint64_t *ret_nr)
{
	struct pk_cursor *cursor;
	struct pk_event event;
	uint64_t nr = 0;
	enum pk_status status = pk_cursor_open(trace, since, UINT64_MAX, cpu, &cursor);

	if (status != PK_OK)
		return status;
	while ((status = pk_cursor_next(cursor, &event)) == PK_OK) {
		if (event.ts < time_start)
			continue; /* the kernel's own readers hide them */
		if (nr++ >= skip && listing)
			print_event(listing, &event);
		if (listing && listing->out->failed)
			break;
	}
	pk_cursor_close(cursor);
	*ret_nr = nr;
	return status == PK_ABSENT ? PK_OK : status;
}

/* Where to begin for the newest N: back by more and more pages until there are that many events. */
static enum pk_status newest(struct pk_trace *trace, const struct options *options,
			     uint64_t time_start, uint64_t *ret_since, uint64_t *ret_skip)
{
	uint64_t pages = options->newest / 64 + pk_trace_nr_cpus(trace), since, nr;
	enum pk_status status;

	for (;; pages *= 4) {
		status = pk_trace_time_back(trace, pages, &since);
		if (status == PK_OK)
			status = walk(trace, since, options->cpu, 0, NULL, time_start, &nr);
		if (status != PK_OK)
			return status;
		if (nr >= options->newest || !since)
			break;
	}
	*ret_since = since;
	*ret_skip = nr > options->newest ? nr - options->newest : 0;
	return PK_OK;
}

static enum pk_status list_events(struct listing *listing, struct pk_trace *trace,
				  const struct options *options)
{
	uint64_t since = 0, skip = 0, nr, time_start = listing->instance.time_start;
	enum pk_status status = PK_OK;

	if (options->newest)
		status = newest(trace, options, time_start, &since, &skip);
	if (status == PK_OK)
		status = walk(trace, since, options->cpu, skip, listing, time_start, &nr);
	if (status == PK_OK && !nr)
		pk_out_text(listing->out,
			    listing->instance.expanded
				    ? "no events are held\n"
				    : "no events: tracing was never used on this machine\n");
	return status;
}

struct instance_search {
	const char *name;
	struct pk_instance instance;
	bool found;
};

static bool take_named(const struct pk_instance *instance, void *arg)
{
	struct instance_search *search = arg;

	if (!strcmp(instance->name, search->name)) {
		search->instance = *instance;
		search->found = true;
	}
	return !search->found;
}

static enum pk_status find_instance(struct pk_ctx *ctx, const char *name, struct pk_instance *ret)
{
	struct instance_search search = {.name = name ? name : ""};
	enum pk_status status;

	if (!name)
		return pk_instance_top(ctx, ret);
	status = pk_instances_walk(ctx, take_named, &search);
	if (status == PK_OK && !search.found)
		status = pk_fail(ctx, PK_USAGE, "no trace instance \"%s\"", name);
	if (status == PK_OK)
		*ret = search.instance;
	return status;
}

static void print_time(struct pk_out *out, const char *key, const char *label, bool known,
		       uint64_t ns, bool in_ns)
{
	if (!known) {
		pk_out_null(out, key);
		return;
	}
	pk_out_ns(out, key, NULL, ns);
	if (in_ns)
		pk_out_text(out, "%s: %5" PRIu64 ".%06" PRIu64 "\n", label, (ns + 500) / 1000000000,
			    (ns + 500) / 1000 % 1000000);
	else
		pk_out_text(out, "%s: %" PRIu64 "\n", label, ns);
}

/* The words and the order of the kernel's per_cpu/cpuN/stats. */
static void print_counters(struct pk_out *out, const struct pk_cpu_stats *stats, bool in_ns)
{
	pk_out_uint(out, "entries", "entries: %llu\n", stats->entries);
	pk_out_uint(out, "overrun", "overrun: %llu\n", stats->overrun);
	pk_out_uint(out, "commit_overrun", "commit overrun: %llu\n", stats->commit_overrun);
	pk_out_uint(out, "bytes", "bytes: %llu\n", stats->bytes);
	print_time(out, "oldest_ns", "oldest event ts", stats->oldest_known, stats->oldest_ns,
		   in_ns);
	print_time(out, "newest_ns", "newest event ts", stats->newest_known, stats->newest_ns,
		   in_ns);
	pk_out_uint(out, "dropped", "dropped events: %llu\n", stats->dropped);
	pk_out_uint(out, "read", "read events: %llu\n", stats->read);
	pk_out_uint(out, "pages", "pages: %llu\n", stats->nr_pages);
	pk_out_uint(out, "committing",
		    stats->committing ? "writers caught in the middle: %llu\n" : NULL,
		    stats->committing);
}

/* Unreadable counters are null, not left out. */
static void print_no_counters(struct pk_out *out)
{
	static const char *const keys[] = {"entries",	"overrun", "commit_overrun", "bytes", "oldest_ns",
					   "newest_ns", "dropped", "read",	     "pages", "committing"};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		pk_out_null(out, keys[i]);
}

static enum pk_status print_stats(struct listing *listing, struct pk_trace *trace, int only_cpu)
{
	struct pk_out *out = listing->out;

	for (uint32_t cpu = 0; cpu < pk_trace_nr_cpus(trace); cpu++) {
		struct pk_cpu_stats stats;
		enum pk_status status = pk_trace_stats(trace, (int)cpu, &stats);

		if (status == PK_ABSENT || (only_cpu != PK_ALL_CPUS && only_cpu != (int)cpu))
			continue;
		if (status != PK_OK)
			return status;
		pk_out_object_begin(out, NULL);
		pk_out_uint(out, "cpu", "CPU %llu\n", cpu);
		pk_out_str(out, "notes", stats.readable ? NULL : "%s\n",
			   stats.readable ? NULL : pk_status_name(stats.status));
		if (stats.readable)
			print_counters(out, &stats, listing->instance.clock_in_ns);
		else
			print_no_counters(out);
		pk_out_object_end(out);
	}
	return PK_OK;
}

/* The kernel's own text, and how much of it is not. */
static enum pk_status print_kernel_text(struct listing *listing, struct pk_trace *trace, int cpu)
{
	struct pk_kernel_trace_result result;
	enum pk_status status = pk_kernel_trace_print(listing->ctx, &listing->instance, trace, cpu,
						      listing->out->fp, &result);

	if (status != PK_OK)
		return status;
	listing->out->failed |= result.failed;
	if (result.by_fields)
		pk_warn(listing->ctx,
			"%" PRIu64 " of %" PRIu64
			" lines show an event's fields, not the kernel's own text: \"(fields)\"",
			result.by_fields, result.events);
	if (result.hashed)
		pk_warn(listing->ctx,
			"%" PRIu64 " of %" PRIu64 " lines have pointers that this kernel may have hashed in print: here they are whole",
			result.hashed, result.events);
	return PK_OK;
}

static enum pk_status list(struct pk_ctx *ctx, struct pk_out *out, const struct options *options)
{
	struct listing listing = {
		.ctx = ctx,
		.out = out,
		.migrate_column = pk_has(ctx, PK_R_trace_migration_disabled),
		.bh_off = pk_has(ctx, PK_R_TRACE_FLAG_BH_OFF),
	};
	struct pk_trace *trace;
	enum pk_status status = find_instance(ctx, options->instance, &listing.instance);

	if (status == PK_OK)
		status = pk_trace_open(ctx, &listing.instance, options->snapshot, &trace);
	if (status != PK_OK)
		return status;
	if (options->kernel) {
		status = print_kernel_text(&listing, trace, options->cpu);
		pk_trace_close(trace);
		return status;
	}
	if (pk_formats_load(ctx, &listing.formats) != PK_OK) {
		pk_warn(ctx, "%s", ctx->error);
		listing.formats = NULL;
	}
	status = options->stats ? print_stats(&listing, trace, options->cpu)
				: list_events(&listing, trace, options);
	pk_trace_close(trace);
	return status;
}

static bool parse(int argc, char **argv, FILE *fp, struct options *options)
{
	static const struct option longopts[] = {{"json", no_argument, NULL, 'j'},
						 {"instance", required_argument, NULL, 'i'},
						 {"cpu", required_argument, NULL, 'c'},
						 {"newest", required_argument, NULL, 'n'},
						 {"snapshot", no_argument, NULL, 's'},
						 {"stats", no_argument, NULL, 'S'},
						 {"kernel", no_argument, NULL, 'K'},
						 {0}};
	uint64_t cpu;
	int c;

	pk_options_start();
	while ((c = pk_options_next(argc, argv, "jsSKi:c:n:", longopts, fp)) != -1) {
		if (c == 'j')
			options->json = true;
		else if (c == 's')
			options->snapshot = true;
		else if (c == 'S')
			options->stats = true;
		else if (c == 'K')
			options->kernel = true;
		else if (c == 'i')
			options->instance = optarg;
		else if (c == 'c' && pk_parse_uint(optarg, PK_MAX_CPUS - 1, &cpu))
			options->cpu = (int)cpu;
		else if (c == 'n' && pk_parse_uint(optarg, UINT32_MAX, &options->newest) &&
			 options->newest)
			continue;
		else if (c == '?')
			return false;
		else
			return pk_misuse(fp, argv[0], "-%c %s?", c, optarg), false;
	}
	if (optind < argc)
		return pk_misuse(fp, argv[0], "what is \"%s\"?", argv[optind]), false;
	if (options->kernel && (options->json || options->stats || options->newest))
		return pk_misuse(fp, argv[0], "-K is the kernel's whole text: without -j, -n, -S"),
		       false;
	return true;
}

static int run(struct pk_ctx *ctx, int argc, char **argv, FILE *fp)
{
	struct options options = {.cpu = PK_ALL_CPUS};
	struct pk_out out;
	enum pk_status status;
	int code;

	if (!parse(argc, argv, fp, &options))
		return 2;
	pk_out_init(&out, fp, options.json);
	status = list(ctx, &out, &options);
	code = status == PK_OK ? out.failed : pk_failure(ctx, fp, argv[0], status);
	pk_out_deinit(&out);
	return code;
}

const struct pk_subcommand pk_subcommand_trace = {
	.name = "trace",
	.usage = "[-K] [-i INSTANCE] [-s] [-c CPU] [-n N] [-S] [-j]",
	.summary =
		"the events held, a line each with its fields; -K: the text of the kernel's own trace",
	.run = run,
};
