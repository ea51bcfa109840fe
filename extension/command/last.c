// SPDX-License-Identifier: GPL-3.0-or-later
/* `pkttrace last` and `pkttrace show`: packets, newest last, and one of them whole. */
#include <stdlib.h>
#include <string.h>

#include "analysis/packets.h"
#include "analysis/path.h"
#include "command/command.h"
#include "command/options.h"
#include "decode/probe.h"
#include "render/out.h"
#include "render/packet.h"

#define TREE_LINES 60 /* of one packet, before more is folded */

struct request {
	const char *name; /* of the subcommand */
	uint32_t n;
	bool json, trees, absolute, verbose, filtered;
	struct pk_packet_filter filter;
	const char *id; /* show: NULL is the newest */
};

static bool parse_outcome(const char *text, enum pk_outcome *ret_outcome)
{
	for (int i = 0; i < PK_NR_OUTCOMES; i++)
		if (!strcmp(pk_outcome_name(i), text)) {
			*ret_outcome = i;
			return true;
		}
	return false;
}

static bool parse_mark(char *text, struct pk_packet_filter *filter)
{
	char *slash = strchr(text, '/');
	uint64_t mark, mask = UINT32_MAX;

	if (slash)
		*slash++ = '\0';
	if (!pk_parse_uint(text, UINT32_MAX, &mark) ||
	    (slash && !pk_parse_uint(slash, UINT32_MAX, &mask)))
		return false;
	filter->by_mark = true;
	filter->mark = (uint32_t)mark;
	filter->mark_mask = (uint32_t)mask;
	return true;
}

static bool parse_direction(const char *text, struct pk_packet_filter *filter)
{
	filter->by_dir = true;
	filter->dir = !strcmp(text, "tx") ? PK_TX : PK_RX;
	return !strcmp(text, "tx") || !strcmp(text, "rx");
}

static bool parse_small(const char *text, int *ret_number)
{
	uint64_t value;

	if (!pk_parse_uint(text, INT32_MAX, &value))
		return false;
	*ret_number = (int)value;
	return true;
}

static bool parse_count(const char *text, uint32_t *ret_n)
{
	uint64_t value;

	if (!strcmp(text, "all")) {
		*ret_n = PK_EVERY_PACKET;
		return true;
	}
	if (!pk_parse_uint(text, PK_MAX_PACKETS, &value) || !value)
		return false;
	*ret_n = (uint32_t)value;
	return true;
}

/* One option that selects packets; false: its word is off. */
static bool parse_filter(int c, struct request *request)
{
	struct pk_packet_filter *filter = &request->filter;

	request->filtered = true;
	switch (c) {
	case 'd':
		return parse_direction(optarg, filter);
	case 's':
		return pk_parse_addr(optarg, &filter->skb);
	case 'k':
		return pk_parse_addr(optarg, &filter->sk);
	case 'm':
		return parse_mark(optarg, filter);
	case 'p':
		return parse_small(optarg, &filter->pid);
	case 'c':
		return parse_small(optarg, &filter->cpu);
	case 'e':
		filter->by_outcome = true;
		return parse_outcome(optarg, &filter->outcome);
	default:
		return false;
	}
}

static int parse(struct request *request, int argc, char **argv, const char *options, FILE *fp)
{
	int c;

	request->name = argv[0];
	request->filter.cpu = request->filter.pid = -1;
	pk_options_start();
	while ((c = pk_options_next(argc, argv, options, NULL, fp)) != -1) {
		switch (c) {
		case '?':
			return 2;
		case 'j':
			request->json = true;
			break;
		case 't':
			request->trees = true;
			break;
		case 'A':
			request->absolute = true;
			break;
		case 'v':
			request->verbose = true;
			break;
		case 'n':
			if (!parse_count(optarg, &request->n))
				return pk_misuse(fp, argv[0], "-n takes a number from 1 to %u, or all",
						 PK_MAX_PACKETS);
			break;
		default:
			if (!parse_filter(c, request))
				return pk_misuse(fp, argv[0], "-%c: \"%s\" is not understood", c, optarg);
		}
	}
	return 0;
}

/* A packet with its path, as a line, a tree, or an object. */
static enum pk_status print_packet(struct pk_ctx *ctx, struct pk_out *out,
				   const struct request *request, const struct pk_packet_style *style,
				   struct pk_path_maker *maker, const struct pk_packet *packet, bool tree)
{
	struct pk_path path;
	enum pk_status status;

	if (!out->json && !tree) {
		pk_render_packet(out, ctx, style, packet, NULL);
		return PK_OK;
	}
	status = pk_path_make(maker, packet, request->verbose ? 0 : TREE_LINES, &path);
	if (status != PK_OK)
		return status;
	if (out->json)
		pk_render_packet(out, ctx, style, packet, &path);
	else
		pk_render_packet_tree(out, ctx, style, packet, &path);
	pk_path_deinit(&path);
	return PK_OK;
}

static void print_totals(struct pk_out *out, const struct pk_packet_set *set,
			 const struct pk_packet **wanted, uint32_t nr)
{
	struct pk_packet_tally tally = {0};

	for (uint32_t i = 0; i < nr; i++)
		pk_packet_tally_add(&tally, wanted[i]);
	pk_out_text(out, "%u packets (%u rx, %u tx); identity:", nr, tally.rx, nr - tally.rx);
	pk_render_identities(out, &tally);
	pk_out_text(out, "; %llu events read%s\n", (unsigned long long)set->events,
		    set->whole ? ", the whole trace" : "");
	if (set->undecided_rx || set->undecided_tx)
		pk_out_text(out, "not shown: %u received and %u sent of which the trace does not say whether "
				 "they carried TCP\n",
			    set->undecided_rx, set->undecided_tx);
	if (set->lost || set->lost_unknown)
		pk_out_text(out, "events lost in that part: %llu%s\n", (unsigned long long)set->lost,
			    set->lost_unknown ? " and more that nobody counted" : "");
	if (!set->panic_known)
		pk_out_text(out, "ages count back from the newest event: the panic's time is not known on "
				 "the trace's clock\n");
}

/* The newest that did not end well; of none such, the newest. */
static const struct pk_packet *interesting(const struct pk_packet **wanted, uint32_t nr)
{
	for (uint32_t i = nr; i-- > 0;)
		if (pk_outcome_abnormal(wanted[i]))
			return wanted[i];
	return nr ? wanted[nr - 1] : NULL;
}

static enum pk_status print_list(struct pk_ctx *ctx, struct pk_out *out,
				 const struct request *request, const struct pk_packet_style *style,
				 const struct pk_packet **wanted, uint32_t nr)
{
	const struct pk_packet *one = interesting(wanted, nr);
	struct pk_path_maker *maker;
	enum pk_status status = pk_path_maker_create(ctx, style->set, &maker);

	if (status != PK_OK)
		return status;
	if (nr && !request->trees)
		pk_render_packet_heading(out, style);
	for (uint32_t i = 0; i < nr && status == PK_OK; i++) {
		status = print_packet(ctx, out, request, style, maker, wanted[i], request->trees);
		if (request->trees && !request->json)
			pk_out_text(out, "\n");
	}
	print_totals(out, style->set, wanted, nr);
	if (status == PK_OK && one && !request->trees && !request->json) {
		pk_out_text(out, "\n%s\n",
			    pk_outcome_abnormal(one) ? "The newest that did not end well:" : "The newest:");
		status = print_packet(ctx, out, request, style, maker, one, true);
	}
	pk_path_maker_destroy(maker);
	return status;
}

/* The newest n of SET that fit, oldest first. Owned by the caller. */
static const struct pk_packet **choose(const struct pk_packet_set *set, const struct request *request,
				       uint32_t *ret_nr)
{
	const struct pk_packet **wanted = malloc((set->nr ? set->nr : 1) * sizeof(*wanted));
	uint32_t from = set->nr, nr = 0;

	if (!wanted)
		return NULL;
	for (uint32_t i = set->nr; i-- > 0 && nr < request->n;)
		if (!request->filtered || pk_filter_match(&request->filter, set->packets[i])) {
			wanted[--from] = set->packets[i];
			nr++;
		}
	memmove(wanted, wanted + from, nr * sizeof(*wanted));
	*ret_nr = nr;
	return wanted;
}

static int run_last(struct pk_ctx *ctx, int argc, char **argv, FILE *fp)
{
	struct request request = {.n = 20};
	struct pk_packet_set set;
	struct pk_packet_style style = {.set = &set};
	const struct pk_packet **wanted;
	enum pk_status status;
	struct pk_out out;
	uint32_t nr = 0;
	int misuse = parse(&request, argc, argv, "jtvAn:d:s:k:m:p:c:e:", fp);

	if (misuse)
		return misuse;
	if (optind < argc)
		return pk_misuse(fp, argv[0], "\"%s\": pcap-filter expressions are not understood yet",
				 argv[optind]);
	status = pk_packets_last(ctx, request.n, request.filtered ? &request.filter : NULL, &set);
	if (status != PK_OK)
		return pk_failure(ctx, fp, argv[0], status);
	pk_out_init(&out, fp, request.json);
	style.absolute = request.absolute;
	style.verbose = request.verbose;
	if (pk_probes_load(ctx, &style.probes) != PK_OK)
		style.probes = NULL;
	wanted = choose(&set, &request, &nr);
	if (!wanted)
		status = pk_fail(ctx, PK_NOMEM, "%u packets", set.nr);
	else if (!nr && !request.json)
		pk_out_text(&out, "no TCP packet %s (%llu events read)\n",
			    request.filtered ? "fits" : "in the trace or on the panicking CPU's stack",
			    (unsigned long long)set.events);
	else
		status = print_list(ctx, &out, &request, &style, wanted, nr);
	free(wanted);
	pk_out_deinit(&out);
	pk_packet_set_deinit(&set);
	return status == PK_OK ? 0 : pk_failure(ctx, fp, argv[0], status);
}

const struct pk_subcommand pk_subcommand_last = {
	.name = "last",
	.usage = "[-n N|all] [-t] [-v] [-A] [-j] [-d rx|tx] [-s SKB] [-k SOCK] [-m MARK[/MASK]] [-p PID] "
		 "[-c CPU] [-e OUTCOME]",
	.summary = "the last TCP packets, newest last, and the path of one",
	.run = run_last,
};

static const struct pk_packet *find_packet(struct pk_ctx *ctx, const struct request *request,
					   struct pk_packet_set *set, enum pk_status *status)
{
	struct pk_packet_filter filter = {.id = request->id, .cpu = -1, .pid = -1};
	int64_t at;

	*status = pk_packets_last(ctx, 1, &filter, set);
	if (*status != PK_OK)
		return NULL;
	at = request->id ? pk_packet_find(set, request->id) : (int64_t)set->nr - 1;
	if (at < 0)
		*status = pk_fail(ctx, PK_ABSENT, "%s%s", request->id ? request->id : "the newest",
				  at == -2 ? ": more than one packet ends so" : ": no such packet");
	return at < 0 ? NULL : set->packets[at];
}

static int run_show(struct pk_ctx *ctx, int argc, char **argv, FILE *fp)
{
	struct request request = {.n = 1};
	struct pk_packet_set set = {0};
	struct pk_packet_style style = {.set = &set};
	const struct pk_packet *packet;
	struct pk_path_maker *maker;
	enum pk_status status;
	struct pk_out out;
	int misuse = parse(&request, argc, argv, "jvA", fp);

	if (misuse)
		return misuse;
	if (optind < argc)
		request.id = argv[optind][0] == '#' ? argv[optind] + 1 : argv[optind];
	packet = find_packet(ctx, &request, &set, &status);
	pk_out_init(&out, fp, request.json);
	style.absolute = request.absolute;
	style.verbose = request.verbose;
	if (packet && pk_probes_load(ctx, &style.probes) != PK_OK)
		style.probes = NULL;
	if (packet)
		status = pk_path_maker_create(ctx, &set, &maker);
	if (packet && status == PK_OK) {
		status = print_packet(ctx, &out, &request, &style, maker, packet, true);
		pk_path_maker_destroy(maker);
	}
	pk_out_deinit(&out);
	pk_packet_set_deinit(&set);
	return status == PK_OK ? 0 : pk_failure(ctx, fp, argv[0], status);
}

const struct pk_subcommand pk_subcommand_show = {
	.name = "show",
	.usage = "[ID] [-v] [-A] [-j]",
	.summary = "one packet whole: spans, call path, probes, joins, end (no ID: the newest)",
	.run = run_show,
};
