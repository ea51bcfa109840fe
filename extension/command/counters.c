// SPDX-License-Identifier: GPL-3.0-or-later
/* `pkttrace counters`: what /proc/net counts, of the machine and of each network namespace, and what packets' memory does. */
#include <stdlib.h>
#include <string.h>

#include "analysis/explain/skbs.h"
#include "command/command.h"
#include "command/options.h"
#include "core/kit.h"
#include "decode/net/counters/net_counters.h"
#include "decode/net/device/device.h"
#include "decode/net/device/net_device.h"
#include "decode/net/netfilter/netfilter.h"
#include "decode/net/route/route.h"
#include "decode/net/skb/skb.h"
#include "render/out.h"
#include "render/views.h"
#include "text/files.h"

#define MAX_NEIGHBOURS (1u << 20)
#define MAX_FRAG_QUEUES (1u << 20)

struct request {
	bool json, verbose, search;
	bool asked; /* for the namespace INUM alone */
	uint64_t inum;
	int file; /* enum pk_net_file; -1: none */
};

struct listing {
	struct pk_ctx *ctx;
	const struct request *request;
	struct pk_out *out;
	FILE *fp;
	struct pk_host_counters host;
	struct pk_neighbours_view neighbours;
	struct pk_neighbour *list; /* owned; of NEIGHBOURS */
	size_t room;
	struct pk_frag_queues_view fragments;
	struct pk_frag_queue *frag_queues; /* owned; of FRAGMENTS */
	size_t frag_room;
	uint64_t shown;
	enum pk_status status; /* of a file */
};

static bool add_neighbour(const struct pk_neighbour *neighbour, void *arg)
{
	struct listing *listing = arg;

	if (listing->neighbours.nr == MAX_NEIGHBOURS ||
	    !pk_grow(listing->list, listing->neighbours.nr, listing->room)) {
		pk_warn(listing->ctx, "more neighbours than are shown");
		return false;
	}
	listing->list[listing->neighbours.nr++] = *neighbour;
	listing->neighbours.list = listing->list;
	return true;
}

static bool add_frag_queue(const struct pk_frag_queue *queue, void *arg)
{
	struct listing *listing = arg;

	if (listing->fragments.nr == MAX_FRAG_QUEUES ||
	    !pk_grow(listing->frag_queues, listing->fragments.nr, listing->frag_room)) {
		pk_warn(listing->ctx, "more datagrams in fragments than are shown");
		return false;
	}
	listing->frag_queues[listing->fragments.nr++] = *queue;
	listing->fragments.list = listing->frag_queues;
	return true;
}

static void show_net(struct listing *listing, const struct pk_netns *net)
{
	const struct request *request = listing->request;
	struct pk_net_counters counters;

	pk_net_counters_read(listing->ctx, net->addr, net->inum, &counters);
	if (request->file < 0) {
		struct pk_nft_ruleset nft;

		pk_nft_ruleset_read(listing->ctx, counters.net, &nft);
		pk_render_net_counters(listing->out, &counters, &listing->neighbours,
				       &listing->fragments, &nft, listing->request->verbose);
		pk_nft_ruleset_deinit(&nft);
	} else {
		listing->status = pk_net_file_write(listing->ctx, (enum pk_net_file)request->file,
						    &counters, &listing->host, listing->fp);
	}
	pk_net_counters_deinit(&counters);
	listing->shown++;
}

static enum pk_status show_all(struct listing *listing)
{
	const struct request *request = listing->request;
	struct pk_reader r = {.ctx = listing->ctx};

	pk_host_counters_read(listing->ctx, &listing->host);
	if (request->file < 0) {
		struct pk_skb_memory held;
		struct pk_page_pools pools;
		enum pk_status status = pk_neighbours_list(listing->ctx, add_neighbour, listing);

		if (status != PK_OK && status != PK_ABSENT)
			pk_warn(listing->ctx, "neighbours: %s", pk_error(listing->ctx));
		for (int i = 0; i < PK_NR_NEIGHBOUR_FAMILIES; i++)
			listing->neighbours.tables[i] = pk_neighbour_table_read(listing->ctx, i);
		listing->fragments.status =
			pk_frag_queues_walk(listing->ctx, add_frag_queue, listing);
		if (listing->fragments.status != PK_OK && listing->fragments.status != PK_ABSENT)
			pk_warn(listing->ctx, "datagrams in fragments: %s", pk_error(listing->ctx));
		pk_skb_memory_read(listing->ctx, request->search, &held);
		pk_page_pools_read(listing->ctx, &pools);
		if (pools.status != PK_OK && pools.status != PK_ABSENT &&
		    pools.status != PK_NOT_CAPTURED)
			pk_warn(listing->ctx, "page pools: %s", pk_status_name(pools.status));
		pk_render_host_counters(listing->out, &listing->host, &listing->neighbours, &held,
					&pools, request->verbose);
		pk_page_pools_deinit(&pools);
		pk_skb_memory_deinit(&held);
	}
	pk_netns_for_each (net, &r) {
		if (request->asked && net.inum != request->inum)
			continue;
		show_net(listing, &net);
		if (request->file >= 0 || listing->out->failed)
			break;
	}
	if (!listing->shown)
		pk_try(&r, pk_fail(listing->ctx, PK_USAGE, "no network namespace %llu",
				   (unsigned long long)request->inum));
	pk_host_counters_deinit(&listing->host);
	free(listing->list);
	free(listing->frag_queues);
	return pk_ok(&r) ? listing->status : r.status;
}

static int file_named(const char *name)
{
	for (int i = 0; i < PK_NR_NET_FILES; i++)
		if (!strcmp(name, pk_net_file_name(i)))
			return i;
	return -1;
}

static int run(struct pk_ctx *ctx, int argc, char **argv, FILE *fp)
{
	struct request request = {.file = -1};
	const char *file = NULL, *inum = NULL;
	uint32_t named;
	const struct pk_option options[] = {
		{'j', "json", .set = &request.json},	 {'v', "verbose", .set = &request.verbose},
		{'s', "search", .set = &request.search}, {'n', "netns", .value = &inum},
		{'F', "file", .value = &file},		 {0}};
	struct pk_out out;
	struct listing listing = {.ctx = ctx, .request = &request, .out = &out, .fp = fp};
	enum pk_status status;
	bool failed;

	if (pk_options_read(argc, argv, options, 0, pk_complaints(ctx, fp)))
		return 2;
	if (file)
		request.file = file_named(file);
	if (file && request.file < 0) {
		const char *sub = argv[0];
		char names[128] = "";

		for (int i = 0; i < PK_NR_NET_FILES; i++)
			pk_choice_add(names, sizeof(names), pk_net_file_name(i));
		return pk_misuse(pk_complaints(ctx, fp), sub, "no file \"%s\"; there are: %s", file,
				 names);
	}
	request.asked = inum;
	if (inum && !pk_parse_uint(inum, UINT32_MAX, &request.inum)) {
		if (pk_netns_find(ctx, inum, &named) != PK_OK)
			return pk_failure(ctx, fp, argv[0], PK_USAGE);
		request.inum = named;
	}
	pk_output_begin(ctx, &out, fp, request.json);
	status = show_all(&listing);
	failed = out.failed;
	pk_out_deinit(&out);
	return status != PK_OK ? pk_failure(ctx, fp, "counters", status) : failed;
}

static const char *const recorded_counters[] = {"-v", "-F softnet_stat", NULL};

const struct pk_subcommand pk_subcommand_counters = {
	.name = "counters",
	.usage = "[-j] [-v] [-s] [-n NETNS] [-F FILE]",
	.summary = "what /proc/net counts, losses first",
	.run = run,
	.recorded = recorded_counters,
};
