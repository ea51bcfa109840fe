// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/private.h"

#include <string.h>

#define MAX_TRACER_OPTS 64

/* Which bit of trace_flags is which: the numbers move between versions, their names do not. A kernel
 * without the option has it off, but for what older ones did always. */
static const struct option_row {
	enum pk_row_id row;
	bool always; /* what a kernel that has no such option does */
	const char *foreign; /* not printed here: the option's name */
} option_rows[PK_KT_NR_OPTIONS] = {
	[PK_KT_PRINT_PARENT] = {PK_R_iter_print_parent, true, NULL},
	[PK_KT_SYM_OFFSET] = {PK_R_iter_sym_offset, false, NULL},
	[PK_KT_SYM_ADDR] = {PK_R_iter_sym_addr, false, NULL},
	[PK_KT_VERBOSE] = {PK_R_iter_verbose, false, "verbose"},
	[PK_KT_RAW] = {PK_R_iter_raw, false, "raw"},
	[PK_KT_HEX] = {PK_R_iter_hex, false, "hex"},
	[PK_KT_BIN] = {PK_R_iter_bin, false, "bin"},
	[PK_KT_FIELDS] = {PK_R_iter_fields, false, "fields"},
	[PK_KT_ANNOTATE] = {PK_R_iter_annotate, true, NULL},
	[PK_KT_CONTEXT_INFO] = {PK_R_iter_context_info, true, NULL},
	[PK_KT_LATENCY_FMT] = {PK_R_iter_latency_fmt, false, "latency-format"},
	[PK_KT_RECORD_TGID] = {PK_R_iter_record_tgid, false, NULL},
	[PK_KT_IRQ_INFO] = {PK_R_iter_irq_info, true, NULL},
	[PK_KT_HASH_PTR] = {PK_R_iter_hash_ptr, true, NULL},
	[PK_KT_PRINTK_MSGONLY] = {PK_R_iter_printk_msgonly, false, NULL},
};

static enum pk_status read_trace_flags(struct pk_kt *kt)
{
	for (unsigned i = 0; i < PK_KT_NR_OPTIONS; i++) {
		const struct option_row *option = &option_rows[i];
		const struct pk_row_value *bit = pk_layout_get(kt->ctx, option->row);
		bool on = option->always;
		uint64_t value;

		if (bit->state == PK_ROW_UNKNOWN)
			return pk_wrap(kt->ctx, pk_row_value(kt->ctx, option->row, &value),
				       "trace options");
		if (bit->state == PK_ROW_FOUND && bit->value < 64)
			on = kt->instance->flags >> bit->value & 1;
		if (on && option->foreign)
			return pk_fail(kt->ctx, PK_UNSUPPORTED,
				       "trace option \"%s\" is set: its format is not printed here",
				       option->foreign);
		if (on)
			kt->options |= 1u << i;
	}
	return PK_OK;
}

static const char *const graph_names[PK_KG_NR_OPTIONS] = {
	[PK_KG_OVERRUN] = "funcgraph-overrun",	 [PK_KG_CPU] = "funcgraph-cpu",
	[PK_KG_OVERHEAD] = "funcgraph-overhead", [PK_KG_PROC] = "funcgraph-proc",
	[PK_KG_DURATION] = "funcgraph-duration", [PK_KG_ABSTIME] = "funcgraph-abstime",
	[PK_KG_RELTIME] = "funcgraph-reltime",	 [PK_KG_IRQS] = "funcgraph-irqs",
	[PK_KG_TAIL] = "funcgraph-tail",
};

static enum pk_status find_tracer_flags(struct pk_kt *kt, uint64_t *ret_flags)
{
	uint64_t tracer, flags = 0;
	enum pk_status status;

	/* since 7.0 each instance has its own */
	if (pk_has(kt->ctx, PK_R_trace_array_tracer_flags) &&
	    pk_member_uint(kt->ctx, kt->instance->addr, PK_R_trace_array_tracer_flags, &flags) ==
		    PK_OK &&
	    flags) {
		*ret_flags = flags;
		return PK_OK;
	}
	status = pk_member_uint(kt->ctx, kt->instance->addr, PK_R_trace_array_current_trace,
				&tracer);
	if (status == PK_OK)
		status = pk_member_uint(kt->ctx, tracer, PK_R_tracer_flags, &flags);
	if (status == PK_OK && !flags)
		return pk_fail(kt->ctx, PK_ABSENT, "the tracer has no options");
	if (status == PK_OK)
		*ret_flags = flags;
	return status;
}

/* The table {name, bit} ends with a NULL name. */
static enum pk_status read_tracer_opts(struct pk_kt *kt, uint64_t opts, uint64_t val)
{
	uint64_t size, name_at, bit;
	char name[32];
	enum pk_status status = pk_row_value(kt->ctx, PK_R_tracer_opt_size, &size);

	for (unsigned i = 0; i < MAX_TRACER_OPTS && status == PK_OK; i++, opts += size) {
		status = pk_member_uint(kt->ctx, opts, PK_R_tracer_opt_name, &name_at);
		if (status != PK_OK || !name_at)
			break;
		status = pk_member_uint(kt->ctx, opts, PK_R_tracer_opt_bit, &bit);
		if (status == PK_OK)
			status = pk_read_string(kt->ctx, name_at, name, sizeof(name));
		for (unsigned k = 0; status == PK_OK && k < PK_KG_NR_OPTIONS; k++)
			if (!strcmp(name, graph_names[k]) && (val & bit))
				kt->graph_options |= 1u << k;
	}
	return status;
}

static enum pk_status read_graph_options(struct pk_kt *kt)
{
	uint64_t flags, val, opts;
	enum pk_status status = find_tracer_flags(kt, &flags);

	if (status == PK_OK)
		status = pk_member_uint(kt->ctx, flags, PK_R_tracer_flags_val, &val);
	if (status == PK_OK)
		status = pk_member_uint(kt->ctx, flags, PK_R_tracer_flags_opts, &opts);
	if (status == PK_OK)
		status = read_tracer_opts(kt, opts, val);
	return pk_wrap(kt->ctx, status, "options of function_graph");
}

/* 5.10 and later can be told at boot not to hash; 5.12 and later by an option too. */
static void read_hashing(struct pk_kt *kt)
{
	uint64_t symbol, off = 0;

	if (pk_row_value(kt->ctx, PK_R_no_hash_pointers, &symbol) == PK_OK &&
	    pk_read_uint(kt->ctx, symbol, 1, &off) != PK_OK)
		off = 0;
	kt->hashes = !off && pk_kt_has(kt, PK_KT_HASH_PTR);
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
	enum pk_status status = read_trace_flags(kt);

	if (status != PK_OK)
		return status;
	kt->is_graph = !strcmp(kt->instance->tracer, "function_graph");
	if (kt->is_graph)
		status = read_graph_options(kt);
	if (status != PK_OK)
		return status;
	read_hashing(kt);
	read_tgids(kt);
	kt->migrate_column = pk_has(ctx, PK_R_trace_migration_disabled);
	kt->bh_off = pk_has(ctx, PK_R_TRACE_FLAG_BH_OFF);
	if (pk_row_value(ctx, PK_R_irqentry_text_start, &kt->irq_start) != PK_OK ||
	    pk_row_value(ctx, PK_R_irqentry_text_end, &kt->irq_end) != PK_OK)
		kt->irq_start = kt->irq_end = 0;
	return PK_OK;
}
