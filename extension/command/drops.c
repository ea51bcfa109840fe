// SPDX-License-Identifier: GPL-3.0-or-later
/* `pkttrace drops`: where packets were thrown away, by the trace and by the kernel's own counters. */
#include "analysis/explain/cause.h"
#include "command/command.h"
#include "command/options.h"
#include "command/packets.h"
#include "render/views.h"

#define KEYS                                                                                       \
	(1u << PK_BY_REASON | 1u << PK_BY_PLACE | 1u << PK_BY_DEV | 1u << PK_BY_FLOW |             \
	 1u << PK_BY_NETNS | 1u << PK_BY_SECOND | 1u << PK_BY_PROTOCOL)

struct request {
	struct pk_choice choice;
	const char *keys; /* --by */
	struct pk_group_by by;
	bool json, memory, absolute, wall;
};

static void add_drop(struct pk_groups *groups, const struct pk_packet *packet,
		     const struct pk_packet *part)
{
	if (part->outcome == PK_OUT_DROPPED)
		pk_groups_add(groups, &(struct pk_sample){.packet = packet,
							  .part = part,
							  .ts = part->last_ns,
							  .cpu = -1,
							  .task = -1});
}

static uint64_t begin_of(const struct pk_packet_set *set, const struct pk_packet_filter *filter)
{
	uint64_t end = pk_packet_set_end(set);

	if (filter && end > filter->max_age && end - filter->max_age > set->oldest_ns)
		return end - filter->max_age;
	return set->oldest_ns;
}

static enum pk_status group(struct pk_ctx *ctx, const struct request *request,
			    const struct pk_packet_set *set, struct pk_groups *groups,
			    struct pk_drops_view *view)
{
	struct pk_chosen chosen;
	enum pk_status status = pk_choose(ctx, &request->choice, set, &chosen);

	if (status != PK_OK)
		return status;
	for (uint32_t i = 0; i < chosen.nr; i++) {
		const struct pk_packet *packet = chosen.packets[i];

		/* A packet that became several for sockets has an end for each. */
		view->packets++;
		view->unknown += packet->outcome == PK_OUT_UNKNOWN;
		if (!packet->copies)
			add_drop(groups, packet, packet);
		for (const struct pk_copy *copy = packet->copies; copy; copy = copy->next)
			add_drop(groups, packet, copy->packet);
	}
	pk_groups_finish(groups);
	pk_chosen_deinit(&chosen);
	return groups->failed ? pk_fail(ctx, PK_NOMEM, "groups of drops") : PK_OK;
}

static enum pk_status show(struct pk_ctx *ctx, const void *arg, FILE *fp)
{
	const struct request *request = arg;
	struct pk_drops_view view = {.filtered = pk_choice_given(&request->choice)};
	struct pk_drop_counters counters = {0};
	struct pk_packet_set set = {0};
	struct pk_groups groups = {0};
	struct pk_packet_style style;
	struct pk_out out;
	enum pk_status status = PK_ABSENT;

	if (!request->memory)
		status = pk_choice_load(ctx, &request->choice, &set);
	if (status != PK_OK && status != PK_ABSENT)
		return status;
	if (status == PK_OK) {
		pk_groups_init(&groups, ctx, &set, &request->by,
			       begin_of(&set, pk_filter_of(&request->choice.filter)), false);
		status = group(ctx, request, &set, &groups, &view);
		view.groups = &groups;
	} else if (!request->memory) {
		pk_warn(ctx, "no packets: %s", pk_error(ctx));
	}
	if (!view.filtered) {
		pk_drop_counters_read(ctx, &counters);
		view.counters = &counters;
	}
	pk_packet_style_init(&style, ctx, &set, request->absolute, request->wall);
	pk_output_begin(ctx, &out, fp, request->json);
	if (status == PK_OK || status == PK_ABSENT)
		pk_render_drops(&out, &style, &view);
	pk_out_deinit(&out);
	pk_drop_counters_deinit(&counters);
	pk_groups_deinit(&groups);
	pk_packet_set_deinit(&set);
	return status == PK_ABSENT ? PK_OK : status;
}

static int run(struct pk_ctx *ctx, int argc, char **argv, FILE *fp)
{
	struct request request = {.choice.n = PK_EVERY_PACKET};
	const struct pk_option options[] = {PK_CHOICE_OPTIONS(&request.choice),
					    {'s', "skb", .filter = &request.choice.filter},
					    {'b', "by", .value = &request.keys},
					    {'j', "json", .set = &request.json},
					    {'M', "memory", .set = &request.memory},
					    {'A', NULL, .set = &request.absolute},
					    {'W', "wall", .set = &request.wall},
					    {0}};

	if (pk_options_read(argc, argv, options, PK_ANY_WORDS, pk_complaints(ctx, fp)) ||
	    pk_choice_read(&request.choice, argv[0], pk_complaints(ctx, fp)))
		return 2;
	if (!pk_group_by_parse(request.keys ? request.keys : "reason,place,dev", KEYS, &request.by))
		return pk_misuse(pk_complaints(ctx, fp), argv[0],
				 "--by takes a list of: reason, place, dev, flow, netns, second, "
				 "protocol");
	if (request.memory && (pk_choice_given(&request.choice) || optind < argc))
		return pk_misuse(pk_complaints(ctx, fp), argv[0],
				 "-M reads no packets: none can be chosen");
	return pk_choice_run(ctx, &request.choice, argc, argv, fp, show, &request);
}

static const char *const recorded_drops[] = {"", NULL};

const struct pk_subcommand pk_subcommand_drops = {
	.name = "drops",
	.usage = "[-i INSTANCE] [-P LIST] [--by KEY,...] [-M] [-A|-W] [-j] " PK_CHOICE_USAGE
		 " [-s SKB] [EXPRESSION]",
	.summary = "dropped packets, by reason and place; counters of drops",
	.run = run,
	.of_packets = true,
	.recorded = recorded_drops,
};
