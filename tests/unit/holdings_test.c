// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Who held a packet, by the tables of stages alone, beside its end as the engine settles it: of every packet of tests/stories and of
 * every committed capsule. Where the two differ, either is wrong or knows less: each kind of difference is listed below with what was
 * found of it. One that is not listed fails, and so does one that no longer occurs.
 *
 * PK_HOLDINGS=1 in the environment prints all kinds, with their numbers.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <fts.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/explain/path.h"
#include "core/kit.h"
#include "story.h"
#include "story_machine.h"
#include "target/capsule/capsule.h"

#define IN(holder) (1u << PK_HOLDER_##holder)
#define EXAMPLE 160

/* With whom a packet of each end is last. */
static const unsigned last_of[PK_NR_OUTCOMES] = {
	[PK_OUT_DELIVERED] = IN(READER) | IN(FREED) | IN(MERGED),
	[PK_OUT_QUEUED] = IN(RECEIVE_QUEUE) | IN(MERGED),
	[PK_OUT_OFO_QUEUED] = IN(OFO_QUEUE),
	[PK_OUT_BACKLOGGED] = IN(SOCK_BACKLOG),
	[PK_OUT_MERGED] = IN(MERGED),
	[PK_OUT_CONSUMED] = IN(FREED) | IN(MERGED),
	[PK_OUT_DROPPED] = IN(FREED),
	[PK_OUT_FORWARDED] = IN(RECEIVE),
	[PK_OUT_NEIGH_QUEUED] = IN(NEIGHBOUR),
	[PK_OUT_QDISC_QUEUED] = IN(QDISC),
	[PK_OUT_DRIVER_QUEUED] = IN(DRIVER_TX),
	[PK_OUT_SENT] = IN(DRIVER_TX) | IN(WIRE) | IN(FREED),
	[PK_OUT_LOOPED] = IN(DRIVER_TX) | IN(WIRE) | IN(FREED),
};
/* The same of the original, where a clone of it was sent. */
static const unsigned original_of[PK_NR_OUTCOMES] = {
	[PK_OUT_ACKED] = IN(FREED),
	[PK_OUT_UNACKED] = IN(RTX_QUEUE),
	[PK_OUT_UNSENT] = IN(WRITE_QUEUE),
};

/* Each kind of difference that there is, and what was found of it. */
#define RX PK_RX
#define TX PK_TX
static const struct known_end {
	enum pk_direction dir;
	enum pk_outcome end;
	unsigned holders;
	const char *found;
} known_ends[] = {
	/* the trail knows less: no event or call tells the rest */
	{RX, PK_OUT_DELIVERED, IN(PROTOCOL) | IN(RECEIVE_QUEUE),
	 "copied_seq says that it was read; no event of a reader"},
	{RX, PK_OUT_QUEUED, IN(PROTOCOL), "memory has it in the queue; no call told of it"},
	{RX, PK_OUT_MERGED, IN(SOCK_BACKLOG) | IN(RECEIVE_QUEUE),
	 "coalesced in calls that were inlined, or of a free that no event tells"},
	{RX, PK_OUT_CONSUMED,
	 IN(RECEIVE) | IN(XFRM) | IN(PROTOCOL) | IN(SOCK_BACKLOG) | IN(RECEIVE_QUEUE),
	 "without payload there is nothing to keep: no event tells of its free, or it carries "
	 "another, which goes on in its sk_buff"},
	{RX, PK_OUT_DROPPED, IN(PROTOCOL) | IN(SOCK_BACKLOG),
	 "by an answer, by numbers, or by memory: no event tells of its free"},
	{TX, PK_OUT_DROPPED, IN(PROTOCOL) | IN(XFRM) | IN(IP_OUTPUT) | IN(WIRE),
	 "kfree_skb tells of it, and is no end where another probe tells of all; net_dev_xmit's "
	 "code is none of the table"},
	{TX, PK_OUT_ACKED, IN(PROTOCOL) | IN(IP_OUTPUT) | IN(DRIVER_TX) | IN(WIRE) | IN(FREED),
	 "by numbers: of the peer, of the socket, or of a clone whose original no event tells of"},
	{TX, PK_OUT_UNACKED, IN(IP_OUTPUT), "by the socket's numbers, or a purge"},
	{TX, PK_OUT_UNSENT, IN(FREED), "memory has the original in the write queue"},
	{TX, PK_OUT_QDISC_QUEUED, IN(PROTOCOL) | IN(IP_OUTPUT), "memory has it in the queue"},
	{TX, PK_OUT_DRIVER_QUEUED, IN(IP_OUTPUT) | IN(QDISC),
	 "the event lies in the packet's own calls, and is no step"},
	{TX, PK_OUT_SENT, IN(XFRM) | IN(PROTOCOL) | IN(IP_OUTPUT) | IN(NEIGHBOUR),
	 "the driver's events lie in the packet's own calls, and are no steps; or it went on "
	 "inside another"},
	{TX, PK_OUT_LOOPED, IN(IP_OUTPUT) | IN(QDISC),
	 "the receiving half tells that it came in; the driver's events are no steps"},
	/* the trail knows more */
	{RX, PK_OUT_UNKNOWN, IN(FREED), "that it was freed is no end: not whether it was read"},
	{TX, PK_OUT_UNKNOWN, IN(FREED), "that it was freed is no end: not whether it was sent"},
	/* they differ: neither is wrong */
	{TX, PK_OUT_UNACKED, IN(FREED), "its socket was closed, and purged it"},
	{RX, PK_OUT_QUEUED, IN(READER), "read in part: the engine tells where its sk_buff is"},
	{RX, PK_OUT_QUEUED, IN(FREED),
	 "its bytes are in another sk_buff, by a coalescing that was inlined (5.10): the engine "
	 "tells of bytes"},
	{RX, PK_OUT_MERGED, IN(FREED), "the same"},
	{RX, PK_OUT_DROPPED, IN(MERGED), "merged into one that nobody read"},
	{RX, PK_OUT_FORWARDED, IN(FREED), "cut for a queue to user space: the segments went on"},
	{TX, PK_OUT_QDISC_QUEUED, IN(WIRE),
	 "a stacked device answered before the one below: a holder of the table has no device"},
	{TX, PK_OUT_QDISC_QUEUED, IN(FREED), "cut for a device: memory has a segment in its queue"},
};

/* Events that no rows lead to from the holder before. */
static const struct known_way {
	enum pk_holder from;
	unsigned to;
	const char *found;
} known_ways[] = {
	{PK_HOLDER_RECEIVE, IN(GRO),
	 "the ring's clock stood still (5.10): the order is lost; or it came out of MACsec"},
	{PK_HOLDER_RECEIVE_QUEUE, IN(RECEIVE), "the ring's clock stood still: the order is lost"},
	{PK_HOLDER_READER, IN(RECEIVE), "the same"},
	{PK_HOLDER_WIRE, IN(QDISC) | IN(DRIVER_TX),
	 "one of its segments, or a stacked device, was answered before: a holder of the table has "
	 "neither"},
	{PK_HOLDER_FREED, IN(RECEIVE) | IN(PROTOCOL) | IN(READER) | IN(WIRE),
	 "two lives of an address with no end between, two CPUs' clocks, a clone that is read, an "
	 "answer after the free"},
};

enum verdict { AGREE, LESS, MORE, NEITHER, DISAGREE, NO_TRAIL, NR_VERDICTS };
static const char *const verdicts[] = {"agree",	       "trail knows less", "trail knows more",
				       "both unknown", "disagree",	   "no trail"};

static struct {
	unsigned others, stories, not_recorded, packets, of[NR_VERDICTS], untold, lost,
		nothing_untold;
	unsigned ends[2][PK_NR_OUTCOMES][PK_NR_HOLDERS];
	char end_example[2][PK_NR_OUTCOMES][PK_NR_HOLDERS][EXAMPLE];
	unsigned no_way[PK_NR_HOLDERS][PK_NR_HOLDERS];
	char way_example[PK_NR_HOLDERS][PK_NR_HOLDERS][EXAMPLE];
} found;

static enum verdict judge(const struct pk_packet *packet, const struct pk_holding *last,
			  const struct pk_holding *original)
{
	unsigned wanted = last_of[packet->outcome], of_original = original_of[packet->outcome];
	bool over = 1u << last->holder & (IN(FREED) | IN(MERGED));

	if (packet->outcome == PK_OUT_UNKNOWN)
		return over ? MORE : NEITHER;
	if (packet->outcome == PK_OUT_IN_FLIGHT)
		return over ? DISAGREE : AGREE;
	if (of_original)
		return original && 1u << original->holder & of_original ? AGREE : LESS;
	if (1u << last->holder & wanted)
		return AGREE;
	return pk_holder_reach(last->holder) & wanted ? LESS : DISAGREE;
}

static void look(struct pk_ctx *ctx, const struct pk_packet_set *set, struct pk_path_maker *maker,
		 const struct pk_packet *packet, const char *where)
{
	const struct pk_holding *last, *original = NULL;
	struct pk_holdings holdings;
	struct pk_path path;
	enum verdict verdict;
	char id[64];

	assert_int_equal(pk_path_make(maker, packet, 0, &path), PK_OK);
	assert_int_equal(pk_holdings_of(ctx, set, packet, &path, &holdings), PK_OK);
	last = pk_holdings_last(&holdings);
	for (uint32_t i = 0; i < holdings.nr; i++) {
		const struct pk_holding *at = &holdings.list[i];

		if (at->original)
			original = at;
		if (at->no_way && !found.no_way[at[-1].holder][at->holder]++)
			snprintf(found.way_example[at[-1].holder][at->holder], EXAMPLE,
				 "%s %s by %s", where, pk_packet_id(packet, id, sizeof(id)),
				 at->by->name);
	}
	found.others += holdings.nr_others;
	verdict = last ? judge(packet, last, original) : NO_TRAIL;
	found.packets++;
	found.of[verdict]++;
	found.untold += holdings.nr_untold > 0;
	found.lost += holdings.asked && holdings.lost_since && !holdings.nr_untold;
	found.nothing_untold += holdings.asked && !holdings.lost_since && !holdings.nr_untold;
	if ((verdict == DISAGREE || verdict == MORE || verdict == LESS) &&
	    !found.ends[packet->dir][packet->outcome][last->holder]++)
		snprintf(found.end_example[packet->dir][packet->outcome][last->holder], EXAMPLE,
			 "%s %s", where, pk_packet_id(packet, id, sizeof(id)));
	pk_holdings_deinit(&holdings);
	pk_path_deinit(&path);
}

static void look_at_all(struct pk_ctx *ctx, const char *where)
{
	struct pk_path_maker *maker;
	struct pk_packet_set set = {0};

	if (pk_packets_last(ctx, PK_EVERY_PACKET, NULL, &set) != PK_OK) {
		pk_packet_set_deinit(&set);
		return;
	}
	pk_told_read(ctx, &set);
	assert_int_equal(pk_path_maker_create(ctx, &set, &maker), PK_OK);
	for (uint32_t i = 0; i < set.nr; i++)
		look(ctx, &set, maker, set.packets[i], where);
	pk_path_maker_destroy(maker);
	pk_packet_set_deinit(&set);
}

static void look_at_trace(struct fake_trace *trace, void *arg)
{
	look_at_all(fake_trace_ctx(trace), arg);
}

/* Lines that only an engine can be told, not a ring buffer. */
static bool can_be_recorded(const struct story_file *file, const struct story *story)
{
	for (unsigned i = story->trace.from; i < story->trace.to; i++)
		if (strstr(file->lines[i], "filtered ") || strstr(file->lines[i], "others silent"))
			return false;
	return true;
}

static void look_at_story(const char *path)
{
	static struct story_file file;

	assert_true(story_file_read(path, &file));
	for (unsigned i = 0; i < file.nr; i++) {
		char where[EXAMPLE];

		snprintf(where, sizeof(where), "%s: %s", path, file.stories[i].title);
		if (!can_be_recorded(&file, &file.stories[i])) {
			found.not_recorded++;
			continue;
		}
		found.stories++;
		assert_true(story_record(&file, &file.stories[i], look_at_trace, where));
	}
	story_file_free(&file);
}

static void look_at_stories(void)
{
	static char root[] = "tests/stories";
	char *const paths[] = {root, NULL};
	FTS *tree = fts_open(paths, FTS_LOGICAL | FTS_NOCHDIR, NULL);
	FTSENT *entry;

	assert_non_null(tree);
	while ((entry = fts_read(tree)))
		if (entry->fts_info == FTS_F && strstr(entry->fts_name, ".story"))
			look_at_story(entry->fts_path);
	fts_close(tree);
}

static void look_at_capsule(const char *path)
{
	struct pk_target *target;
	struct pk_ctx ctx;
	char error[256];

	assert_int_equal(pk_capsule_open(path, &target, error, sizeof(error)), PK_OK);
	pk_ctx_init(&ctx, target);
	assert_true(pk_protocols_parse("all", &ctx.protocols));
	look_at_all(&ctx, path);
	pk_ctx_deinit(&ctx);
	pk_capsule_close(target);
}

static void look_at_capsules(void)
{
	glob_t files;

	assert_int_equal(glob("sample-vmcores/*/capsule", 0, NULL, &files), 0);
	assert_int_equal(glob("tests/capsules/[0-9fo]*", GLOB_APPEND, NULL, &files), 0);
	for (size_t i = 0; i < files.gl_pathc; i++)
		look_at_capsule(files.gl_pathv[i]);
	globfree(&files);
}

static const char *judged_end(int dir, int end, int holder)
{
	for (size_t i = 0; i < PK_ARRAY_SIZE(known_ends); i++)
		if ((int)known_ends[i].dir == dir && (int)known_ends[i].end == end &&
		    known_ends[i].holders & 1u << holder)
			return known_ends[i].found;
	return NULL;
}

static const char *judged_way(int from, int to)
{
	for (size_t i = 0; i < PK_ARRAY_SIZE(known_ways); i++)
		if ((int)known_ways[i].from == from && known_ways[i].to & 1u << to)
			return known_ways[i].found;
	return NULL;
}

/* WORD is of what was FOUND times, EXAMPLE first. What was not judged is told of, and what no longer is. */
static bool is_as_judged(const char *word, const char *last, unsigned times, const char *example,
			 const char *judged)
{
	if (getenv("PK_HOLDINGS") && times)
		print_message("%-20s %-16s %4u  %s (%s)\n", word, last, times,
			      judged ? judged : "not judged", example);
	if (times && !judged)
		print_error("%s, last with %s: nobody has judged these %u: %s\n", word, last, times,
			    example);
	if (!times && judged)
		print_error("%s, last with %s: there is none any more\n", word, last);
	return !times == !judged;
}

static bool ends_are_as_judged(void)
{
	bool ok = true;
	char word[64];

	for (int dir = 0; dir < 2; dir++)
		for (int end = 0; end < PK_NR_OUTCOMES; end++)
			for (int holder = 0; holder < PK_NR_HOLDERS; holder++) {
				snprintf(word, sizeof(word), "%s %s", pk_direction_name(dir),
					 pk_outcome_name(end));
				ok &= is_as_judged(word, pk_holder_name(holder),
						   found.ends[dir][end][holder],
						   found.end_example[dir][end][holder],
						   judged_end(dir, end, holder));
			}
	return ok;
}

static bool ways_are_as_judged(void)
{
	bool ok = true;
	char word[64];

	for (int from = 0; from < PK_NR_HOLDERS; from++)
		for (int to = 0; to < PK_NR_HOLDERS; to++) {
			snprintf(word, sizeof(word), "no way from %s", pk_holder_name(from));
			ok &= is_as_judged(word, pk_holder_name(to), found.no_way[from][to],
					   found.way_example[from][to], judged_way(from, to));
		}
	return ok;
}

static void print_figures(const char *of)
{
	print_message("%s: %u packets:", of, found.packets);
	for (int i = 0; i < NR_VERDICTS; i++)
		print_message(" %s %u;", verdicts[i], found.of[i]);
	print_message(" unknown: of %u rows are not told, of %u events were lost, of %u neither\n",
		      found.untold, found.lost, found.nothing_untold);
}

static void the_table_and_the_engine_differ_only_as_judged(void **state)
{
	unsigned trails;
	bool ok;

	(void)state;
	look_at_capsules();
	print_figures("capsules");
	look_at_stories();
	print_figures("and stories");
	/* packets of memory alone have no trail, however many a capsule has */
	trails = found.packets - found.of[NO_TRAIL];
	assert_in_range(trails, 7000, 100000);
	assert_in_range(found.of[AGREE], trails - trails / 4, trails);
	ok = ends_are_as_judged();
	ok &= ways_are_as_judged();
	assert_true(ok);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_table_and_the_engine_differ_only_as_judged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
