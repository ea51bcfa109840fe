// SPDX-License-Identifier: GPL-3.0-or-later
/* `pkttrace routes`: routes, rules and nexthops of every network namespace, what stands beside them, and the way that a
 * packet would have gone. */
#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/explain/socks.h"
#include "command/command.h"
#include "command/options.h"
#include "command/parts.h"
#include "decode/net/device/net_device.h"
#include "decode/net/route/route.h"
#include "render/views.h"

#define MAX_LISTED (1u << 20) /* routes of a family of a namespace that are listed */

struct request {
	bool json, verbose, only4, only6, asked;
	uint64_t inum; /* if ASKED */
	const struct pk_net_list *list; /* NULL: routes, rules and nexthops */
	bool get; /* the way of FLOW */
	struct pk_route_flow flow;
};

struct showing {
	struct pk_ctx *ctx;
	struct pk_out *out;
	const struct request *request;
	uint64_t net;
	uint32_t inum;
	uint32_t shown; /* namespaces */
	uint32_t listed;
	enum pk_status status;
};

/* What could not be read, where it is missing. */
static void complain(struct showing *showing, const char *what, enum pk_status status)
{
	pk_warn(showing->ctx, "namespace %u: %s: %s", showing->inum, what, pk_error(showing->ctx));
	pk_out_text(showing->out, "(%s)\n", pk_status_name(status));
}

static void heading(struct showing *showing, const char *what)
{
	pk_out_tone(showing->out, PK_TONE_HEAD);
	pk_out_text(showing->out, "netns %u: %s\n", showing->inum, what);
	pk_out_netns_told(showing->out, showing->inum);
}

static bool show_route(struct pk_route *route, void *arg)
{
	struct showing *showing = arg;

	pk_render_route(showing->out, showing->inum, route);
	return ++showing->listed < MAX_LISTED && !showing->out->failed;
}

static void show_rules(struct showing *showing, uint8_t family)
{
	struct pk_rules rules;

	const char *what = family == 6 ? "IPv6 rules" : "IPv4 rules";

	heading(showing, what);
	pk_rules_read(showing->ctx, showing->net, family, &rules);
	for (size_t i = 0; i < rules.nr; i++)
		pk_render_rule(showing->out, showing->inum, family, &rules.list[i]);
	if (rules.status == PK_ABSENT)
		pk_out_text(showing->out, "(this kernel has none: tables local and main are looked "
					  "up)\n");
	else if (rules.status != PK_OK)
		complain(showing, what, rules.status);
	free(rules.list);
}

static void show_routes(struct showing *showing, uint8_t family, const struct pk_nexthops *nexthops)
{
	const struct pk_routes_request request = {.net = showing->net,
						  .family = family,
						  .nexthops = nexthops,
						  .fn = show_route,
						  .arg = showing};
	const char *what = family == 6 ? "IPv6 routes" : "IPv4 routes";
	enum pk_status status;

	heading(showing, what);
	showing->listed = 0;
	status = pk_routes_list(showing->ctx, &request);
	if (status != PK_OK)
		complain(showing, what, status);
	if (showing->listed == MAX_LISTED)
		pk_warn(showing->ctx, "namespace %u: only the first %u IPv%u routes are listed",
			showing->inum, MAX_LISTED, family);
}

/* The way in one namespace: the first, unless another was asked for. */
static void show_ways(struct showing *showing)
{
	const struct pk_route_flow *flow = &showing->request->flow;
	struct pk_route_ways ways;

	showing->status = pk_route_ways_find(showing->ctx, showing->net, flow, &ways);
	if (showing->status != PK_OK)
		return;
	for (uint32_t i = 0; i < ways.nr; i++)
		pk_render_way(showing->out, showing->inum, flow, &ways, &ways.list[i]);
	if (ways.more)
		pk_warn(showing->ctx, "there are more ways: too many rules cannot be evaluated");
	pk_route_ways_deinit(&ways);
}

static void show_net(struct showing *showing)
{
	struct pk_nexthops nexthops;
	bool failed;

	/* a capsule is recorded: `get` is to be answered from it */
	if (showing->ctx->screen.unseen)
		pk_route_ways_record(showing->ctx, showing->net);
	pk_nexthops_read(showing->ctx, showing->net, &nexthops);
	failed = nexthops.status != PK_OK && nexthops.status != PK_ABSENT;
	if (nexthops.nr || failed)
		heading(showing, "nexthops");
	for (size_t i = 0; i < nexthops.nr; i++)
		pk_render_nexthop(showing->out, showing->inum, &nexthops.list[i]);
	if (failed)
		complain(showing, "nexthops", nexthops.status);
	for (uint8_t family = 4; family <= 6; family += 2)
		if (family == 6 ? !showing->request->only4 : !showing->request->only6) {
			show_rules(showing, family);
			show_routes(showing, family, &nexthops);
		}
	pk_nexthops_deinit(&nexthops);
}

static enum pk_status show_list(struct pk_ctx *ctx, const struct request *request,
				struct pk_out *out)
{
	const struct pk_net_list_request of = {.list = request->list,
					       .only4 = request->only4,
					       .only6 = request->only6,
					       .verbose = request->verbose,
					       .inum = request->asked ? (uint32_t)request->inum
								      : 0};

	return pk_net_list_show(ctx, out, &of);
}

static enum pk_status show_nets(struct pk_ctx *ctx, const struct request *request,
				struct pk_out *out)
{
	struct showing showing = {.ctx = ctx, .out = out, .request = request};
	struct pk_reader r = {.ctx = ctx};

	pk_netns_for_each (net, &r) {
		if (request->asked && net.inum != request->inum)
			continue;
		showing.net = net.addr;
		showing.inum = net.inum;
		showing.shown++;
		if (request->get)
			show_ways(&showing);
		else
			show_net(&showing);
		if (request->get || out->failed)
			break;
	}
	if (!showing.shown)
		pk_try(&r, pk_fail(ctx, PK_USAGE, "no network namespace %llu",
				   (unsigned long long)request->inum));
	return pk_ok(&r) ? showing.status : r.status;
}

static bool parse_address(const char *text, struct pk_prefix *ret_address)
{
	*ret_address = (struct pk_prefix){0};
	if (inet_pton(AF_INET, text, ret_address->bytes) == 1)
		*ret_address = (struct pk_prefix){.family = 4, .length = 32};
	else if (inet_pton(AF_INET6, text, ret_address->bytes) == 1)
		*ret_address = (struct pk_prefix){.family = 6, .length = 128};
	else
		return false;
	return inet_pton(ret_address->family == 6 ? AF_INET6 : AF_INET, text, ret_address->bytes) ==
	       1;
}

/* WORD and what stands behind it, of `get`. */
static bool parse_pair(const char *word, const char *value, struct pk_route_flow *flow)
{
	uint64_t number;
	char *device = !strcmp(word, "oif") ? flow->oif : !strcmp(word, "iif") ? flow->iif : NULL;

	if (device && value[0] && strlen(value) < sizeof(flow->oif)) {
		strcpy(device, value);
		return true;
	}
	if (!strcmp(word, "from"))
		return parse_address(value, &flow->src) && flow->src.family == flow->dst.family;
	if (!strcmp(word, "mark") && pk_parse_uint(value, UINT32_MAX, &number))
		flow->mark = (uint32_t)number;
	else if (!strcmp(word, "tos") && pk_parse_uint(value, UINT8_MAX, &number))
		flow->tos = (uint8_t)number;
	else
		return false;
	return true;
}

static int read_words(struct request *request, int nr, char **words, FILE *fp)
{
	struct pk_route_flow *flow = &request->flow;

	if (!nr)
		return 0;
	request->list = pk_net_list_find(words[0]);
	if (request->list && nr == 1)
		return 0;
	if (strcmp(words[0], "get"))
		return pk_misuse(fp, "routes",
				 "\"%s\" is not understood; there are: neigh, addr, fdb, vlan, "
				 "get ADDR",
				 words[request->list ? 1 : 0]);
	if (nr < 2 || !parse_address(words[1], &flow->dst))
		return pk_misuse(fp, "routes", "no address \"%s\"", nr < 2 ? "" : words[1]);
	for (int i = 2; i < nr; i += 2)
		if (i + 1 == nr || !parse_pair(words[i], words[i + 1], flow))
			return pk_misuse(fp, "routes", "\"%s%s%s\" is not understood", words[i],
					 i + 1 < nr ? " " : "", i + 1 < nr ? words[i + 1] : "");
	request->get = true;
	return 0;
}

static int run(struct pk_ctx *ctx, int argc, char **argv, FILE *fp)
{
	struct request request = {0};
	const char *inum = NULL;
	uint32_t named;
	const struct pk_option options[] = {
		{'j', "json", .set = &request.json}, {'4', NULL, .set = &request.only4},
		{'6', NULL, .set = &request.only6},  {'v', "verbose", .set = &request.verbose},
		{'n', "netns", .value = &inum},	     {0}};
	struct pk_out out;
	enum pk_status status;
	bool failed;

	if (pk_options_read(argc, argv, options, PK_ANY_WORDS, pk_complaints(ctx, fp)))
		return 2;
	request.asked = inum;
	if (inum && !pk_parse_uint(inum, UINT32_MAX, &request.inum)) {
		if (pk_netns_find(ctx, inum, &named) != PK_OK)
			return pk_failure(ctx, fp, argv[0], PK_USAGE);
		request.inum = named;
	}
	if (request.only4 && request.only6)
		request.only4 = request.only6 = false;
	if (read_words(&request, argc - optind, argv + optind, pk_complaints(ctx, fp)))
		return 2;
	pk_output_begin(ctx, &out, fp, request.json);
	status = request.list ? show_list(ctx, &request, &out) : show_nets(ctx, &request, &out);
	failed = out.failed;
	pk_out_deinit(&out);
	return status != PK_OK ? pk_failure(ctx, fp, "routes", status) : failed;
}

static const char *const recorded_routes[] = {"", "neigh", "addr", "fdb", "vlan", NULL};

const struct pk_subcommand pk_subcommand_routes = {
	.name = "routes",
	.usage = "[-j] [-v] [-4] [-6] [-n NETNS] [neigh|addr|fdb|vlan] [get ADDR [from ADDR] [mark "
		 "N] "
		 "[tos N] [oif DEV] [iif DEV]]",
	.summary = "routes, rules, neighbours, addresses, FDB; which way to go",
	.run = run,
	.unredacted = true,
	.recorded = recorded_routes,
};
