// SPDX-License-Identifier: GPL-3.0-or-later
/* `pkttrace last` and `pkttrace show`: packets, newest last, and one of them whole. */
#include <stdlib.h>
#include <string.h>

#include "analysis/explain/path.h"
#include "analysis/lives/packets.h"
#include "command/command.h"
#include "command/options.h"
#include "command/packets.h"
#include "command/parts.h"
#include "core/kit.h"
#include "render/out.h"
#include "render/packet.h"

#define TREE_LINES 60 /* of one packet, before more is folded */

struct request {
	struct pk_choice choice;
	const char *lines_text; /* -l */
	const char *by; /* --by */
	uint32_t nr_slowest; /* of all that are chosen, with BY */
	uint32_t lines; /* of a path, before more is folded; 0: none is folded */
	bool json, trees, absolute, wall, verbose, quiet;
};

/* A packet with its path, as a tree or an object. */
static enum pk_status print_packet(struct pk_ctx *ctx, struct pk_out *out,
				   const struct request *request,
				   const struct pk_packet_style *style, struct pk_path_maker *maker,
				   struct pk_judge_maker *judges, const struct pk_packet *packet)
{
	struct pk_judgements judgements = {0};
	struct pk_holdings holdings = {0};
	struct pk_path path;
	enum pk_status status;

	status = pk_path_make(maker, packet, request->lines, &path);
	if (status != PK_OK)
		return status;
	if (request->verbose)
		status = pk_holdings_of(ctx, style->set, packet, &path, &holdings);
	if (status == PK_OK)
		status = pk_judgements_of(judges, packet, &path, &judgements);
	if (status == PK_OK)
		pk_render_packet_whole(out, style, packet, &path, &judgements,
				       request->verbose ? &holdings : NULL);
	pk_judgements_deinit(&judgements);
	pk_holdings_deinit(&holdings);
	pk_path_deinit(&path);
	return status;
}

static enum pk_status makers_create(struct pk_ctx *ctx, const struct pk_packet_set *set,
				    struct pk_path_maker **ret_maker,
				    struct pk_judge_maker **ret_judges)
{
	enum pk_status status = pk_path_maker_create(ctx, set, ret_maker);

	*ret_judges = status == PK_OK ? pk_judge_maker_create(ctx) : NULL;
	if (status == PK_OK && !*ret_judges) {
		pk_path_maker_destroy(*ret_maker);
		return pk_fail(ctx, PK_NOMEM, "verdicts");
	}
	return status;
}

static void print_totals(struct pk_ctx *ctx, struct pk_out *out, const struct pk_packet_set *set,
			 const struct pk_packet **wanted, uint32_t nr)
{
	struct pk_packet_tally tally = {0};
	char titles[PK_TITLES_MAX];
	uint32_t counts[PK_NR_ANSWERS] = {0};

	pk_protocols_titles(ctx, titles, sizeof(titles));

	for (uint32_t i = 0; i < nr; i++)
		pk_packet_tally_add(&tally, wanted[i]);
	pk_out_text(out, "%u packet(s) (%u rx, %u tx); identity:", nr, tally.rx, nr - tally.rx);
	pk_render_identities(out, NULL, tally.of_identity);
	pk_out_text(out, "; %llu event(s) read%s\n", (unsigned long long)set->events,
		    set->whole ? ", the whole trace" : "");
	for (uint32_t i = 0; i < nr; i++)
		if (wanted[i]->way[0])
			counts[wanted[i]->way_complete]++;
	if (counts[PK_ANSWER_NO])
		pk_out_text(out, "+: %u packet(s) may have passed devices that DEV lacks\n",
			    counts[PK_ANSWER_NO]);
	if (counts[PK_ANSWER_UNKNOWN])
		pk_out_text(out, "whether DEV lacks devices is not known of %u packet(s)\n",
			    counts[PK_ANSWER_UNKNOWN]);
	if (set->undecided_rx || set->undecided_tx)
		pk_out_text(out,
			    "not shown: %u received and %u sent whose protocol the trace lacks: "
			    "they may be %s\n",
			    set->undecided_rx, set->undecided_tx, titles);
	if (set->of_others)
		pk_out_text(out, "not shown: %u of other protocols (-P chooses)\n", set->of_others);
	if (set->lost || set->lost_unknown)
		pk_out_text(out, "events lost in that part or, on a CPU, right before it: %llu%s\n",
			    (unsigned long long)set->lost,
			    set->lost_unknown ? " and more that nobody counted" : "");
	if (set->in_ticks)
		pk_out_text(out, "ages count back from the newest event, in ticks of the trace "
				 "clock, not nanoseconds; \"us\" is 1000 ticks\n");
	else if (!set->panic_known)
		pk_out_text(out,
			    "ages count back from the newest event: the panic's time is not known "
			    "on the trace's clock%s\n",
			    set->tracing_on && !set->died_known
				    ? "; some of these may have come after it"
				    : "");
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
	const struct pk_packet *one =
		style->longest && nr ? wanted[nr - 1] : interesting(wanted, nr);
	bool whole = request->trees || pk_out_whole(out);
	struct pk_packet_list list;
	struct pk_judge_maker *judges;
	struct pk_path_maker *maker;
	enum pk_status status = makers_create(ctx, style->set, &maker, &judges);

	if (status != PK_OK)
		return status;
	if (!whole) {
		pk_packet_list_begin(&list, out, style, wanted, nr);
		pk_render_packet_heading(&list);
	}
	for (uint32_t i = 0; i < nr && status == PK_OK; i++) {
		if (whole)
			status = print_packet(ctx, out, request, style, maker, judges, wanted[i]);
		else
			pk_render_packet_row(&list, wanted[i]);
		if (request->trees)
			pk_out_text(out, "\n");
		if (ctx->progress && i && !(i & 0xff))
			ctx->progress("packets printed", i);
	}
	print_totals(ctx, out, style->set, wanted, nr);
	if (status == PK_OK && one && !whole && !request->quiet) {
		pk_out_text(out, "\n%s\n",
			    style->longest	       ? "The slowest:"
			    : pk_outcome_abnormal(one) ? "Newest abnormal packet:"
						       : "The newest:");
		status = print_packet(ctx, out, request, style, maker, judges, one);
	}
	pk_judge_maker_destroy(judges);
	pk_path_maker_destroy(maker);
	return status;
}

/* --- by latency ----------------------------------------------------------------------------------------- */

struct slow {
	const struct pk_packet *packet;
	struct pk_latency_stage stage; /* its longest */
};

/* Those without a stage first; of equal ones the older. */
static int by_latency(const void *a, const void *b)
{
	const struct slow *x = a, *y = b;

	if (x->stage.ns != y->stage.ns)
		return x->stage.ns < y->stage.ns ? -1 : 1;
	return x->packet->first_ns < y->packet->first_ns
		       ? -1
		       : x->packet->first_ns > y->packet->first_ns;
}

static enum pk_status measure(struct pk_ctx *ctx, const struct pk_packet_set *set,
			      const struct pk_chosen *chosen, struct slow *slow)
{
	const struct pk_latency_stage *longest;
	struct pk_path_maker *maker;
	struct pk_latency latency;
	enum pk_status status = pk_path_maker_create(ctx, set, &maker);

	if (status != PK_OK)
		return status;
	for (uint32_t i = 0; i < chosen->nr && status == PK_OK; i++) {
		slow[i].packet = chosen->packets[i];
		status = pk_latency_measure(maker, slow[i].packet, &latency);
		longest = status == PK_OK ? pk_latency_longest(&latency) : NULL;
		if (longest)
			slow[i].stage = *longest;
		if (ctx->progress && i && !(i & 0xff))
			ctx->progress("packets measured", i);
	}
	pk_path_maker_destroy(maker);
	return status;
}

/* CHOSEN becomes its N slowest packets, the slowest last. LONGEST: packet -> its longest stage, in RET_SLOW, which the
 * caller frees. */
static enum pk_status choose_slowest(struct pk_ctx *ctx, const struct pk_packet_set *set,
				     uint32_t n, struct pk_chosen *chosen, struct pk_hash *longest,
				     struct slow **ret_slow)
{
	struct slow *slow = calloc(chosen->nr ? chosen->nr : 1, sizeof(*slow));
	enum pk_status status;
	uint32_t from;

	*ret_slow = slow;
	if (!slow)
		return pk_fail(ctx, PK_NOMEM, "%u packets", chosen->nr);
	status = measure(ctx, set, chosen, slow);
	if (status != PK_OK)
		return status;
	qsort(slow, chosen->nr, sizeof(*slow), by_latency);
	from = chosen->nr > n ? chosen->nr - n : 0;
	while (from < chosen->nr && !slow[from].stage.ns)
		from++;
	for (uint32_t i = from; i < chosen->nr; i++) {
		chosen->packets[i - from] = slow[i].packet;
		if (!pk_hash_put(longest, (uintptr_t)slow[i].packet, &slow[i].stage))
			return pk_fail(ctx, PK_NOMEM, "%u packets", chosen->nr);
	}
	chosen->nr -= from;
	return PK_OK;
}

static enum pk_status print_chosen(struct pk_ctx *ctx, struct pk_out *out,
				   const struct request *request, struct pk_packet_style *style)
{
	const struct pk_filter_request *filter = &request->choice.filter;
	struct pk_hash longest = {0};
	struct slow *slow = NULL;
	struct pk_chosen chosen;
	char titles[PK_TITLES_MAX];
	enum pk_status status = pk_choose(ctx, &request->choice, style->set, &chosen);

	if (status != PK_OK)
		return status;
	if (request->by) {
		style->longest = &longest;
		status = choose_slowest(ctx, style->set, request->nr_slowest, &chosen, &longest,
					&slow);
	}
	/* Before the packets, so that these end with the newest whatever was asked for. */
	pk_filter_render(out, filter, chosen.matched, chosen.may_match);
	if (!chosen.nr && request->by)
		pk_out_text(out, "no packet has a stage with both ends in the trace\n");
	else if (!chosen.nr)
		pk_out_text(out, "no %s packet %s (%llu event(s) read)\n",
			    pk_protocols_titles(ctx, titles, sizeof(titles)),
			    filter->any ? "fits" : "in the trace or on the panicking CPU's stack",
			    (unsigned long long)style->set->events);
	if (!chosen.nr && filter->any && !ctx->protocols)
		pk_out_text(out, "other protocols were not looked at: -P all does\n");
	if (chosen.nr && status == PK_OK)
		status = print_list(ctx, out, request, style, chosen.packets, chosen.nr);
	pk_filter_note(out, filter, "packet", chosen.may_match);
	if (chosen.after_panic)
		pk_out_text(out, "%u packet%s came after the panic (--after-panic shows %s)\n",
			    chosen.after_panic, chosen.after_panic == 1 ? "" : "s",
			    chosen.after_panic == 1 ? "it" : "them");
	pk_chosen_deinit(&chosen);
	pk_hash_deinit(&longest, NULL);
	free(slow);
	return status;
}

static void set_style(struct pk_ctx *ctx, const struct request *request,
		      const struct pk_packet_set *set, struct pk_packet_style *style)
{
	pk_packet_style_init(style, ctx, set, request->absolute, request->wall);
	style->verbose = request->verbose;
}

static enum pk_status last(struct pk_ctx *ctx, const struct request *request, FILE *fp)
{
	struct pk_packet_set set;
	struct pk_packet_style style;
	struct pk_out out;
	enum pk_status status = pk_choice_load(ctx, &request->choice, &set);

	if (status != PK_OK)
		return status;
	if (request->verbose)
		pk_told_read(ctx, &set);
	pk_output_begin(ctx, &out, fp, request->json);
	set_style(ctx, request, &set, &style);
	status = print_chosen(ctx, &out, request, &style);
	pk_out_deinit(&out);
	pk_packet_set_deinit(&set);
	return status;
}

enum pk_status pk_last_print(struct pk_ctx *ctx, const struct pk_choice *choice, uint32_t lines,
			     FILE *fp)
{
	const struct request request = {.choice = *choice, .lines = lines, .json = true};

	return last(ctx, &request, fp);
}

static int run_last(struct pk_ctx *ctx, int argc, char **argv, FILE *fp)
{
	struct request request = {.choice.n = 20};

	enum pk_status status;
	uint64_t lines = TREE_LINES;
	const struct pk_option options[] = {PK_CHOICE_OPTIONS(&request.choice),
					    {'s', "skb", .filter = &request.choice.filter},
					    {'j', NULL, .set = &request.json},
					    {'v', NULL, .set = &request.verbose},
					    {'A', NULL, .set = &request.absolute},
					    {'W', "wall", .set = &request.wall},
					    {'t', NULL, .set = &request.trees},
					    {'q', NULL, .set = &request.quiet},
					    {'l', "lines", .value = &request.lines_text},
					    {'b', "by", .value = &request.by},
					    {0}};

	if (pk_options_read(argc, argv, options, PK_ANY_WORDS, pk_complaints(ctx, fp)) ||
	    pk_choice_read(&request.choice, argv[0], pk_complaints(ctx, fp)))
		return 2;
	if (request.lines_text && (!pk_parse_uint(request.lines_text, 1000, &lines) || !lines))
		return pk_misuse(pk_complaints(ctx, fp), argv[0],
				 "-l takes a number of lines from 1 to 1000");
	if (request.by && strcmp(request.by, "latency") != 0)
		return pk_misuse(pk_complaints(ctx, fp), argv[0], "--by takes: latency");
	if (request.by) {
		request.nr_slowest = request.choice.n;
		request.choice.n = PK_EVERY_PACKET;
	}
	request.lines = request.verbose ? 0 : (uint32_t)lines;

	status = pk_filter_words(ctx, &request.choice.filter, argc, argv);
	if (status == PK_OK)
		status = last(ctx, &request, fp);
	pk_filter_request_deinit(&request.choice.filter);
	return status == PK_OK ? 0 : pk_failure(ctx, fp, argv[0], status);
}

/* The other commands' packets are among these. A tree needs no more than the buffers, which are recorded whole. */
static const char *const recorded_last[] = {"-P all -n all -v", "-n all", NULL};

const struct pk_subcommand pk_subcommand_last = {
	.name = "last",
	.usage = "[-i INSTANCE] [-P LIST] [-t|-q] [-l LINES] [-v] [-A|-W] [-j] [--by "
		 "latency] " PK_CHOICE_USAGE " [-s SKB] [EXPRESSION]",
	.summary = "the last packets, newest last, and the path of one",
	.run = run_last,
	.of_packets = true,
	.recorded = recorded_last,
};

/* Up to the panic. */
static enum pk_status newest(struct pk_ctx *ctx, const struct pk_packet_set *set,
			     const struct pk_packet **ret_packet)
{
	int64_t at = (int64_t)set->nr - 1;

	while (at >= 0 && pk_packet_after_panic(set, set->packets[at]))
		at--;
	if (at < 0)
		return pk_fail(ctx, PK_ABSENT, "the newest: no such packet");
	*ret_packet = set->packets[at];
	return PK_OK;
}

/* Into SET those of N packets: all, or the newest whose ID ends so. */
static enum pk_status load_by_id(struct pk_ctx *ctx, uint32_t n, const char *id,
				 struct pk_packet_set *set, const struct pk_packet **ret_packet)
{
	struct pk_packet_filter filter;
	enum pk_status status;

	pk_packet_filter_init(&filter);
	filter.id = id;
	status = pk_packets_last(ctx, n, n == PK_EVERY_PACKET ? NULL : &filter, set);
	return status == PK_OK ? pk_packet_by_id(ctx, set, id, ret_packet) : status;
}

static bool is_whole_id(const struct pk_packet *packet, const char *id)
{
	char whole[64];

	return !strcmp(pk_packet_id(packet, whole, sizeof(whole)), id);
}

/* An end of an ID may be that of an older packet, too, so all are looked at. */
static enum pk_status find_by_id(struct pk_ctx *ctx, const char *id, struct pk_packet_set *set,
				 const struct pk_packet **ret_packet)
{
	enum pk_status status = load_by_id(ctx, 1, id, set, ret_packet);

	/* PK_USAGE: of several in the window, which may not be all */
	if (status == PK_OK ? is_whole_id(*ret_packet, id) : status != PK_USAGE)
		return status;
	pk_packet_set_deinit(set);
	return load_by_id(ctx, PK_EVERY_PACKET, id, set, ret_packet);
}

/* An ID names its packet whatever its protocol is, and an end of one is to be that of no packet of another protocol. */
static enum pk_status find_among_protocols(struct pk_ctx *ctx, const char *id,
					   struct pk_packet_set *set,
					   const struct pk_packet **ret_packet)
{
	enum pk_status status = find_by_id(ctx, id, set, ret_packet);
	const struct pk_packet *packet;
	struct pk_packet_set others;

	if (ctx->protocols || (status == PK_OK && is_whole_id(*ret_packet, id)) ||
	    (status != PK_OK && status != PK_ABSENT))
		return status;
	pk_protocols_show_all(ctx);
	if (status == PK_ABSENT) {
		pk_packet_set_deinit(set);
		return find_by_id(ctx, id, set, ret_packet);
	}
	others = (struct pk_packet_set){0};
	status = load_by_id(ctx, PK_EVERY_PACKET, id, &others, &packet);
	pk_packet_set_deinit(&others);
	ctx->protocols = 0;
	return status == PK_ABSENT ? PK_OK : status;
}

/* WORD: its ID; NULL: the newest. */
static enum pk_status find_packet(struct pk_ctx *ctx, const char *word, struct pk_packet_set *set,
				  const struct pk_packet **ret_packet)
{
	struct pk_packet_filter filter;
	enum pk_status status;
	const char *id;

	if (word) {
		status = pk_packet_id_read(ctx, word, &id);
		return status == PK_OK ? find_among_protocols(ctx, id, set, ret_packet) : status;
	}
	pk_packet_filter_init(&filter);
	filter.to_panic = true;
	status = pk_packets_last(ctx, 1, &filter, set);
	return status == PK_OK ? newest(ctx, set, ret_packet) : status;
}

static int run_show(struct pk_ctx *ctx, int argc, char **argv, FILE *fp)
{
	struct request request = {.lines = TREE_LINES};
	struct pk_packet_set set = {0};
	struct pk_packet_style style;
	const struct pk_packet *packet = NULL;
	struct pk_judge_maker *judges;
	struct pk_path_maker *maker;
	enum pk_status status;
	struct pk_out out;
	const struct pk_option options[] = {{'j', NULL, .set = &request.json},
					    {'v', NULL, .set = &request.verbose},
					    {'A', NULL, .set = &request.absolute},
					    {'W', "wall", .set = &request.wall},
					    {0}};

	if (pk_options_read(argc, argv, options, 1, pk_complaints(ctx, fp)))
		return 2;
	if (request.verbose)
		request.lines = 0;
	status = find_packet(ctx, optind < argc ? argv[optind] : NULL, &set, &packet);
	pk_output_begin(ctx, &out, fp, request.json);
	if (status == PK_OK) {
		if (request.verbose)
			pk_told_read(ctx, &set);
		set_style(ctx, &request, &set, &style);
		status = makers_create(ctx, &set, &maker, &judges);
	}
	if (status == PK_OK) {
		status = print_packet(ctx, &out, &request, &style, maker, judges, packet);
		pk_judge_maker_destroy(judges);
		pk_path_maker_destroy(maker);
	}
	pk_out_deinit(&out);
	pk_packet_set_deinit(&set);
	return status == PK_OK ? 0 : pk_failure(ctx, fp, argv[0], status);
}

static const char *const recorded_show[] = {"", "-v", "-P all", NULL};

const struct pk_subcommand pk_subcommand_show = {
	.name = "show",
	.usage = "[-i INSTANCE] [-P LIST] [ID] [-v] [-A|-W] [-j]",
	.summary = "one packet: stages, call path, probes, joins, end",
	.run = run_show,
	.of_packets = true,
	.recorded = recorded_show,
};
