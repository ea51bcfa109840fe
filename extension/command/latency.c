// SPDX-License-Identifier: GPL-3.0-or-later
/* `pkttrace latency`: how long packets took from one point of their way to the next. */
#include "analysis/explain/path.h"

#include <stdlib.h>
#include <string.h>

#include "command/command.h"
#include "command/options.h"
#include "command/packets.h"
#include "core/kit.h"
#include "render/views.h"

#define KEYS                                                                                       \
	(1u << PK_BY_DEV | 1u << PK_BY_FLOW | 1u << PK_BY_NETNS | 1u << PK_BY_SECOND |             \
	 1u << PK_BY_PROTOCOL | 1u << PK_BY_CPU | 1u << PK_BY_CGROUP)
#define LISTED 20

struct request {
	struct pk_choice choice;
	const char *keys, *slower; /* --by, --slower-than */
	struct pk_group_by by;
	uint64_t slower_ns; /* 0: all */
	bool json, verbose, absolute, wall;
};

/* "5ms": a whole number with a unit. */
static bool parse_duration(const char *text, uint64_t *ret_ns)
{
	static const struct {
		const char *name;
		uint64_t ns;
	} units[] = {{"ns", 1}, {"us", 1000}, {"ms", 1000000}, {"s", 1000000000}};
	size_t digits = strspn(text, "0123456789");
	char number[16];
	uint64_t value;

	if (!digits || digits >= sizeof(number))
		return false;
	memcpy(number, text, digits);
	number[digits] = '\0';
	if (digits > 1 && number[0] == '0') /* not octal */
		return false;
	if (!pk_parse_uint(number, 1000000000, &value))
		return false;
	for (size_t i = 0; i < PK_ARRAY_SIZE(units); i++)
		if (!strcmp(text + digits, units[i].name)) {
			*ret_ns = value * units[i].ns;
			return true;
		}
	return false;
}

struct measuring {
	const struct request *request;
	struct pk_groups groups;
	struct pk_latency_view view;
	struct pk_sample *list; /* owned */
	size_t nr, room;
};

static enum pk_status measure(struct measuring *measuring, struct pk_path_maker *maker,
			      const struct pk_packet *packet)
{
	struct pk_latency_view *view = &measuring->view;
	struct pk_latency latency;
	enum pk_status status = pk_latency_measure(maker, packet, &latency);
	const struct request *request = measuring->request;

	if (status != PK_OK || packet->timeless)
		return status;
	view->packets++;
	if (packet->events_lost) {
		view->lossy++;
		return PK_OK;
	}
	view->incomplete += !latency.nr && !latency.still && !latency.back;
	view->still += latency.still;
	view->back += latency.back;
	for (unsigned i = 0; i < latency.nr; i++) {
		const struct pk_latency_stage *stage = &latency.stages[i];
		const struct pk_sample sample = {.packet = packet,
						 .part = packet,
						 .ts = stage->ts,
						 .value = stage->ns,
						 .stage = stage->name,
						 .rank = stage->rank,
						 .cpu = stage->cpu,
						 .task = stage->task};

		if (stage->ns <= request->slower_ns)
			continue;
		pk_groups_add(&measuring->groups, &sample);
		if (!request->slower && !request->verbose)
			continue;
		if (pk_grow(measuring->list, measuring->nr, measuring->room))
			measuring->list[measuring->nr++] = sample;
		else
			measuring->groups.failed = true;
	}
	return PK_OK;
}

static enum pk_status measure_all(struct pk_ctx *ctx, struct measuring *measuring,
				  const struct pk_packet_set *set)
{
	struct pk_path_maker *maker;
	struct pk_chosen chosen;
	enum pk_status status = pk_choose(ctx, &measuring->request->choice, set, &chosen);

	if (status != PK_OK)
		return status;
	status = pk_path_maker_create(ctx, set, &maker);
	if (status == PK_OK) {
		for (uint32_t i = 0; i < chosen.nr && status == PK_OK; i++) {
			status = measure(measuring, maker, chosen.packets[i]);
			if (ctx->progress && i && !(i & 0xff))
				ctx->progress("packets measured", i);
		}
		pk_path_maker_destroy(maker);
	}
	pk_chosen_deinit(&chosen);
	return status == PK_OK && measuring->groups.failed
		       ? pk_fail(ctx, PK_NOMEM, "latencies of packets")
		       : status;
}

static int by_value(const void *a, const void *b)
{
	const struct pk_sample *x = a, *y = b;

	if (x->value != y->value)
		return x->value > y->value ? -1 : 1;
	return x->ts < y->ts ? -1 : x->ts > y->ts;
}

static enum pk_status show(struct pk_ctx *ctx, const void *arg, FILE *fp)
{
	const struct request *request = arg;
	struct measuring measuring = {.request = request};
	struct pk_packet_set set = {0};
	struct pk_packet_style style;
	struct pk_out out;
	enum pk_status status = pk_choice_load(ctx, &request->choice, &set);

	if (status != PK_OK)
		return status;
	pk_groups_init(&measuring.groups, ctx, &set, &request->by, 0, true);
	status = measure_all(ctx, &measuring, &set);
	pk_groups_finish(&measuring.groups);
	if (measuring.nr)
		qsort(measuring.list, measuring.nr, sizeof(*measuring.list), by_value);
	measuring.view.groups = &measuring.groups;
	measuring.view.list = measuring.list;
	measuring.view.nr = measuring.nr;
	measuring.view.nr_shown = request->verbose ? measuring.nr : LISTED;
	pk_packet_style_init(&style, ctx, &set, request->absolute, request->wall);
	pk_output_begin(ctx, &out, fp, request->json);
	if (status == PK_OK)
		pk_render_latency(&out, &style, &measuring.view);
	pk_out_deinit(&out);
	free(measuring.list);
	pk_groups_deinit(&measuring.groups);
	pk_packet_set_deinit(&set);
	return status;
}

static int run(struct pk_ctx *ctx, int argc, char **argv, FILE *fp)
{
	struct request request = {.choice.n = PK_EVERY_PACKET};
	const struct pk_option options[] = {PK_CHOICE_OPTIONS(&request.choice),
					    {'s', "skb", .filter = &request.choice.filter},
					    {'b', "by", .value = &request.keys},
					    {'l', "slower-than", .value = &request.slower},
					    {'j', "json", .set = &request.json},
					    {'v', "verbose", .set = &request.verbose},
					    {'A', NULL, .set = &request.absolute},
					    {'W', "wall", .set = &request.wall},
					    {0}};
	struct pk_group_by more = {.nr = 0};

	if (pk_options_read(argc, argv, options, PK_ANY_WORDS, pk_complaints(ctx, fp)) ||
	    pk_choice_read(&request.choice, argv[0], pk_complaints(ctx, fp)))
		return 2;
	if (request.keys && !pk_group_by_parse(request.keys, KEYS, &more))
		return pk_misuse(pk_complaints(ctx, fp), argv[0],
				 "--by takes a list of: dev, flow, netns, second, protocol, cpu, "
				 "cgroup");
	if (request.slower && !parse_duration(request.slower, &request.slower_ns))
		return pk_misuse(pk_complaints(ctx, fp), argv[0],
				 "--slower-than takes a whole number with ns, us, ms or s");
	request.by = (struct pk_group_by){.keys = {PK_BY_STAGE}, .nr = 1 + more.nr};
	memcpy(request.by.keys + 1, more.keys, more.nr * sizeof(more.keys[0]));
	return pk_choice_run(ctx, &request.choice, argc, argv, fp, show, &request);
}

static const char *const recorded_latency[] = {"--by cgroup", NULL};

const struct pk_subcommand pk_subcommand_latency = {
	.name = "latency",
	.usage = "[-i INSTANCE] [-P LIST] [--by KEY,...] [--slower-than TIME] [-v] [-A|-W] "
		 "[-j] " PK_CHOICE_USAGE " [-s SKB] [EXPRESSION]",
	.summary = "how long packets took, from stage to stage",
	.run = run,
	.of_packets = true,
	.recorded = recorded_latency,
};
