// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Options, as the file trace_options has them: bits of trace_flags, whose numbers move between versions but
 * not their names (enum trace_iterator_bits, and the strings trace_options[] in the same order), and
 * those of the current tracer with a table {name, bit} of its own.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/kit.h"
#include "text/private.h"

/* What the printers ask for. A kernel without the option has it off, but for what older ones did always. */
static const struct option_row {
	enum pk_row_id row;
	const char *name;
	bool always; /* what a kernel that has no such option does */
} option_rows[PK_KT_NR_OPTIONS] = {
	[PK_KT_PRINT_PARENT] = {PK_R_iter_print_parent, "print-parent", true},
	[PK_KT_SYM_OFFSET] = {PK_R_iter_sym_offset, "sym-offset", false},
	[PK_KT_SYM_ADDR] = {PK_R_iter_sym_addr, "sym-addr", false},
	[PK_KT_VERBOSE] = {PK_R_iter_verbose, "verbose", false},
	[PK_KT_RAW] = {PK_R_iter_raw, "raw", false},
	[PK_KT_HEX] = {PK_R_iter_hex, "hex", false},
	[PK_KT_BIN] = {PK_R_iter_bin, "bin", false},
	[PK_KT_FIELDS] = {PK_R_iter_fields, "fields", false},
	[PK_KT_ANNOTATE] = {PK_R_iter_annotate, "annotate", true},
	[PK_KT_CONTEXT_INFO] = {PK_R_iter_context_info, "context-info", true},
	[PK_KT_LATENCY_FMT] = {PK_R_iter_latency_fmt, "latency-format", false},
	[PK_KT_RECORD_TGID] = {PK_R_iter_record_tgid, "record-tgid", false},
	[PK_KT_IRQ_INFO] = {PK_R_iter_irq_info, "irq-info", true},
	[PK_KT_HASH_PTR] = {PK_R_iter_hash_ptr, "hash-ptr", true},
	[PK_KT_PRINTK_MSGONLY] = {PK_R_iter_printk_msgonly, "printk-msg-only", false},
	[PK_KT_PRINTK] = {PK_R_iter_printk, "trace_printk", true},
	[PK_KT_SYM_USEROBJ] = {PK_R_iter_sym_userobj, "sym-userobj", false},
	[PK_KT_DISPLAY_GRAPH] = {PK_R_iter_display_graph, "display-graph", false},
	[PK_KT_BITMASK_LIST] = {PK_R_iter_bitmask_list, "bitmask-list", false},
};

/* The names of trace_flags' bits; one that this kernel has not, or that is not known here, is "". */
struct flag_names {
	char names[PK_MAX_TRACE_FLAGS][32];
};

static void take_flag_name(const char *name, unsigned bit, void *arg)
{
	struct flag_names *flags = arg;

	snprintf(flags->names[bit], sizeof(flags->names[0]), "%s", name);
}

/* A capsule may lack trace_options[]: the rows' own names remain. */
static void read_flag_names(struct pk_kt *kt, struct flag_names *flags)
{
	memset(flags, 0, sizeof(*flags));
	(void)!pk_trace_flag_names_walk(kt->ctx, take_flag_name, flags);
	for (unsigned i = 0; i < PK_KT_NR_OPTIONS; i++) {
		const struct pk_row_value *bit = pk_layout_get(kt->ctx, option_rows[i].row);

		if (bit->state == PK_ROW_FOUND && bit->value < PK_MAX_TRACE_FLAGS)
			snprintf(flags->names[bit->value], sizeof(flags->names[0]), "%s",
				 option_rows[i].name);
	}
}

/* The bit of an option by its name: up to 4.3 the enumerators are masks under other names. */
static unsigned bit_by_name(const struct flag_names *names, const char *name)
{
	unsigned bit = 0;

	while (bit < PK_MAX_TRACE_FLAGS && strcmp(names->names[bit], name))
		bit++;
	return bit;
}

static uint32_t options_of(struct pk_kt *kt, uint64_t flags)
{
	uint32_t options = 0;
	bool by_name = pk_layout_get(kt->ctx, PK_R_iter_print_parent)->state == PK_ROW_ABSENT;
	struct flag_names names;

	if (by_name)
		read_flag_names(kt, &names);
	for (unsigned i = 0; i < PK_KT_NR_OPTIONS; i++) {
		const struct option_row *option = &option_rows[i];
		const struct pk_row_value *row = pk_layout_get(kt->ctx, option->row);
		uint64_t bit = row->state == PK_ROW_FOUND ? row->value : PK_MAX_TRACE_FLAGS;
		bool on = option->always;

		if (by_name)
			bit = bit_by_name(&names, option->name);
		if (bit < PK_MAX_TRACE_FLAGS)
			on = flags >> bit & 1;
		if (on)
			options |= 1u << i;
	}
	return options;
}

/* The latency header writes its functions as the top instance's options say, whichever instance it is of. */
static uint32_t header_options(struct pk_kt *kt)
{
	struct pk_reader r = {.ctx = kt->ctx};
	uint64_t flags = kt->instance->flags;

	if (!kt->instance->name[0] || !pk_kt_has(kt, PK_KT_LATENCY_FMT))
		return kt->options;
	pk_instance_for_each (instance, &r)
		if (!instance.name[0])
			flags = instance.flags;
	return options_of(kt, flags);
}

static const char *const graph_names[PK_KG_NR_OPTIONS] = {
	[PK_KG_OVERRUN] = "funcgraph-overrun",
	[PK_KG_CPU] = "funcgraph-cpu",
	[PK_KG_OVERHEAD] = "funcgraph-overhead",
	[PK_KG_PROC] = "funcgraph-proc",
	[PK_KG_DURATION] = "funcgraph-duration",
	[PK_KG_ABSTIME] = "funcgraph-abstime",
	[PK_KG_RELTIME] = "funcgraph-reltime",
	[PK_KG_IRQS] = "funcgraph-irqs",
	[PK_KG_TAIL] = "funcgraph-tail",
	[PK_KG_RETVAL] = "funcgraph-retval",
	[PK_KG_RETVAL_HEX] = "funcgraph-retval-hex",
	[PK_KG_RETADDR] = "funcgraph-retaddr",
};

static void take_tracer_option(const char *name, bool on, bool of_tracer, void *arg)
{
	struct pk_kt *kt = arg;
	struct pk_tracer_option *option = &kt->tracer_options[kt->nr_tracer_options++];

	(void)of_tracer;
	snprintf(option->name, sizeof(option->name), "%s", name);
	option->on = on;
}

static enum pk_status read_tracer_options(struct pk_kt *kt)
{
	uint64_t flags;
	enum pk_status status = pk_tracer_flags(kt->ctx, kt->instance, &flags);

	if (status == PK_OK && !flags)
		return pk_fail(kt->ctx, PK_ABSENT, "the tracer has no options");
	return status == PK_OK
		       ? pk_tracer_options_walk(kt->ctx, flags, flags, take_tracer_option, kt)
		       : status;
}

bool pk_kt_tracer_option(const struct pk_kt *kt, const char *name)
{
	for (unsigned i = 0; i < kt->nr_tracer_options; i++)
		if (!strcmp(kt->tracer_options[i].name, name))
			return kt->tracer_options[i].on;
	return false;
}

/* Overrides. */

/* blk_tracer_set_flag(): lines of blk_classic tell time and task themselves. */
static void set_tracer_option(struct pk_kt *kt, const char *name, bool on, uint64_t *flags)
{
	const struct pk_row_value *bit = pk_layout_get(kt->ctx, PK_R_iter_context_info);

	if (strcmp(name, "blk_classic") || bit->state != PK_ROW_FOUND ||
	    bit->value >= PK_MAX_TRACE_FLAGS)
		return;
	*flags = on ? *flags & ~(1ull << bit->value) : *flags | 1ull << bit->value;
}

/* As a write to trace_options: "no" in front switches off; trace_flags first, then the tracer's own. */
static enum pk_status override_one(struct pk_kt *kt, const struct flag_names *names,
				   const char *word, uint64_t *flags)
{
	bool on = strncmp(word, "no", 2) != 0;
	const char *name = on ? word : word + 2;
	char known[800] = "";
	size_t at = 0;

	for (unsigned i = 0; i < PK_MAX_TRACE_FLAGS; i++) {
		if (!names->names[i][0] || strcmp(names->names[i], name))
			continue;
		*flags = on ? *flags | 1ull << i : *flags & ~(1ull << i);
		return PK_OK;
	}
	for (unsigned i = 0; i < kt->nr_tracer_options; i++) {
		if (strcmp(kt->tracer_options[i].name, name))
			continue;
		kt->tracer_options[i].on = on;
		set_tracer_option(kt, name, on, flags);
		return PK_OK;
	}
	for (unsigned i = 0; i < PK_MAX_TRACE_FLAGS && at < sizeof(known); i++)
		if (names->names[i][0])
			at += (size_t)snprintf(known + at, sizeof(known) - at, " %s",
					       names->names[i]);
	for (unsigned i = 0; i < kt->nr_tracer_options && at < sizeof(known); i++)
		at += (size_t)snprintf(known + at, sizeof(known) - at, " %s",
				       kt->tracer_options[i].name);
	return pk_fail(kt->ctx, PK_USAGE,
		       "no trace option \"%s\"; this kernel's, with tracer %s:%s", word,
		       kt->instance->tracer, known);
}

static enum pk_status override_options(struct pk_kt *kt, uint64_t *flags)
{
	const char *at = kt->request->overrides;
	struct flag_names names;
	enum pk_status status = PK_OK;

	if (!at)
		return PK_OK;
	read_flag_names(kt, &names);
	while (status == PK_OK && *at) {
		size_t len = strcspn(at, ", ");
		char word[64];

		snprintf(word, sizeof(word), "%.*s", (int)(len < 63 ? len : 63), at);
		if (len)
			status = override_one(kt, &names, word, flags);
		at += len + (at[len] != '\0');
	}
	return status;
}

#define GRAPH_DEFAULT                                                                              \
	(1u << PK_KG_CPU | 1u << PK_KG_OVERHEAD | 1u << PK_KG_DURATION | 1u << PK_KG_IRQS)

/* What latency tracers fix for their graphs: GRAPH_TRACER_FLAGS of trace_irqsoff.c, trace_sched_wakeup.c. */
static const struct {
	const char *prefix;
	uint32_t graph_options;
} latency_graphs[] = {
	{"irqsoff",
	 1u << PK_KG_CPU | 1u << PK_KG_PROC | 1u << PK_KG_RELTIME | 1u << PK_KG_DURATION},
	{"preempt",
	 1u << PK_KG_CPU | 1u << PK_KG_PROC | 1u << PK_KG_RELTIME | 1u << PK_KG_DURATION},
	{"wakeup", 1u << PK_KG_CPU | 1u << PK_KG_PROC | 1u << PK_KG_RELTIME | 1u << PK_KG_DURATION |
			   1u << PK_KG_OVERHEAD | 1u << PK_KG_IRQS},
};

static void take_graph_option(const char *name, bool on, bool of_tracer, void *arg)
{
	struct pk_kt *kt = arg;

	(void)of_tracer;
	for (unsigned i = 0; i < PK_KG_NR_OPTIONS; i++)
		if (on && !strcmp(name, graph_names[i]))
			kt->graph_options |= 1u << i;
}

/*
 * Entries of function_graph under another tracer are printed with the options that function_graph had last;
 * since 7.0 with the current tracer's own, whatever their bits mean there.
 */
static void read_foreign_graph_options(struct pk_kt *kt)
{
	uint64_t names_of, values_of;

	if (pk_row_value(kt->ctx, PK_R_graph_tracer_flags, &names_of) != PK_OK)
		return;
	values_of = names_of;
	if (pk_has(kt->ctx, PK_R_trace_array_tracer_flags) &&
	    (pk_tracer_flags(kt->ctx, kt->instance, &values_of) != PK_OK || !values_of))
		return;
	(void)!pk_tracer_options_walk(kt->ctx, names_of, values_of, take_graph_option, kt);
}

static void read_graph_options(struct pk_kt *kt)
{
	kt->is_graph = !strcmp(kt->instance->tracer, "function_graph");
	if (kt->is_graph && !kt->nr_tracer_options)
		kt->graph_options = GRAPH_DEFAULT;
	for (unsigned i = 0; i < PK_KG_NR_OPTIONS && kt->is_graph; i++)
		if (pk_kt_tracer_option(kt, graph_names[i]))
			kt->graph_options |= 1u << i;
	if (!pk_kt_has(kt, PK_KT_DISPLAY_GRAPH))
		return;
	for (unsigned i = 0; i < PK_ARRAY_SIZE(latency_graphs); i++) {
		const char *prefix = latency_graphs[i].prefix;

		if (!strncmp(kt->instance->tracer, prefix, strlen(prefix))) {
			kt->is_graph = true;
			kt->graph_options = latency_graphs[i].graph_options;
		}
	}
}

/*
 * 5.12 and later can be told at boot not to hash what %p prints. Those that copy an event's format
 * before printing it (struct trace_iterator has fmt: 5.12, and 5.10's last ones) write %px for %p:
 * always where there is no option for it, or where the option is off. trace_printk() has no part in it.
 */
static void read_hashing(struct pk_kt *kt)
{
	bool copies = pk_row_value(kt->ctx, PK_R_trace_iterator_fmt, &(uint64_t){0}) == PK_OK;
	bool has_option = pk_row_value(kt->ctx, PK_R_iter_hash_ptr, &(uint64_t){0}) == PK_OK;
	uint64_t symbol, off = 0;

	if (pk_row_value(kt->ctx, PK_R_no_hash_pointers, &symbol) == PK_OK &&
	    pk_read_uint(kt->ctx, symbol, 1, &off) != PK_OK)
		off = 0;
	kt->hashes = !off;
	kt->hashes_in_events = !off && (has_option ? pk_kt_has(kt, PK_KT_HASH_PTR) : !copies);
}

/* tgid_map is an array of int, allocated when record-tgid is first set. */
static void read_tgids(struct pk_kt *kt)
{
	uint64_t symbol, map, max = 32768;

	if (pk_row_value(kt->ctx, PK_R_tgid_map, &symbol) != PK_OK ||
	    pk_read_ptr(kt->ctx, symbol, &map) != PK_OK || !map)
		return;
	if (pk_row_value(kt->ctx, PK_R_tgid_map_max, &symbol) == PK_OK &&
	    pk_read_uint(kt->ctx, symbol, kt->ctx->target->facts.word_size, &max) != PK_OK)
		return;
	kt->tgid_map = map;
	kt->nr_tgids = max + 1;
}

enum pk_status pk_kt_options_read(struct pk_kt *kt)
{
	struct pk_ctx *ctx = kt->ctx;
	uint64_t flags = kt->instance->flags;
	enum pk_status status = read_tracer_options(kt);

	if (status != PK_OK && !strcmp(kt->instance->tracer, "function_graph"))
		pk_warn(ctx, "options of function_graph: %s: taken as they are by default",
			pk_error(ctx));
	status = override_options(kt, &flags);
	if (status != PK_OK)
		return status;
	kt->options = options_of(kt, flags);
	kt->header_options = header_options(kt);
	read_graph_options(kt);
	if (!kt->is_graph)
		read_foreign_graph_options(kt);
	kt->latency_file = pk_kt_has(kt, PK_KT_LATENCY_FMT) && !kt->request->snapshot;
	read_hashing(kt);
	read_tgids(kt);
	pk_flag_letters_init(&kt->letters, ctx);
	if (pk_row_value(ctx, PK_R_irqentry_text_start, &kt->irq_start) != PK_OK ||
	    pk_row_value(ctx, PK_R_irqentry_text_end, &kt->irq_end) != PK_OK)
		kt->irq_start = kt->irq_end = 0;
	return PK_OK;
}
