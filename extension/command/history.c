// SPDX-License-Identifier: GPL-3.0-or-later
/* `pkttrace history`: the lives of an address. */
#include "analysis/explain/history.h"
#include "command/command.h"
#include "command/options.h"
#include "command/packets.h"
#include "decode/printk.h"
#include "render/views.h"

#define LIVES 10
#define MOST_LIVES 10000

struct request {
	bool json, absolute, wall;
	const char *count;
	uint64_t addr, lives;
};

/* The object that the verdict's oops leads to. */
static enum pk_status find_addr(struct pk_ctx *ctx, uint64_t *ret_addr)
{
	struct pk_panic panic;
	struct pk_fault fault = {0};

	if (pk_panic_find(ctx, &panic) == PK_OK)
		pk_fault_find(ctx, &panic, NULL, &fault);
	if (!fault.object_addr)
		return pk_fail(ctx, PK_ABSENT,
			       "no address was given, and no oops names a freed object");
	*ret_addr = fault.object_addr;
	return PK_OK;
}

static int run(struct pk_ctx *ctx, int argc, char **argv, FILE *fp)
{
	struct request request = {0};
	struct pk_packet_set set = {0};
	struct pk_history history;
	struct pk_packet_style style;
	struct pk_out out;
	const struct pk_option options[] = {{'j', "json", .set = &request.json},
					    {'A', NULL, .set = &request.absolute},
					    {'W', "wall", .set = &request.wall},
					    {'n', NULL, .value = &request.count},
					    {0}};

	if (pk_options_read(argc, argv, options, 1, pk_complaints(ctx, fp)))
		return 2;
	request.lives = LIVES;
	if (request.count &&
	    (!pk_parse_uint(request.count, MOST_LIVES, &request.lives) || !request.lives))
		return pk_misuse(pk_complaints(ctx, fp), argv[0],
				 "-n takes a number from 1 to %d, not \"%s\"", MOST_LIVES,
				 request.count);
	if (optind < argc && !pk_parse_addr(argv[optind], &request.addr))
		return pk_misuse(pk_complaints(ctx, fp), argv[0], "no address \"%s\"",
				 argv[optind]);
	if (optind == argc && find_addr(ctx, &request.addr) != PK_OK)
		return pk_failure(ctx, pk_complaints(ctx, fp), argv[0], PK_ABSENT);
	pk_history_read(ctx, request.addr, (uint32_t)request.lives, &history);
	if (history.nr_mentions && pk_history_name(ctx, &history, &set) != PK_OK)
		pk_warn(ctx, "packets: %s", pk_error(ctx));
	pk_packet_style_init(&style, ctx, &set, request.absolute, request.wall);
	pk_output_begin(ctx, &out, fp, request.json);
	pk_render_history(&out, &style, &history);
	pk_out_deinit(&out);
	pk_packet_set_deinit(&set);
	pk_history_deinit(&history);
	return 0;
}

static const char *const recorded_history[] = {"", NULL};

const struct pk_subcommand pk_subcommand_history = {
	.name = "history",
	.usage = "[-i INSTANCE] [-P LIST] [-A|-W] [-n N] [-j] [ADDR]",
	.summary = "the lives of an address: who began, used and freed it",
	.run = run,
	.of_packets = true,
	.recorded = recorded_history,
};
