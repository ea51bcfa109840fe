// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/views.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/protocol.h"
#include "render/out.h"

const char *pk_probe_target_text(const struct pk_probe *probe, char *buf, size_t size)
{
	char offset[24] = "";

	if (probe->addr && !probe->target.name[0])
		snprintf(buf, size, "%" PRIx64, probe->addr);
	else if (probe->target.name[0]) {
		if (probe->offset)
			snprintf(offset, sizeof(offset), "+0x%" PRIx64, probe->offset);
		snprintf(buf, size, "%s%s%s%s%s", probe->target.name, offset,
			 probe->target.module[0] ? " [" : "", probe->target.module,
			 probe->target.module[0] ? "]" : "");
	} else if (probe->all_functions)
		snprintf(buf, size, "all functions");
	else if (probe->nr_filter)
		snprintf(buf, size, "%u function%s%s", probe->nr_filter,
			 probe->nr_filter == 1 ? "" : "s",
			 probe->filter_unknown ? " and more" : "");
	else
		snprintf(buf, size, "-");
	return buf;
}

const char *pk_probe_state_text(const struct pk_probe *probe, char *buf, size_t size)
{
	size_t len = 0;

	buf[0] = '\0';
	for (uint32_t bit = 1; bit <= PK_PROBE_UNCONFIRMED && len < size; bit <<= 1)
		if (probe->state & bit)
			len += (size_t)snprintf(buf + len, size - len, "%s%s", len ? "," : "",
						pk_probe_state_name(bit));
	return buf;
}

static const char *handler_text(const struct pk_probe *probe, char *buf, size_t size)
{
	if (!probe->handler)
		snprintf(buf, size, "-");
	else if (!probe->handler_name[0])
		snprintf(buf, size, "%" PRIx64 "%s%s%s", probe->handler,
			 probe->module[0] ? " [" : "", probe->module, probe->module[0] ? "]" : "");
	else
		snprintf(buf, size, "%s%s%s%s", probe->handler_name, probe->module[0] ? " [" : "",
			 probe->module, probe->module[0] ? "]" : "");
	return buf;
}

/* ==== the table ==== */

#define FOLD_ABOVE 12 /* lines of one kind off the path; more are folded into one */
#define MAX_HANDLER 32 /* columns, unless verbose; -v and -j have the full name */

enum column { KIND, TARGET, HANDLER, OWNER, STATE, HITS, MISSES, PATH, NR_COLUMNS };

struct row {
	const struct pk_listed_probe *listed;
	const struct pk_probe *probe; /* LISTED's */
	char cells[NR_COLUMNS][128];
};

static void fill_row(const struct pk_listed_probe *listed, bool verbose, struct row *row)
{
	const struct pk_probe *probe = listed->probe;
	char text[2 * PK_SYMBOL_NAME_MAX];

	row->listed = listed;
	row->probe = probe;
	snprintf(row->cells[KIND], 128, "%s", pk_probe_kind_name(probe->kind));
	snprintf(row->cells[TARGET], 128, "%.127s",
		 listed->few ? listed->few : pk_probe_target_text(probe, text, sizeof(text)));
	snprintf(row->cells[HANDLER], 128, "%.127s", handler_text(probe, text, sizeof(text)));
	if (!verbose && strlen(row->cells[HANDLER]) > MAX_HANDLER && !probe->module[0])
		strcpy(row->cells[HANDLER] + MAX_HANDLER - 2, "..");
	snprintf(row->cells[OWNER], 128, "%.127s", probe->owner[0] ? probe->owner : "-");
	pk_probe_state_text(probe, text, sizeof(text));
	snprintf(row->cells[STATE], 128, "%.127s", text[0] ? text : "-");
	snprintf(row->cells[HITS], 128, probe->hits_known ? "%" PRIu64 : "-", probe->hits);
	snprintf(row->cells[MISSES], 128, probe->misses_known ? "%" PRIu64 : "-", probe->misses);
	if (probe->machinery)
		snprintf(row->cells[PATH], 128, "(carrier)");
	else if (listed->path_unknown)
		snprintf(row->cells[PATH], 128, "?");
	else if (!listed->on_path)
		snprintf(row->cells[PATH], 128, "-");
	else if (listed->path_functions)
		snprintf(row->cells[PATH], 128, "%u of %u", listed->path_functions,
			 probe->nr_filter);
	else
		snprintf(row->cells[PATH], 128, "yes");
}

/* Folds rows off the path into one for each kind and half of the table: 1,500 enabled events must
 * not hide three kprobes. Returns the number of rows left. */
static uint32_t fold_rows(struct row *rows, uint32_t nr)
{
	uint32_t counts[2][PK_NR_PROBE_KINDS] = {0}, kept = 0;
	struct row *lines[2][PK_NR_PROBE_KINDS] = {0};

	for (uint32_t i = 0; i < nr; i++)
		if (!strcmp(rows[i].cells[PATH], "-"))
			counts[rows[i].probe->foreign][rows[i].probe->kind]++;
	for (uint32_t i = 0; i < nr; i++) {
		const struct pk_probe *probe = rows[i].probe;
		struct row *line = lines[probe->foreign][probe->kind];
		uint32_t count = counts[probe->foreign][probe->kind];

		if (strcmp(rows[i].cells[PATH], "-") || count <= FOLD_ABOVE ||
		    probe->kind == PK_PROBE_TEXT_PATCH) {
			rows[kept++] = rows[i];
			continue;
		}
		if (line) {
			if (strcmp(line->cells[OWNER], rows[i].cells[OWNER]))
				snprintf(line->cells[OWNER], 128, "several");
			continue;
		}
		rows[kept] = rows[i];
		line = lines[probe->foreign][probe->kind] = &rows[kept++];
		snprintf(line->cells[TARGET], 128, "%u off the " PK_TITLES " path (-v)", count);
		for (int column = HANDLER; column < PATH; column++)
			if (column != OWNER)
				snprintf(line->cells[column], 128, "-");
	}
	return kept;
}

static void print_functions(struct pk_out *out, const char *what, const uint64_t *addrs,
			    const char *const *names, uint32_t nr)
{
	for (uint32_t i = 0; i < nr; i++)
		pk_out_text(out, "      %s%" PRIx64 "  %s\n", what, addrs[i], names[i]);
}

static void cells_of(const struct row *row, const char *cells[NR_COLUMNS])
{
	for (int i = 0; i < NR_COLUMNS; i++)
		cells[i] = row->cells[i];
}

static void print_row(struct pk_table *table, const struct row *row, bool verbose)
{
	struct pk_out *out = table->out;
	const struct pk_probe *probe = row->probe;
	const char *cells[NR_COLUMNS];

	cells_of(row, cells);
	pk_table_row(table, cells);
	/* For a patch site, the difference between text and records is the point of the line. */
	if (probe->detail[0] && (verbose || probe->kind == PK_PROBE_TEXT_PATCH))
		pk_out_text(out, "    %s\n", probe->detail);
	if (!verbose)
		return;
	if (probe->addr)
		pk_out_text(out,
			    probe->object ? "    ADDRESS: %" PRIx64 : "    ADDRESS: %" PRIx64 "\n",
			    probe->addr);
	if (probe->object)
		pk_out_text(out, "%sOBJECT: %" PRIx64 "\n", probe->addr ? "  " : "    ",
			    probe->object);
	print_functions(out, "", probe->filter, row->listed->filter, probe->nr_filter);
	print_functions(out, "not ", probe->notrace, row->listed->notrace, probe->nr_notrace);
}

/* One half of the table: FOREIGN probes, or the others. */
static void print_half(struct pk_table *table, const struct row *rows, uint32_t nr, bool foreign,
		       bool verbose)
{
	bool any = false;

	for (uint32_t i = 0; i < nr; i++) {
		if (rows[i].probe->foreign != foreign)
			continue;
		if (!any) {
			pk_out_text(table->out, "%s\n",
				    foreign ? "FOREIGN: out-of-tree modules, BPF, livepatches, "
					      "patched text"
					    : "KERNEL: trace events, perf, the kernel's own");
			pk_table_heading(table);
		}
		any = true;
		print_row(table, &rows[i], verbose);
	}
	if (any)
		pk_out_text(table->out, "\n");
}

/* On a terminal a probe is a line: the owner tells who it is, and -v all of it. */
static void print_rows(struct pk_out *out, const struct row *rows, uint32_t nr, bool verbose)
{
	const struct pk_column columns[] = {
		[KIND] = {.heading = "KIND", .before = ""},
		[TARGET] = {.heading = "TARGET", .before = "  ", .least = verbose ? 0 : 20},
		[HANDLER] = {.heading = "HANDLER", .before = "  ", .drop = verbose ? 0 : 3},
		[OWNER] = {.heading = "OWNER", .before = "  ", .least = verbose ? 0 : 20},
		[STATE] = {"STATE", "  ", .drop = 1},
		[HITS] = {"HITS", "  ", .right = true, .drop = 2},
		[MISSES] = {"MISSES", "  ", .right = true, .drop = 4},
		[PATH] = {.heading = PK_TITLES " PATH", .before = "  "},
	};
	struct pk_table table;
	const char *cells[NR_COLUMNS];

	pk_table_init(&table, out, columns, NR_COLUMNS);
	for (uint32_t i = 0; i < nr; i++) {
		cells_of(&rows[i], cells);
		pk_table_measure(&table, cells);
	}
	print_half(&table, rows, nr, true, verbose);
	print_half(&table, rows, nr, false, verbose);
}

static void print_table(struct pk_out *out, const struct pk_probe_listing *listing)
{
	const struct pk_probes_request *request = &listing->request;
	struct row *rows = calloc(listing->nr + 1, sizeof(*rows));
	uint32_t nr = listing->nr;

	if (!rows) {
		out->failed = true;
		return;
	}
	for (uint32_t i = 0; i < nr; i++)
		fill_row(&listing->probes[i], request->verbose, &rows[i]);
	if (!request->verbose && !request->func && !request->event)
		nr = fold_rows(rows, nr);
	print_rows(out, rows, nr, request->verbose);
	free(rows);
}

/* ==== the fields ==== */

static void show_addrs(struct pk_out *out, const char *key, const uint64_t *addrs, uint32_t nr)
{
	PK_OUT_ARRAY(out, key);
	for (uint32_t i = 0; i < nr; i++)
		pk_out_addr(out, NULL, NULL, addrs[i]);
}

static void show_fields(struct pk_out *out, const struct pk_listed_probe *listed, bool verbose)
{
	const struct pk_probe *probe = listed->probe;
	char text[2 * PK_SYMBOL_NAME_MAX];

	PK_OUT_RECORD(out, "probe");
	pk_out_str(out, "kind", NULL, pk_probe_kind_name(probe->kind));
	pk_probe_target_text(probe, text, sizeof(text));
	pk_out_str(out, "target", NULL, strcmp(text, "-") ? text : NULL);
	pk_out_addr(out, "addr", NULL, probe->addr);
	handler_text(probe, text, sizeof(text));
	pk_out_str(out, "handler", NULL,
		   probe->handler_name[0] ? probe->handler_name
		   : probe->handler	  ? text
					  : NULL);
	pk_out_word(out, "module", NULL, probe->module);
	pk_out_word(out, "owner", NULL, probe->owner);
	pk_out_array_begin(out, "states");
	for (uint32_t bit = 1; bit <= PK_PROBE_UNCONFIRMED; bit <<= 1)
		if (probe->state & bit)
			pk_out_str(out, NULL, NULL, pk_probe_state_name(bit));
	pk_out_array_end(out);
	pk_out_uint_if(out, "hits", NULL, probe->hits_known, probe->hits);
	pk_out_uint_if(out, "misses", NULL, probe->misses_known, probe->misses);
	pk_out_keys(out, "on_path");
	if (!listed->path_unknown)
		pk_out_bool(out, "on_path", listed->on_path);
	pk_out_bool(out, "foreign", probe->foreign);
	pk_out_bool(out, "carrier", probe->machinery);
	pk_out_addr(out, "object", NULL, probe->object);
	pk_out_word(out, "detail", NULL, probe->detail);
	if (verbose) {
		show_addrs(out, "filter_addrs", probe->filter, probe->nr_filter);
		show_addrs(out, "notrace", probe->notrace, probe->nr_notrace);
	}
}

/* ==== the listing ==== */

static void print_totals(struct pk_out *out, const struct pk_probe_totals *totals)
{
	if (!totals->foreign)
		pk_out_text(
			out,
			"FOREIGN: none (no out-of-tree module, BPF, livepatch or patched text)\n");
	pk_out_text(out, "%u probe%s, %u on the " PK_TITLES " path, %u foreign", totals->probes,
		    totals->probes == 1 ? "" : "s", totals->on_path, totals->foreign);
	if (totals->machinery)
		pk_out_text(out, "; %u ftrace_ops that only carry others", totals->machinery);
	pk_out_text(out, "\n");
}

void pk_render_probes(struct pk_out *out, const struct pk_probe_listing *listing)
{
	const struct pk_probes_request *request = &listing->request;

	for (uint32_t i = 0; i < listing->nr; i++)
		show_fields(out, &listing->probes[i], request->verbose);
	/* A summary, for people: programs get every probe. */
	if (!pk_out_whole(out))
		print_table(out, listing);
	if (!request->func && !request->event)
		print_totals(out, &listing->totals);
	else if (!listing->nr)
		pk_out_text(out, "nothing is attached there\n");
}

void pk_render_probes_not_built_in(struct pk_out *out, const struct pk_probe_listing *listing)
{
	for (uint32_t i = 0; i < listing->nr_not_built_in; i++)
		pk_out_text(out, "%s%s",
			    i ? ", " : "Not built into this kernel: ", listing->not_built_in[i]);
	if (listing->nr_not_built_in)
		pk_out_text(out, "\n");
}

void pk_render_patch_site(struct pk_out *out, const struct pk_patch_site *site)
{
	const struct pk_ftrace_record *record = &site->record;

	if (!site->found) {
		pk_out_text(out, "    PATCH SITE: none\n");
		return;
	}
	pk_out_text(out, "    PATCH SITE: %" PRIx64 "  RECORD: %s, %" PRIu64 " user%s  TEXT: ",
		    record->ip, record->flags & PK_REC_ENABLED ? "enabled" : "not enabled",
		    record->count, record->count == 1 ? "" : "s");
	if (site->text_known)
		pk_out_text(out, "%s%s%s\n", pk_site_kind_name(site->text.kind),
			    site->target_name[0] ? " " : "", site->target_name);
	else
		pk_out_text(out, "%s\n", site->understood ? "unreadable" : "not understood");
}
