// SPDX-License-Identifier: GPL-3.0-or-later
/* `pkttrace skb`: packets in memory by what they say of themselves, and whether they contradict it. */
#include <stdlib.h>

#include "analysis/explain/skbs.h"
#include "command/command.h"
#include "command/options.h"
#include "core/arena.h"
#include "core/kit.h"
#include "render/views.h"

struct request {
	bool json, verbose;
	const char *addr; /* NULL: all */
};

struct listing {
	struct pk_ctx *ctx;
	const struct request *request;
	struct pk_out *out;
	struct pk_queued_packets memory;
	const struct pk_skb_ways *ways; /* NULL: nobody asks for them */
	uint64_t shown, mangled, unread;
	struct pk_skbs_alike *alike; /* owned; in the order of their first */
	size_t nr_alike, room_alike;
	struct pk_texts places; /* WHERE of these */
	struct pk_hash by_place; /* of place and length: 1 + place in ALIKE */
};

static void render(struct listing *listing, const struct pk_placed_skb *skb, bool whole)
{
	struct pk_skb_view view = {.state = &skb->state, .where = skb->where, .whole = whole};
	struct pk_skb_hooks hooks = {0};

	if (listing->ways) {
		pk_skb_hooks_read(listing->ways, skb, &hooks);
		view.hooks = &hooks;
	}
	pk_render_skb(listing->out, &view);
	pk_skb_hooks_deinit(&hooks);
}

/* One of many at a place: a queue may hold thousands. False: it must have a line of its own. */
static bool fold(struct listing *listing, const struct pk_placed_skb *skb)
{
	const uint32_t len = skb->state.skb.len;
	const char *where;
	struct pk_skbs_alike *alike;
	uint64_t key;
	uintptr_t at;

	if (listing->ways || skb->state.faults || skb->state.unjudged != PK_OK)
		return false;
	where = pk_texts_keep(&listing->places, skb->where);
	if (!where)
		return false;
	key = pk_hash_bytes(pk_hash_bytes(PK_HASH_BEGIN, &where, sizeof(where)), &len, sizeof(len));
	for (; (at = (uintptr_t)pk_hash_get(&listing->by_place, key)); key++) {
		alike = &listing->alike[at - 1];
		if (alike->where == where && alike->len == len) {
			alike->nr++;
			return true;
		}
	}
	if (!pk_grow(listing->alike, listing->nr_alike, listing->room_alike) ||
	    !pk_hash_put(&listing->by_place, key, (void *)(uintptr_t)(listing->nr_alike + 1)))
		return false;
	listing->alike[listing->nr_alike++] = (struct pk_skbs_alike){
		.where = where, .len = len, .first = skb->state.skb.addr, .nr = 1};
	return true;
}

static bool show_skb(const struct pk_placed_skb *skb, void *arg)
{
	struct listing *listing = arg;

	listing->shown++;
	if (skb->status != PK_OK) {
		pk_warn(listing->ctx, "skb %llx, %s: %s", (unsigned long long)skb->addr, skb->where,
			pk_status_name(skb->status));
		listing->unread++;
		return true;
	}
	listing->mangled += skb->state.faults != 0;
	if (!fold(listing, skb))
		render(listing, skb, listing->request->verbose);
	return !listing->out->failed;
}

static void show_each(struct listing *listing)
{
	pk_queued_skbs_walk(listing->ctx, &listing->memory, show_skb, listing);
	pk_held_skbs_walk(listing->ctx, show_skb, listing);
	for (size_t i = 0; i < listing->nr_alike; i++)
		pk_render_skbs_alike(listing->out, &listing->alike[i]);
	pk_out_text(listing->out, "%llu packet(s) in memory, %llu mangled, %llu unreadable\n",
		    (unsigned long long)listing->shown, (unsigned long long)listing->mangled,
		    (unsigned long long)listing->unread);
}

/* A line a packet has no room for its way: then the trace is not read. */
static enum pk_status show_all(struct listing *listing)
{
	struct pk_skb_ways ways;
	uint64_t *addrs;
	size_t nr;
	enum pk_status status;

	if (!listing->request->verbose && !pk_out_whole(listing->out)) {
		show_each(listing);
		return PK_OK;
	}
	status = pk_placed_skbs(listing->ctx, &listing->memory, &addrs, &nr);
	if (status != PK_OK)
		return status;
	pk_skb_ways_open(listing->ctx, &listing->memory, addrs, nr, &ways);
	free(addrs);
	listing->ways = &ways;
	show_each(listing);
	pk_skb_ways_close(&ways);
	return PK_OK;
}

static enum pk_status show_one(struct listing *listing, uint64_t addr)
{
	struct pk_placed_skb skb;
	struct pk_skb_ways ways;

	pk_placed_skb_read(listing->ctx, &listing->memory, addr, &skb);
	if (skb.status != PK_OK)
		return skb.status;
	pk_skb_ways_open(listing->ctx, &listing->memory, &addr, 1, &ways);
	listing->ways = &ways;
	render(listing, &skb, true);
	pk_skb_ways_close(&ways);
	return PK_OK;
}

static int run(struct pk_ctx *ctx, int argc, char **argv, FILE *fp)
{
	struct request request = {0};
	const struct pk_option options[] = {{'j', "json", .set = &request.json},
					    {'v', "verbose", .set = &request.verbose},
					    {0}};
	uint64_t addr = 0;
	struct pk_out out;
	struct listing listing = {.ctx = ctx, .request = &request, .out = &out};
	enum pk_status status;
	bool failed;

	if (pk_options_read(argc, argv, options, 1, pk_complaints(ctx, fp)))
		return 2;
	if (optind < argc)
		request.addr = argv[optind++];
	if (request.addr && !pk_parse_addr(request.addr, &addr))
		return pk_misuse(pk_complaints(ctx, fp), argv[0], "no address \"%s\"",
				 request.addr);
	pk_output_begin(ctx, &out, fp, request.json);
	pk_queued_load(ctx, &listing.memory);
	status = request.addr ? show_one(&listing, addr) : show_all(&listing);
	pk_queued_deinit(&listing.memory);
	free(listing.alike);
	pk_texts_deinit(&listing.places);
	pk_hash_deinit(&listing.by_place, NULL);
	failed = out.failed;
	pk_out_deinit(&out);
	return status != PK_OK ? pk_failure(ctx, fp, "skb", status) : failed;
}

static const char *const recorded_skb[] = {"-v", NULL};

const struct pk_subcommand pk_subcommand_skb = {
	.name = "skb",
	.usage = "[-j] [-v] [ADDR]",
	.summary = "packets in memory, and contradictions in them",
	.run = run,
	.recorded = recorded_skb,
};
