// SPDX-License-Identifier: GPL-3.0-or-later
/* `pkttrace layout`: how every row of the layout table was resolved in this kernel. */
#include <string.h>

#include "command/command.h"
#include "command/options.h"
#include "core/kit.h"
#include "decode/trace/event_format.h"
#include "render/out.h"
#include "text/print_fmt.h"

static const char *state_name(const struct pk_row_value *value)
{
	switch (value->state) {
	case PK_ROW_FOUND:
		return "found";
	case PK_ROW_ABSENT:
		return "absent";
	case PK_ROW_UNKNOWN:
	case PK_ROW_UNRESOLVED:
		break;
	}
	return "unknown";
}

static const char *kind_name(enum pk_row_kind kind)
{
	static const char *const names[] = {"member", "size", "enumerator", "symbol"};

	return names[kind];
}

/* The INDEX-th of the names separated by '|'. */
static const char *candidate(const char *names, unsigned index, char *buf, size_t size)
{
	while (index-- && strchr(names, '|'))
		names = strchr(names, '|') + 1;
	snprintf(buf, size, "%.*s", (int)strcspn(names, "|"), names);
	return buf;
}

static void print_member(struct pk_out *out, const struct pk_member *member)
{
	pk_out_uint(out, "offset", " +%llu", member->offset);
	pk_out_uint(out, "size", ", %llu byte(s)", member->size);
	pk_out_uint(out, "bit_offset", member->bit_size ? ", bit %llu" : NULL, member->bit_offset);
	pk_out_uint(out, "bit_size", member->bit_size ? " (%llu bit(s))" : NULL, member->bit_size);
	pk_out_word(out, "type", "  %s", member->type);
}

static void print_value(struct pk_out *out, const struct pk_row *row,
			const struct pk_row_value *value)
{
	bool found = value->state == PK_ROW_FOUND;

	pk_out_keys(out, "offset size bit_offset bit_size type address value");
	if (found && row->kind == PK_ROW_MEMBER)
		print_member(out, &value->member);
	else if (found && row->kind == PK_ROW_SYMBOL)
		pk_out_addr(out, "address", " %llx", value->value);
	else if (found && row->kind == PK_ROW_SIZE)
		pk_out_uint(out, "value", " %llu byte(s)", value->value);
	else if (found)
		pk_out_int(out, "value", " %lld", (long long)value->value);
	pk_out_str(out, "why", value->state == PK_ROW_ABSENT ? NULL : " %s",
		   found ? NULL : pk_status_name(value->status));
}

static bool is_unverified(const struct pk_row *row, const struct pk_row_value *value)
{
	char name[256];

	return value->state == PK_ROW_FOUND &&
	       !pk_layout_met(candidate(row->names, value->candidate, name, sizeof(name)));
}

static void print_row(struct pk_out *out, enum pk_row_id id, const struct pk_row_value *value,
		      bool unverified)
{
	const struct pk_row *row = pk_row(id);
	bool found = value->state == PK_ROW_FOUND;
	char name[256];

	PK_OUT_RECORD(out, "layout");
	pk_out_str(out, "subject", "%-7s", row->subject);
	pk_out_str(out, "state", " %-8s", state_name(value));
	pk_out_str(out, "kind", NULL, kind_name(row->kind));
	pk_out_str(out, "id", NULL, row->id);
	pk_out_bool(out, "required", row->required);
	candidate(row->names, value->candidate, name, sizeof(name));
	pk_out_str(out, "name", " %-48s", found ? name : row->names);
	pk_out_bool_if(out, "verified", found, !unverified);
	print_value(out, row, value);
	if (unverified)
		pk_out_text(out, "  unverified");
	if (!found && row->required)
		pk_out_text(out, " REQUIRED");
	pk_out_text(out, "\n");
}

static bool known_subject(const char *subject)
{
	return pk_any(PK_NR_ROWS, id, !strcmp(pk_row(id)->subject, subject));
}

static int no_subject(FILE *fp, const char *sub, const char *subject)
{
	char subjects[256] = "";

	for (int id = 0; id < PK_NR_ROWS; id++)
		if (!id || strcmp(pk_row(id)->subject, pk_row(id - 1)->subject))
			pk_choice_add(subjects, sizeof(subjects), pk_row(id)->subject);
	return pk_misuse(fp, sub, "no subject \"%s\"; there are: %s", subject, subjects);
}

static void print_rows(struct pk_ctx *ctx, struct pk_out *out, const char *subject, bool missing)
{
	unsigned long count[3] = {0}, unverified = 0;

	for (int id = 0; id < PK_NR_ROWS; id++) {
		const struct pk_row_value *value;
		bool new_name;

		if (subject && strcmp(pk_row(id)->subject, subject))
			continue;
		value = pk_layout_get(ctx, id);
		count[value->state == PK_ROW_FOUND ? 0 : value->state == PK_ROW_ABSENT ? 1 : 2]++;
		new_name = is_unverified(pk_row(id), value);
		if (!missing || value->state != PK_ROW_FOUND)
			print_row(out, id, value, new_name);
		unverified += new_name;
	}
	pk_out_text(out, "%lu found, %lu absent, %lu unknown\n", count[0], count[1], count[2]);
	if (unverified)
		pk_out_text(out,
			    "%lu found as no kernel in pkttrace's samples has them: unverified\n",
			    unverified);
}

/* --- event formats ---------------------------------------------------------------------------- */

/* Every event's print_fmt, as trace would compile it; with MISSING those alone that are not reproduced. Built-in
 * entries and some families are printed by functions of the kernel, their print_fmt tells other programs. */
static enum pk_status print_events(struct pk_ctx *ctx, struct pk_out *out, bool missing)
{
	const struct pk_formats *formats;
	unsigned long nr = 0, good = 0;
	enum pk_status status = pk_formats_load(ctx, &formats);

	if (status != PK_OK)
		return status;
	for (uint32_t i = 0; i < pk_formats_nr(formats); i++) {
		const struct pk_format *format = pk_formats_at(formats, i);
		struct pk_print_fmt *fmt = NULL;

		if (!pk_print_fmt_is_used(format))
			continue;
		nr++;
		if (!format->print_fmt)
			status = (pk_fail)(ctx, PK_UNREADABLE, "its print_fmt cannot be read");
		else
			status = pk_print_fmt_compile(ctx, format, format->print_fmt, &fmt);
		good += status == PK_OK;
		if (!missing || status != PK_OK) {
			const char *why = status == PK_OK ? NULL : pk_error(ctx);

			PK_OUT_RECORD(out, "print_fmt");
			pk_out_str(out, "system", "%s:", format->system);
			pk_out_str(out, "event", "%s", format->name);
			pk_out_bool(out, "compiles", !why);
			pk_out_str(out, "why", "  %s", why);
			pk_out_text(out, "\n");
		}
		if (status == PK_OK)
			pk_print_fmt_destroy(fmt);
	}
	pk_out_text(out, "%lu of %lu print_fmt compile\n", good, nr);
	return PK_OK;
}

static int run(struct pk_ctx *ctx, int argc, char **argv, FILE *fp)
{
	bool json = false, missing = false, events = false;
	const struct pk_option options[] = {{'j', "json", .set = &json},
					    {'m', "missing", .set = &missing},
					    {'e', "events", .set = &events},
					    {0}};
	struct pk_out out;
	int c;

	if (pk_options_read(argc, argv, options, PK_ANY_WORDS, pk_complaints(ctx, fp)))
		return 2;
	if (argc - optind > 1)
		return pk_misuse(pk_complaints(ctx, fp), argv[0], "one subject at most");
	if (optind < argc && events)
		return pk_misuse(pk_complaints(ctx, fp), argv[0], "--events has no subjects");
	if (optind < argc && !known_subject(argv[optind]))
		return no_subject(pk_complaints(ctx, fp), argv[0], argv[optind]);
	pk_output_begin(ctx, &out, fp, json);
	if (!events)
		print_rows(ctx, &out, argv[optind], missing);
	else if (print_events(ctx, &out, missing) != PK_OK)
		pk_out_text(&out, "pkttrace: %s\n", pk_error(ctx));
	c = out.failed;
	pk_out_deinit(&out);
	return c;
}

/* -e compiles every print_fmt: enumerators and types that they name are asked. */
static const char *const recorded_layout[] = {"", "-e", NULL};

const struct pk_subcommand pk_subcommand_layout = {
	.name = "layout",
	.usage = "[-e] [-j] [-m] [SUBJECT]",
	.summary = "how every structure was resolved in this kernel",
	.run = run,
	.recorded = recorded_layout,
};
