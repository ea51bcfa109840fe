// SPDX-License-Identifier: GPL-3.0-or-later
/* `pkttrace story`: one connection, both ways, and its sockets. */
#include <string.h>

#include "analysis/explain/story.h"
#include "analysis/lives/packets.h"
#include "command/command.h"
#include "command/filter.h"
#include "command/options.h"
#include "command/packets.h"
#include "command/parts.h"
#include "render/out.h"
#include "render/views.h"

struct request {
	bool json, absolute, wall;
	struct pk_filter_request filter;
};

static int parse(struct request *request, int argc, char **argv, FILE *fp)
{
	struct pk_filter_request *filter = &request->filter;
	const struct pk_option options[] = {{'j', NULL, .set = &request->json},
					    {'A', NULL, .set = &request->absolute},
					    {'W', "wall", .set = &request->wall},
					    {'k', "sock", .filter = filter},
					    {PK_FILTER_NETNS, "netns", .filter = filter},
					    {0}};

	return pk_options_read(argc, argv, options, PK_ANY_WORDS, fp);
}

/* The one word left is a packet's ID, or an end of it: hexadecimal digits and dots, after a "#" perhaps. */
static bool is_id(int argc, char **argv)
{
	const char *word = optind + 1 == argc ? argv[optind] : "";

	return word[0] == '#' || (word[0] && !word[strspn(word, "0123456789abcdef.")]);
}

/* The newest that fits; of those before the panic, if any is. */
static const struct pk_packet *newest(const struct pk_packet_set *set,
				      const struct pk_packet_filter *filter)
{
	const struct pk_packet *found = NULL;

	for (uint32_t i = set->nr; i-- > 0;) {
		const struct pk_packet *packet = set->packets[i];

		if (!packet->header.tuple_known || !pk_packet_set_wants(set, filter, packet))
			continue;
		if (!pk_packet_after_panic(set, packet))
			return packet;
		found = found ? found : packet;
	}
	return found;
}

/* The packet that names the connection; where nobody says which (ID and filter), that which the machine died with. */
static enum pk_status choose(struct pk_ctx *ctx, const struct request *request, const char *id,
			     const struct pk_packet_set *set, const struct pk_packet **ret_packet)
{
	const struct pk_packet_filter *filter = pk_filter_of(&request->filter);
	const struct pk_packet *packet;

	if (id)
		return pk_packet_by_id(ctx, set, id, ret_packet);
	packet = filter ? NULL : pk_packet_of_panic(set);
	if (!packet || !packet->header.tuple_known)
		packet = newest(set, filter);
	if (!packet)
		return pk_fail(
			ctx, PK_ABSENT,
			"no packet with known addresses %s; what sockets say: pkttrace flows -o%s",
			filter ? "fits" : "is in the dump",
			ctx->protocols ? "" : "; other protocols were not looked at: -P all does");
	*ret_packet = packet;
	return PK_OK;
}

static int run(struct pk_ctx *ctx, int argc, char **argv, FILE *fp)
{
	struct request request = {0};
	struct pk_packet_set set = {0};
	const struct pk_packet *packet;
	enum pk_status status;
	const char *id = NULL;

	if (parse(&request, argc, argv, pk_complaints(ctx, fp)))
		return 2;
	if (is_id(argc, argv))
		status = pk_packet_id_read(ctx, argv[optind], &id);
	else
		status = pk_filter_words(ctx, &request.filter, argc, argv);
	if (status == PK_OK)
		status = pk_packets_last(ctx, PK_EVERY_PACKET, NULL, &set);
	if (status == PK_OK)
		status = choose(ctx, &request, id, &set, &packet);
	if (status == PK_OK) {
		struct pk_packet_style style;
		struct pk_story story;
		struct pk_out out;
		uint32_t netns[2];

		status = pk_story_make(ctx, &set, packet, &story);

		if (status == PK_OK) {
			pk_packet_style_init(&style, ctx, &set, request.absolute, request.wall);
			pk_output_begin(ctx, &out, fp, request.json);
			pk_render_story(&out, &style, &story);
			for (unsigned i = 0; i < 2; i++)
				netns[i] = story.ends[i].netns;
			if (!set.of_last_boot)
				status = pk_flows_of(ctx, &out, story.protocol, &story.tuple,
						     story.connection ? netns : NULL);
			pk_out_deinit(&out);
			pk_story_deinit(&story);
		}
	}
	pk_packet_set_deinit(&set);
	pk_filter_request_deinit(&request.filter);
	return status == PK_OK ? 0 : pk_failure(ctx, fp, argv[0], status);
}

static const char *const recorded_story[] = {"", NULL};

const struct pk_subcommand pk_subcommand_story = {
	.name = "story",
	.usage = "[-i INSTANCE] [-P LIST] [-A|-W] [-j] [ID | [-k SOCK] [--netns NETNS] "
		 "[EXPRESSION]]",
	.summary = "one connection, both directions in time order; its sockets",
	.run = run,
	.of_packets = true,
	.recorded = recorded_story,
};
