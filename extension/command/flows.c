// SPDX-License-Identifier: GPL-3.0-or-later
/* `pkttrace flows`: connections and listeners with their queues, and what the trace saw of each. */
#include <stdlib.h>
#include <string.h>

#include "analysis/explain/socks.h"
#include "analysis/lives/packets.h"
#include "command/command.h"
#include "command/filter.h"
#include "command/options.h"
#include "command/parts.h"
#include "decode/net/netfilter/netfilter.h"
#include "decode/net/sock/sock.h"
#include "protocol/sockets.h"
#include "render/out.h"
#include "render/views.h"

#define MAX_SORTED 65536 /* sockets held at a time; more are printed in sorted portions */

struct request {
	bool json, verbose, memory, info;
	const char *by; /* NULL: each socket has its line */
	enum pk_sock_key key; /* of BY */
	struct pk_filter_request filter;
};

#define UNATTRIBUTED UINT32_MAX

/* Packets of one connection, keyed by its protocol and the tuple that its socket sends with. */
struct count {
	const struct pk_protocol *protocol;
	struct pk_tuple tuple;
	/* where several namespaces have connections of this tuple: its own; UNATTRIBUTED: of which is unknown; else 0 */
	uint32_t netns;
	struct pk_flow_counts counts;
	enum pk_match functions; /* did one of them go through what -f asks for? */
};

struct counts {
	struct count *list; /* owned; sorted by tuple, one entry each */
	size_t nr;
	bool known; /* a trace was read */
	uint64_t unknown; /* packets whose tuple is not known */
	bool unknown_may; /* and one of these may have gone through what -f asks for */
};

struct listing {
	struct pk_ctx *ctx;
	struct pk_out *out;
	struct pk_flow_list list;
	const struct request *request;
	const struct counts *counts;
	struct pk_sock_owners owners;
	struct pk_sock_paths paths; /* with request.info */
	struct pk_sleepers sleepers;
	struct pk_sock_readers readers;
	struct pk_conntrack_table conntracks;
	struct pk_sock_groups groups; /* with request.by, instead of a list */
	struct pk_sock *socks; /* owned */
	size_t nr, room, shown;
	uint64_t matched, may_match;
	/* Of one connection alone; NULL: of all. */
	const struct pk_protocol *protocol;
	const struct pk_tuple *tuple;
	const uint32_t *netns; /* of its two ends; NULL: any */
};

static int compare_tuples(const struct pk_tuple *a, const struct pk_tuple *b)
{
	int order = (int)a->family - b->family;

	if (!order)
		order = memcmp(a->saddr, b->saddr, sizeof(a->saddr));
	if (!order)
		order = (int)a->sport - b->sport;
	if (!order)
		order = memcmp(a->daddr, b->daddr, sizeof(a->daddr));
	return order ? order : (int)a->dport - b->dport;
}

static int compare_counts(const void *a, const void *b)
{
	const struct count *x = a, *y = b;
	int order = compare_tuples(&x->tuple, &y->tuple);

	if (!order)
		order = (int)x->protocol->number - y->protocol->number;
	return order ? order : x->netns < y->netns ? -1 : x->netns > y->netns;
}

/* Listeners last; namespaces apart. */
static int compare_socks(const void *a, const void *b)
{
	const struct pk_sock *x = a, *y = b;
	int order = (x->kind == PK_SOCK_LISTEN) - (y->kind == PK_SOCK_LISTEN);

	if (!order)
		order = x->netns < y->netns ? -1 : x->netns > y->netns;
	if (!order)
		order = compare_tuples(&x->tuple, &y->tuple);
	return order ? order : (int)x->protocol - y->protocol;
}

/* Every packet of the trace, by connection. Without a trace nothing is known. */
static void counts_init(struct pk_ctx *ctx, const struct pk_packet_filter *filter,
			struct counts *counts)
{
	struct pk_packet_filter any;
	struct pk_packet_set set;

	memset(counts, 0, sizeof(*counts));
	pk_packet_filter_init(&any);
	if (!filter)
		filter = &any;
	if (pk_packets_recent_through(ctx, PK_SUMMARY_PAGES, filter, &set) != PK_OK)
		return;
	ctx->last_boot = NULL; /* the sockets are of this boot */
	if (set.of_last_boot) {
		pk_packet_set_deinit(&set);
		return;
	}
	counts->list = calloc(set.nr ? set.nr : 1, sizeof(*counts->list));
	for (uint32_t i = 0; counts->list && i < set.nr; i++) {
		const struct pk_packet *packet = set.packets[i];
		struct count *count = &counts->list[counts->nr];

		if (packet->from_memory)
			continue;
		if (!packet->header.tuple_known) {
			counts->unknown++;
			counts->unknown_may |=
				pk_filter_match_functions(filter, packet) != PK_MATCH_NO;
			continue;
		}
		count->tuple = pk_packet_local(packet);
		count->protocol = pk_protocol_of(&packet->header);
		if (packet->connection & PK_CONNECTION_UNKNOWN)
			count->netns = UNATTRIBUTED;
		else if (packet->connection)
			count->netns = packet->netns;
		/* On its way through a third namespace it is no socket's. */
		if (packet->connection && !count->netns)
			continue;
		count->counts.packets = 1;
		count->counts.drops = packet->outcome == PK_OUT_DROPPED;
		count->counts.retransmits = packet->retransmit;
		count->functions = pk_filter_match_functions(filter, packet);
		counts->nr++;
	}
	counts->known = counts->list && set.events;
	if (counts->list) {
		size_t kept = 0;

		/* One entry a tuple in a namespace, its counts added up. */
		qsort(counts->list, counts->nr, sizeof(*counts->list), compare_counts);
		for (size_t i = 0; i < counts->nr; i++) {
			struct count *last = kept ? &counts->list[kept - 1] : NULL;

			if (last && !compare_counts(last, &counts->list[i])) {
				last->counts.packets += counts->list[i].counts.packets;
				last->counts.drops += counts->list[i].counts.drops;
				last->counts.retransmits += counts->list[i].counts.retransmits;
				if (counts->list[i].functions > last->functions)
					last->functions = counts->list[i].functions;
			} else {
				counts->list[kept++] = counts->list[i];
			}
		}
		counts->nr = kept;
	}
	pk_packet_set_deinit(&set);
}

static const struct count *count_in(const struct counts *counts, const struct pk_sock *sock,
				    uint32_t netns)
{
	struct count key = {pk_protocol_of_sock(sock), .tuple = sock->tuple, .netns = netns};

	return counts->known ? bsearch(&key, counts->list, counts->nr, sizeof(key), compare_counts)
			     : NULL;
}

static const struct count *count_of(const struct counts *counts, const struct pk_sock *sock)
{
	const struct count *found = count_in(counts, sock, 0);

	return found ? found : count_in(counts, sock, sock->netns);
}

/* A listener's packets bear the names of connections. */
static enum pk_match match_functions(const struct counts *counts, const struct pk_sock *sock)
{
	const struct count *found = count_of(counts, sock);

	if (found && found->functions != PK_MATCH_NO)
		return found->functions;
	return !counts->known || counts->unknown_may || sock->kind == PK_SOCK_LISTEN ? PK_MATCH_MAY
										     : PK_MATCH_NO;
}

static void count_flow(const struct counts *counts, const struct pk_sock *sock,
		       struct pk_flow_counts *ret_counts)
{
	const struct count *found;

	if (!counts->known || sock->kind == PK_SOCK_LISTEN)
		return;
	found = count_of(counts, sock);
	if (found)
		*ret_counts = found->counts;
	/* None seen is a fact only if every packet's connection is known; a number, if each with its addresses is in a known
	 * namespace. */
	ret_counts->known = (found || !counts->unknown) && !count_in(counts, sock, UNATTRIBUTED);
}

static bool has_info(const struct pk_sock *sock)
{
	return sock->kind == PK_SOCK_FULL || sock->kind == PK_SOCK_LISTEN;
}

static void tell_info(struct listing *listing, struct pk_flow *flow, struct pk_sock_info *info)
{
	struct pk_ctx *ctx = listing->ctx;
	const struct pk_protocol_sockets *sockets = pk_protocol_of_sock(&flow->sock)->sockets;
	struct pk_sock_limits limits;

	pk_sock_info_read(ctx, &flow->sock, info);
	flow->info = info;
	if (!sockets->reasons)
		return;
	flow->judged = true;
	pk_sock_limits_read(ctx, &flow->sock, &limits);
	pk_sock_sending_read(ctx, &flow->sock, &limits);
	sockets->reasons(&flow->sock, &limits, info, &flow->reasons);
	pk_sock_path_reasons(ctx, &listing->paths, &flow->sock, &flow->reasons);
	pk_sock_reader_reasons(&listing->readers, &flow->sock, &flow->reasons);
}

static void listing_flush(struct listing *listing)
{
	if (listing->nr)
		qsort(listing->socks, listing->nr, sizeof(*listing->socks), compare_socks);
	if (!listing->shown) {
		for (size_t i = 0; i < listing->nr; i++)
			pk_flow_list_measure(&listing->list, &listing->socks[i]);
		pk_render_flow_heading(&listing->list);
	}
	for (size_t i = 0; i < listing->nr; i++) {
		struct pk_flow flow = {.sock = listing->socks[i],
				       .verbose = listing->request->verbose,
				       .several = pk_protocols_several(listing->ctx)};
		struct pk_sock_info info;

		if (listing->request->info && has_info(&flow.sock))
			tell_info(listing, &flow, &info);
		count_flow(listing->counts, &flow.sock, &flow.counts);
		pk_sock_queues_read(listing->ctx, &flow.sock, &flow.queues);
		if (flow.verbose || pk_out_whole(listing->out)) {
			pk_sock_waiters_read(listing->ctx, &listing->sleepers, &flow.sock,
					     &flow.waiters);
			pk_conntracks_of(listing->ctx, &listing->conntracks, &flow.sock,
					 &flow.conntracks);
		}
		flow.owners = pk_sock_owners_of(&listing->owners, flow.sock.addr);
		flow.owners_known =
			flow.owners || (listing->owners.status == PK_OK && listing->owners.whole);
		pk_render_flow(&listing->list, &flow);
		pk_sock_queues_deinit(&flow.queues);
	}
	listing->shown += listing->nr;
	listing->nr = 0;
}

static bool is_wanted(struct listing *listing, const struct pk_sock *sock)
{
	const struct pk_packet_filter *filter = pk_filter_of(&listing->request->filter);
	enum pk_match match = filter ? pk_filter_match_sock(filter, sock) : PK_MATCH_YES;

	if (listing->tuple) {
		struct pk_tuple reversed = pk_tuple_reversed(listing->tuple);
		const uint32_t *netns = listing->netns;

		return pk_protocol_of_sock(sock) == listing->protocol &&
		       sock->kind != PK_SOCK_LISTEN &&
		       ((pk_tuple_equal(&sock->tuple, listing->tuple) &&
			 (!netns || netns[0] == sock->netns)) ||
			(pk_tuple_equal(&sock->tuple, &reversed) &&
			 (!netns || netns[1] == sock->netns)));
	}
	if (filter && filter->functions)
		match = pk_match_and(match, match_functions(listing->counts, sock));
	listing->matched += match == PK_MATCH_YES;
	listing->may_match += match == PK_MATCH_MAY;
	return match == PK_MATCH_YES || (match == PK_MATCH_MAY && filter->may_match);
}

static bool listing_add(const struct pk_sock *sock, void *arg)
{
	struct listing *listing = arg;

	if (!pk_protocol_is_shown(listing->ctx, pk_protocol_of_sock(sock)) ||
	    !is_wanted(listing, sock))
		return true;
	if (listing->request->by) {
		pk_sock_groups_add(listing->ctx, &listing->groups, sock);
		return !listing->groups.failed;
	}
	if (listing->nr == MAX_SORTED)
		listing_flush(listing);
	if (listing->nr == listing->room) {
		size_t room = listing->room ? 2 * listing->room : 64;
		struct pk_sock *grown = realloc(listing->socks, room * sizeof(*grown));

		if (grown) {
			listing->socks = grown;
			listing->room = room;
		} else {
			listing_flush(listing);
		}
	}
	if (listing->nr < listing->room)
		listing->socks[listing->nr++] = *sock;
	return !listing->out->failed;
}

static void listing_load(struct listing *listing)
{
	pk_sock_owners_load(listing->ctx, &listing->owners);
	listing->readers = (struct pk_sock_readers){
		.ctx = listing->ctx, .owners = &listing->owners, .sleepers = &listing->sleepers};
	if (listing->request->info)
		pk_sock_paths_load(listing->ctx, &listing->paths);
}

static void listing_deinit(struct listing *listing)
{
	pk_sock_owners_deinit(&listing->owners);
	pk_sock_paths_deinit(&listing->paths);
	pk_sleepers_deinit(&listing->sleepers);
	pk_sock_readers_deinit(&listing->readers);
	pk_conntrack_table_deinit(&listing->conntracks);
	pk_sock_groups_deinit(&listing->groups);
	free(listing->socks);
}

enum pk_status pk_flows_of(struct pk_ctx *ctx, struct pk_out *out,
			   const struct pk_protocol *protocol, const struct pk_tuple *tuple,
			   const uint32_t netns[2])
{
	const struct request request = {.memory = true, .info = true};
	const struct counts counts = {0};
	struct listing listing = {.ctx = ctx,
				  .out = out,
				  .request = &request,
				  .counts = &counts,
				  .protocol = protocol,
				  .tuple = tuple,
				  .netns = netns};
	enum pk_status status;

	listing_load(&listing);
	pk_flow_list_begin(&listing.list, out, pk_protocols_several(ctx), false);
	pk_out_text(out, "\nIts sockets:\n");
	status = pk_socks_walk(ctx, listing_add, &listing);
	listing_flush(&listing);
	if (status == PK_OK && !listing.shown)
		pk_out_text(out, netns && !(netns[0] && netns[1])
					 ? "(none is known to be of this connection)\n"
					 : "(none is in memory)\n");
	listing_deinit(&listing);
	return status;
}

/* TITLES: of the protocols that are told of. */
static enum pk_status show_flows(struct listing *listing, const char *titles)
{
	const struct request *request = listing->request;
	struct pk_out *out = listing->out;
	struct counts counts = {0};
	enum pk_status status;

	if (!request->memory && (!request->by || request->filter.function))
		counts_init(listing->ctx, pk_filter_of(&request->filter), &counts);
	listing->counts = &counts;
	if (!request->by)
		pk_flow_list_begin(&listing->list, out, pk_protocols_several(listing->ctx), true);
	status = pk_socks_walk(listing->ctx, listing_add, listing);
	if (request->by) {
		struct pk_sock_groups *groups = &listing->groups;

		pk_sock_groups_sort(groups);
		if (groups->nr)
			pk_render_sock_groups(listing->out, groups, listing->request->verbose);
		listing->shown = groups->all.sockets;
	} else {
		listing_flush(listing);
	}
	if (status == PK_OK && !listing->shown)
		pk_out_text(out, "(no %s socket%s)\n", titles, request->filter.any ? " fits" : "");
	pk_filter_render(out, &request->filter, listing->matched, listing->may_match);
	pk_filter_note(out, &request->filter, "socket", listing->may_match);
	if (counts.unknown)
		pk_out_text(out, "%llu packet(s) of the trace belong to no known connection\n",
			    (unsigned long long)counts.unknown);
	free(counts.list);
	return status;
}

/* Another protocol than those with a list of their own. */
static bool others_shown(const struct pk_ctx *ctx)
{
	for (int i = 0; pk_protocols[i]; i++)
		if (pk_protocols[i] != &pk_sctp && pk_protocols[i] != &pk_esp &&
		    pk_protocol_is_shown(ctx, pk_protocols[i]))
			return true;
	return false;
}

static int show(struct pk_ctx *ctx, const struct request *request, FILE *fp)
{
	struct pk_out out;
	struct listing listing = {.ctx = ctx, .out = &out, .request = request};
	enum pk_status status = PK_OK;
	char titles[PK_TITLES_MAX];
	bool failed;

	listing_load(&listing);
	listing.groups.key = request->key;
	listing.groups.owners = &listing.owners;
	pk_output_begin(ctx, &out, fp, request->json);
	pk_protocols_titles(ctx, titles, sizeof(titles));
	if (others_shown(ctx))
		status = show_flows(&listing, titles);
	else if (request->by)
		pk_out_text(&out, "(sockets of these protocols are not summed up)\n");
	if (status == PK_OK && !request->by && pk_protocol_is_shown(ctx, &pk_sctp))
		status = pk_sctp_show(ctx, &out, pk_filter_of(&request->filter), &listing.owners,
				      request->verbose, !strcmp(titles, pk_sctp.title));
	if (status == PK_OK && !request->by && pk_protocol_is_shown(ctx, &pk_esp))
		status = pk_xfrm_show(ctx, &out, pk_filter_of(&request->filter),
				      !strcmp(titles, pk_esp.title));
	if (status == PK_OK && !request->by && pk_local_any_shown(ctx))
		status = pk_local_socks_show(ctx, &out, pk_filter_of(&request->filter),
					     &listing.readers, request->verbose, request->info);
	failed = out.failed;
	pk_out_deinit(&out);
	listing_deinit(&listing);
	if (status != PK_OK)
		return pk_failure(ctx, fp, "flows", status);
	return failed;
}

static int parse(struct request *request, int argc, char **argv, FILE *fp)
{
	struct pk_filter_request *filter = &request->filter;
	bool may_match = false;
	const struct pk_option options[] = {{'j', "json", .set = &request->json},
					    {'v', "verbose", .set = &request->verbose},
					    {'M', "memory", .set = &request->memory},
					    {'o', "info", .set = &request->info},
					    {'b', "by", .value = &request->by},
					    {'u', NULL, .set = &may_match},
					    {'k', "sock", .filter = filter},
					    {'m', "mark", .filter = filter},
					    {PK_FILTER_NETNS, "netns", .filter = filter},
					    {'f', "function", .filter = filter},
					    {0}};

	if (pk_options_read(argc, argv, options, PK_ANY_WORDS, fp))
		return 2;
	if (may_match)
		pk_filter_show_may(filter);
	while (request->by && strcmp(request->by, pk_sock_key_name(request->key)) != 0)
		if (++request->key == PK_NR_SOCK_KEYS)
			return pk_misuse(fp, argv[0], "--by takes one of: process, cgroup, netns");
	return 0;
}

static int run(struct pk_ctx *ctx, int argc, char **argv, FILE *fp)
{
	struct request request = {0};
	int code = parse(&request, argc, argv, pk_complaints(ctx, fp));
	enum pk_status status;

	if (code)
		return code;
	if (request.memory && request.filter.function)
		return pk_misuse(pk_complaints(ctx, fp), argv[0],
				 "-f needs the trace, which -M leaves out");
	status = pk_filter_words(ctx, &request.filter, argc, argv);
	code = status == PK_OK ? show(ctx, &request, fp) : pk_failure(ctx, fp, argv[0], status);
	pk_filter_request_deinit(&request.filter);
	return code;
}

static const char *const recorded_flows[] = {"-v",
					     "-M -v -o",
					     "-P all -M -v -o",
					     "-P unix,netlink,packet,raw -M -v -o",
					     "-P sctp -M -v",
					     "-P esp -M -v",
					     "-P all -M --by cgroup",
					     NULL};

const struct pk_subcommand pk_subcommand_flows = {
	.name = "flows",
	.usage = "[-i INSTANCE] [-P LIST] [-j] [-v] [-o] [-M] [--by KEY] [-u] [-k SOCK] [-m "
		 "MARK[/MASK]] "
		 "[--netns NETNS] [-f "
		 "FUNC|@FILE] "
		 "[EXPRESSION]",
	.summary = "connections and listeners, with their queues",
	.run = run,
	.of_local = true,
	.of_packets = true,
	.recorded = recorded_flows,
};
