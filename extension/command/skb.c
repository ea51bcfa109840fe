// SPDX-License-Identifier: GPL-3.0-or-later
/* `pkttrace skb`: packets in memory by what they say of themselves, and whether they contradict it. */
#include "analysis/skb_hooks.h"
#include "command/command.h"
#include "command/options.h"
#include "decode/probe/probe.h"
#include "render/skb.h"

struct request {
	bool json, verbose;
	const char *addr; /* NULL: all */
};

struct listing {
	struct pk_ctx *ctx;
	const struct request *request;
	struct pk_out *out;
	uint64_t shown, mangled, unread;
};

static bool show_skb(const struct pk_placed_skb *skb, void *arg)
{
	struct listing *listing = arg;
	struct pk_skb_view view = {
		.state = &skb->state, .where = skb->where, .whole = listing->request->verbose};

	listing->shown++;
	if (skb->status != PK_OK) {
		pk_warn(listing->ctx, "skb %llx, %s: %s", (unsigned long long)skb->addr, skb->where,
			pk_status_name(skb->status));
		listing->unread++;
		return true;
	}
	listing->mangled += skb->state.faults != 0;
	pk_render_skb(listing->out, &view);
	return !listing->out->failed;
}

static void show_all(struct listing *listing)
{
	struct pk_memory memory;

	pk_memory_load(listing->ctx, &memory);
	pk_queued_skbs_walk(listing->ctx, &memory, show_skb, listing);
	pk_held_skbs_walk(listing->ctx, show_skb, listing);
	pk_memory_deinit(&memory);
	pk_out_text(listing->out, "%llu packets in memory, %llu mangled, %llu unreadable\n",
		    (unsigned long long)listing->shown, (unsigned long long)listing->mangled,
		    (unsigned long long)listing->unread);
}

static enum pk_status show_one(struct listing *listing, uint64_t addr)
{
	struct pk_placed_skb skb;
	struct pk_memory memory;
	struct pk_skb_hooks hooks;
	struct pk_skb_view view = {
		.state = &skb.state, .where = skb.where, .hooks = &hooks, .whole = true};
	const struct pk_probe_list *probes;

	pk_memory_load(listing->ctx, &memory);
	pk_placed_skb_read(listing->ctx, &memory, addr, &skb);
	if (skb.status == PK_OK) {
		if (pk_probes_load(listing->ctx, &probes) != PK_OK) {
			pk_warn(listing->ctx, "%s", pk_error(listing->ctx));
			probes = NULL;
		}
		pk_skb_hooks_read(listing->ctx, &skb, &memory, probes, &hooks);
		pk_render_skb(listing->out, &view);
		pk_skb_hooks_deinit(&hooks);
	}
	pk_memory_deinit(&memory);
	return skb.status;
}

static int show(struct pk_ctx *ctx, const struct request *request, uint64_t addr, FILE *fp)
{
	struct pk_out out;
	struct listing listing = {.ctx = ctx, .request = request, .out = &out};
	enum pk_status status = PK_OK;
	bool failed;

	pk_out_begin(&out, fp, request->json, ctx->screen);
	if (request->addr)
		status = show_one(&listing, addr);
	else
		show_all(&listing);
	failed = out.failed;
	pk_out_deinit(&out);
	return status != PK_OK ? pk_failure(ctx, fp, "skb", status) : failed;
}

static int run(struct pk_ctx *ctx, int argc, char **argv, FILE *fp)
{
	struct request request = {0};
	const struct pk_option options[] = {{'j', "json", .set = &request.json},
					    {'v', "verbose", .set = &request.verbose},
					    {0}};
	uint64_t addr = 0;

	if (pk_options_read(argc, argv, options, fp))
		return 2;
	if (optind < argc)
		request.addr = argv[optind++];
	if (optind < argc)
		return pk_misuse(fp, argv[0], "what is \"%s\"?", argv[optind]);
	if (request.addr && !pk_parse_addr(request.addr, &addr))
		return pk_misuse(fp, argv[0], "no address \"%s\"", request.addr);
	return show(ctx, &request, addr, fp);
}

static const char *const recorded_skb[] = {"", NULL};

const struct pk_subcommand pk_subcommand_skb = {
	.name = "skb",
	.usage = "[-j] [-v] [ADDR]",
	.summary = "packets in memory, and contradictions in them",
	.run = run,
	.recorded = recorded_skb,
};
