// SPDX-License-Identifier: GPL-3.0-or-later
/* `pkttrace log`: the kernel log, as dmesg prints it. */
#include <stdlib.h>
#include <string.h>

#include "command/command.h"
#include "command/options.h"
#include "decode/printk.h"
#include "decode/trace/clock.h"
#include "render/views.h"

struct choice {
	bool json, wall_clock, caller, accident;
	const char *levels; /* NULL: all */
	const char *count, *since;
	unsigned level_bits;
	uint64_t newest; /* records; 0: all */
	uint64_t since_ns; /* before the last record; 0: all */
};

/* "err,warn" as bits. */
static bool parse_levels(const char *text, unsigned *ret_bits)
{
	*ret_bits = 0;
	while (*text) {
		size_t len = strcspn(text, ","), level = 0;

		while (level < 8 &&
		       (strncmp(text, pk_log_levels[level], len) || pk_log_levels[level][len]))
			level++;
		if (!len || level == 8)
			return false;
		*ret_bits |= 1u << level;
		text += len;
		if (*text == ',' && !*++text)
			return false;
	}
	return *ret_bits != 0;
}

static int read_choice(struct choice *choice, int argc, char **argv, FILE *fp)
{
	const struct pk_option options[] = {{'j', "json", .set = &choice->json},
					    {'T', "wall-clock", .set = &choice->wall_clock},
					    {'x', "caller", .set = &choice->caller},
					    {'a', "accident", .set = &choice->accident},
					    {'l', "level", .value = &choice->levels},
					    {'n', NULL, .value = &choice->count},
					    {'s', "since", .value = &choice->since},
					    {0}};
	char *end;
	double seconds;

	if (pk_options_read(argc, argv, options, 0, fp))
		return 2;
	choice->level_bits = 0xff;
	if (choice->levels && !parse_levels(choice->levels, &choice->level_bits))
		return pk_misuse(
			fp, argv[0],
			"no level \"%s\"; there are: emerg, alert, crit, err, warn, notice, "
			"info, debug",
			choice->levels);
	if (choice->count &&
	    (!pk_parse_uint(choice->count, UINT32_MAX, &choice->newest) || !choice->newest))
		return pk_misuse(fp, argv[0], "-n takes a number of records, not \"%s\"",
				 choice->count);
	if (!choice->since)
		return 0;
	seconds = strtod(choice->since, &end);
	if (end == choice->since || *end || !(seconds > 0 && seconds < 1e9))
		return pk_misuse(fp, argv[0], "-s takes seconds, not \"%s\"", choice->since);
	choice->since_ns = (uint64_t)(seconds * 1e9);
	return 0;
}

struct listing {
	struct pk_ctx *ctx;
	struct pk_out *out;
	const struct choice *choice;
	struct pk_log_style style;
	struct pk_panic panic;
	bool begun; /* the accident's first line has come */
	uint64_t last_ns; /* of the newest record */
};

/* CPUs' clocks may differ: what comes behind the first line belongs to the accident, whatever its stamp. */
static bool begins(const struct listing *listing, const struct pk_log_line *line)
{
	const struct pk_panic *panic = &listing->panic;

	return line->ts_nsec == panic->ts_nsec ||
	       (panic->said.known && line->ts_nsec == panic->said.ts_nsec);
}

/* Reads the level and the caller of LINE, too; of a header too short for them, nothing. */
static bool fits(struct listing *listing, struct pk_log_line *line)
{
	const struct choice *choice = listing->choice;

	listing->begun |= begins(listing, line);
	pk_log_origin(listing->ctx, line);
	if (line->has_level && !(choice->level_bits >> line->level & 1))
		return false;
	if (choice->since_ns && line->ts_nsec + choice->since_ns < listing->last_ns)
		return false;
	return !choice->accident || listing->begun;
}

static enum pk_status show_log(struct listing *listing)
{
	const struct choice *choice = listing->choice;
	struct pk_ctx *ctx = listing->ctx;
	struct pk_reader r = {.ctx = ctx};
	uint64_t nr = 0; /* records that fit */
	uint64_t skip = 0; /* those of them that are not among the newest */
	enum pk_status status = PK_OK;

	if (choice->wall_clock) {
		uint64_t wall, monotonic;

		/* printk()'s clock does not run while the machine is suspended; what is said of
		 * before a suspend is too late then, as with dmesg -T. */
		status = pk_wall_clock(ctx, &wall);
		if (status == PK_OK)
			status = pk_ktime(ctx, &monotonic);
		if (status == PK_OK)
			listing->style.wall_offset_ns = (int64_t)(wall - monotonic);
	}
	if (status == PK_OK && choice->accident)
		status = pk_panic_find(ctx, &listing->panic);
	if (status == PK_OK && choice->accident && !listing->panic.found)
		return pk_fail(ctx, PK_ABSENT, "the log tells of no accident");
	r.status = status;
	if (choice->since_ns)
		pk_log_for_each (line, &r)
			if (line.ts_nsec > listing->last_ns)
				listing->last_ns = line.ts_nsec;
	if (choice->newest) {
		pk_log_for_each (line, &r)
			nr += fits(listing, &line);
		skip = nr > choice->newest ? nr - choice->newest : 0;
	}
	listing->begun = false;
	if (pk_ok(&r))
		fflush(listing->out->fp);
	pk_log_for_each (line, &r) {
		if (!fits(listing, &line))
			continue;
		if (skip)
			skip--;
		else
			pk_render_log_line(listing->out, &listing->style, &line, ctx->raw);
		if (listing->out->failed)
			break;
	}
	return r.status;
}

static int run(struct pk_ctx *ctx, int argc, char **argv, FILE *fp)
{
	struct choice choice = {0};
	struct pk_out out;
	struct listing listing = {.ctx = ctx, .out = &out, .choice = &choice};
	enum pk_status status;
	int code = read_choice(&choice, argc, argv, pk_complaints(ctx, fp));

	if (code)
		return code;
	listing.style.wall_clock = choice.wall_clock;
	listing.style.caller = choice.caller;
	pk_output_begin(ctx, &out, fp, choice.json);
	status = show_log(&listing);
	code = status == PK_OK ? out.failed || ferror(fp) : pk_failure(ctx, fp, argv[0], status);
	pk_out_deinit(&out);
	return code;
}

static const char *const recorded_log[] = {"-T -a", "-x -n 1", NULL};

const struct pk_subcommand pk_subcommand_log = {
	.name = "log",
	.usage = "[-T] [-x] [-a] [-l LEVELS] [-n N] [-s SECONDS] [-j]",
	.summary = "the kernel log, as dmesg prints it",
	.run = run,
	.verbatim = true,
	.recorded = recorded_log,
};
