// SPDX-License-Identifier: GPL-3.0-or-later
/* Lives of an address, from traces as fake_trace.h tells them: "@" is an object of a slab, "^" the one a struct sk_buff behind
 * it, "%" an address in the middle of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/explain/history.h"
#include "decode/trace/event_format.h"
#include "fake_net.h"
#include "fake_ring.h"
#include "fake_trace.h"
#include "render/views.h"

#define FILE_AT(i) (FAKE_GLOBALS + 0x9000 + 0x80 * (uint64_t)(i))
#define EVENTS_HEAD (FAKE_RING_TRACE_ARRAY + 0xe0)
#define ENABLED 0
#define SOFT_DISABLED 3
#define PAGE 8 /* of the slab */

static const struct fake_member members[] = {
	{"struct trace_array", "events", 0xe0, .size = 16},
	{"struct trace_event_file", "list", 0, .size = 16},
	{"struct trace_event_file", "event_call", 16, 8, .is_pointer = true},
	{"struct trace_event_file", "filter", 24, 8, .is_pointer = true},
	{"struct trace_event_file", "flags", 32, .size = 8},
	{"struct event_filter", "filter_string", 16, 8, .is_pointer = true},
};

static const struct fake_enum enums[] = {
	{"anonymous", "EVENT_FILE_FL_ENABLED_BIT", ENABLED},
	{"anonymous", "EVENT_FILE_FL_SOFT_DISABLED_BIT", SOFT_DISABLED},
};

/* How the allocations of the slab are recorded. */
enum recorded { ALL, NONE, SOME };

struct story {
	const char *what, *trace, *lives;
	enum fake_cache cache;
	enum pk_answer twice, after;
	const char *why; /* is in the reason of what is not judged */
	enum recorded recorded;
	bool companion; /* the address is that */
};

#define OTHER_BEGAN "kmem/kmem_cache_alloc ptr=0xffff888000000040 call_site=&sk_prot_alloc\n"
#define ALLOC "kmem/kmem_cache_alloc ptr=@ call_site=&sk_prot_alloc\n"
#define FREE "kmem/kmem_cache_free ptr=@ call_site=&sk_prot_free\n"
#define USE "tcp/tcp_probe skaddr=@\n"

static const struct story stories[] = {
	{"each life has its events; who called is told by the event",
	 OTHER_BEGAN ALLOC USE FREE ALLOC USE, "1: began used ended\n2: began used\n", FAKE_TCP,
	 PK_ANSWER_NO, PK_ANSWER_NO, "", ALL, false},
	{"freed twice", OTHER_BEGAN ALLOC FREE FREE, "1: began ended AGAIN\n", FAKE_TCP,
	 PK_ANSWER_YES, PK_ANSWER_NO, "", ALL, false},
	{"a second end has several events, too; a new life may follow",
	 OTHER_BEGAN ALLOC FREE "tcp/tcp_destroy_sock skaddr=@\n" FREE ALLOC,
	 "1: began ended AGAIN ended\n2: began\n", FAKE_TCP, PK_ANSWER_YES, PK_ANSWER_NO, "", ALL,
	 false},
	{"used after it was freed", OTHER_BEGAN ALLOC FREE USE, "1: began ended AFTER\n", FAKE_TCP,
	 PK_ANSWER_NO, PK_ANSWER_YES, "", ALL, false},
	{"a pointer into it is a use of it, and says nothing of its end",
	 OTHER_BEGAN ALLOC "timer/timer_cancel timer=%\n" FREE "timer/timer_cancel timer=%\n",
	 "1: began used ended used\n", FAKE_TCP, PK_ANSWER_NO, PK_ANSWER_NO, "", ALL, false},
	{"a driver's answer comes late, and names what it was given",
	 OTHER_BEGAN ALLOC "net/net_dev_start_xmit skbaddr=@ name=eth0\n" FREE
			   "net/net_dev_xmit skbaddr=@ rc=0 name=eth0\n",
	 "1: began used ended used\n", FAKE_FCLONE, PK_ANSWER_NO, PK_ANSWER_NO, "", ALL, false},
	{"where beginnings are not recorded, a second end is another life's", ALLOC FREE FREE USE,
	 "1: began ended\n2: unseen ended\n3: unseen used\n", FAKE_TCP, PK_ANSWER_UNKNOWN,
	 PK_ANSWER_UNKNOWN, "is not recorded", NONE, false},
	{"nor where only some are", OTHER_BEGAN ALLOC FREE FREE,
	 "1: began ended\n2: unseen ended\n", FAKE_TCP, PK_ANSWER_UNKNOWN, PK_ANSWER_UNKNOWN,
	 "only some", SOME, false},
	{"nor before the first one was recorded", FREE FREE ALLOC,
	 "1: unseen ended\n2: unseen ended\n3: began\n", FAKE_TCP, PK_ANSWER_UNKNOWN,
	 PK_ANSWER_UNKNOWN, "may not have been recorded yet", ALL, false},
	{"what is allocated in bulk begins unseen", OTHER_BEGAN ALLOC FREE FREE,
	 "1: began ended\n2: unseen ended\n", FAKE_SKB, PK_ANSWER_UNKNOWN, PK_ANSWER_UNKNOWN,
	 "in bulk", ALL, false},
	{"lost events may have told of a beginning", OTHER_BEGAN ALLOC FREE "lost ?\n" FREE,
	 "1: began ended\n2: unseen ended\n", FAKE_TCP, PK_ANSWER_UNKNOWN, PK_ANSWER_UNKNOWN,
	 "lost events in between", ALL, false},
	{"also those of another CPU",
	 OTHER_BEGAN ALLOC FREE "cpu 1\nsched/sched_wakeup comm=1\nlost ?\n"
				"sched/sched_wakeup comm=1\ncpu 0\n" USE,
	 "1: began ended\n2: unseen used\n", FAKE_TCP, PK_ANSWER_UNKNOWN, PK_ANSWER_UNKNOWN,
	 "CPU 1 lost events", ALL, false},
	{"lost after the end and before another life: nothing is wrong with either",
	 OTHER_BEGAN ALLOC FREE "lost ?\n" ALLOC FREE, "1: began ended\n2: began ended\n", FAKE_TCP,
	 PK_ANSWER_UNKNOWN, PK_ANSWER_UNKNOWN, "are lost", ALL, false},
	{"two CPUs' clocks do not tell what came first: the beginning is that of the second end",
	 OTHER_BEGAN "cpu 1\n" ALLOC "cpu 0\n" FREE FREE, "1: began ended\n2: unseen ended\n",
	 FAKE_TCP, PK_ANSWER_UNKNOWN, PK_ANSWER_NO, "clocks", ALL, false},
	{"... or it comes behind that", OTHER_BEGAN ALLOC FREE FREE "cpu 1\n" ALLOC,
	 "1: began ended ended\n2: began\n", FAKE_TCP, PK_ANSWER_UNKNOWN, PK_ANSWER_NO, "clocks",
	 ALL, false},
	{"... or it was used before it was freed", OTHER_BEGAN ALLOC FREE "cpu 1\n" USE,
	 "1: began ended\n2: unseen used\n", FAKE_TCP, PK_ANSWER_NO, PK_ANSWER_UNKNOWN, "clocks",
	 ALL, false},
	{"far enough apart they do",
	 OTHER_BEGAN "every 200000\ncpu 1\n" ALLOC "cpu 0\n" FREE "cpu 1\n" FREE,
	 "1: began ended AGAIN\n", FAKE_TCP, PK_ANSWER_YES, PK_ANSWER_NO, "", ALL, false},
	{"one end has several events, each a step further",
	 OTHER_BEGAN ALLOC "skb/consume_skb skbaddr=@\np:skb_release_head_state skb=@\n" FREE ALLOC,
	 "1: began ended ended ended\n2: began\n", FAKE_FCLONE, PK_ANSWER_NO, PK_ANSWER_NO, "", ALL,
	 false},
	{"a step back is another life's end",
	 "skb/consume_skb skbaddr=@\np:skb_release_head_state skb=@\nskb/consume_skb skbaddr=@\n",
	 "1: unseen ended ended\n2: unseen ended\n", FAKE_FCLONE, PK_ANSWER_UNKNOWN,
	 PK_ANSWER_UNKNOWN, "", NONE, false},
	{"a copy begins a life; what it is a copy of lives on",
	 "p:__copy_skb_header new=@ old=A\np:__copy_skb_header new=B old=@\n"
	 "p:skb_release_head_state skb=@\np:__copy_skb_header new=@ old=B\n",
	 "1: began used ended\n2: began\n", FAKE_FCLONE, PK_ANSWER_UNKNOWN, PK_ANSWER_UNKNOWN, "",
	 NONE, false},
	{"of two sk_buffs in one object each has its own lives",
	 OTHER_BEGAN ALLOC "p:__copy_skb_header new=^ old=@\np:skb_release_head_state skb=@\n"
			   "p:skb_release_head_state skb=^\n" FREE,
	 "1: began used ended ended\n", FAKE_FCLONE, PK_ANSWER_NO, PK_ANSWER_NO, "", ALL, false},
	{"and the slab's events are of both",
	 OTHER_BEGAN ALLOC "p:__copy_skb_header new=^ old=@\np:skb_release_head_state skb=@\n"
			   "p:skb_release_head_state skb=^\n" FREE,
	 "1: began began ended ended\n", FAKE_FCLONE, PK_ANSWER_NO, PK_ANSWER_NO, "", ALL, true},
	{"arguments of recorded calls",
	 "f:tcp_v4_rcv <- ip_rcv 5 @\nf:skb_release_head_state <- __kfree_skb @\n",
	 "1: unseen used ended\n", FAKE_FCLONE, PK_ANSWER_UNKNOWN, PK_ANSWER_UNKNOWN, "", NONE,
	 false},
	{"a socket that is let go is in use for a moment, and opened again later",
	 "tcp/tcp_destroy_sock skaddr=@\n" USE "at 9000000\n" USE,
	 "1: unseen ended used\n2: unseen used\n", FAKE_TCP, PK_ANSWER_UNKNOWN, PK_ANSWER_UNKNOWN,
	 "", NONE, false},
	{"what kfree() does not give back may have come in bulk",
	 "kmem/kmalloc ptr=0xffff888000000040\nkmem/kmalloc ptr=@\nkmem/kfree ptr=@\n"
	 "kmem/kmem_cache_free ptr=@\nkmem/kmem_cache_free ptr=@\n",
	 "1: began ended ended\n2: unseen ended\n", FAKE_KMALLOC, PK_ANSWER_UNKNOWN, PK_ANSWER_NO,
	 "in bulk", ALL, false},
	{"kfree() twice", "kmem/kmalloc ptr=@\nkmem/kfree ptr=@\nkmem/kfree ptr=@\n",
	 "1: began ended AGAIN\n", FAKE_KMALLOC, PK_ANSWER_YES, PK_ANSWER_NO, "", ALL, false},
};

/* A text with the addresses of OBJECT. The caller frees it. */
static char *with_addresses(const char *text, uint64_t object)
{
	char *made;
	size_t size;
	FILE *out = open_memstream(&made, &size);

	for (; *text; text++) {
		uint64_t add = *text == '^' ? FAKE_SKB_SIZE : *text == '%' ? 0x30 : 0;

		if (*text == '@' || add)
			fprintf(out, "0x%llx", (unsigned long long)(object + add));
		else
			fputc(*text, out);
	}
	fclose(out);
	return made;
}

/* The events of the instance, each in its file. */
static void put_files(struct fake_trace *trace, enum recorded recorded)
{
	struct fake_target *fake = fake_trace_target(trace);
	const struct pk_formats *formats;
	uint64_t before = EVENTS_HEAD;

	assert_int_equal(pk_formats_load(fake_trace_ctx(trace), &formats), PK_OK);
	for (uint32_t i = 0; i < pk_formats_nr(formats); i++) {
		struct pk_format *format = (struct pk_format *)pk_formats_at(formats, i);
		bool of_slab = !strcmp(format->system, "kmem");

		format->call = FAKE_GLOBALS + 0xf000 + 16 * i;
		fake_put(fake, before, 8, FILE_AT(i));
		fake_put(fake, FILE_AT(i) + 8, 8, before);
		fake_put(fake, FILE_AT(i) + 16, 8, format->call);
		fake_put(fake, FILE_AT(i) + 24, 8,
			 of_slab && recorded == SOME ? FAKE_GLOBALS + 0x8f00 : 0);
		fake_put(fake, FILE_AT(i) + 32, 8, !of_slab || recorded != NONE);
		before = FILE_AT(i);
	}
	fake_put(fake, before, 8, EVENTS_HEAD);
	fake_put(fake, EVENTS_HEAD + 8, 8, before);
	fake_put(fake, FAKE_GLOBALS + 0x8f10, 8, FAKE_GLOBALS + 0x8f40);
	fake_put_string(fake, FAKE_GLOBALS + 0x8f40, "bytes_req > 100");
}

static const char *lives_text(const struct pk_history *history)
{
	static char text[1024];
	size_t len = 0;

	text[0] = '\0';
	for (uint32_t i = 0; i < history->nr; i++) {
		const struct pk_life *life = &history->lives[i];

		len += (size_t)snprintf(text + len, sizeof(text) - len, "%llu:%s",
					(unsigned long long)life->number,
					life->began_told ? "" : " unseen");
		for (uint32_t j = 0; j < life->nr_list; j++)
			len += (size_t)snprintf(
				text + len, sizeof(text) - len, " %s",
				life->list[j].again   ? "AGAIN"
				: life->list[j].after ? "AFTER"
						      : pk_mention_kind_names[life->list[j].kind]);
		len += (size_t)snprintf(text + len, sizeof(text) - len, "\n");
	}
	return text;
}

static struct fake_trace *record(const char *told, enum fake_cache cache, enum recorded recorded,
				 uint64_t *ret_object)
{
	struct fake_trace *trace = fake_trace_new();
	struct fake_target *fake = fake_trace_target(trace);
	uint64_t object = fake_net_slab(fake, cache, PAGE, 1) + fake_net_object_size(cache);
	char *story = with_addresses(told, object);

	fake_members(fake, members, sizeof(members) / sizeof(members[0]));
	fake_enums(fake, enums, sizeof(enums) / sizeof(enums[0]));
	fake_trace_record(trace, story, 4);
	put_files(trace, recorded);
	free(story);
	*ret_object = object;
	return trace;
}

static bool has_reason(const struct pk_judged *judged, const char *why)
{
	return judged->answer == PK_ANSWER_UNKNOWN && strstr(judged->why, why);
}

/* False: it is not as told. */
static bool run_story(const struct story *story)
{
	bool good;
	struct pk_history history;
	uint64_t object;
	struct fake_trace *trace = record(story->trace, story->cache, story->recorded, &object);

	pk_history_read(fake_trace_ctx(trace), object + (story->companion ? FAKE_SKB_SIZE : 0) + 5,
			8, &history);
	good = !strcmp(lives_text(&history), story->lives) &&
	       history.twice.answer == story->twice && history.used_after.answer == story->after &&
	       (!story->why[0] || has_reason(&history.twice, story->why) ||
		has_reason(&history.used_after, story->why));
	if (!good)
		print_error("%s:\n%stwice %d (%s), after %d (%s); expected\n%s", story->what,
			    lives_text(&history), history.twice.answer, history.twice.why,
			    history.used_after.answer, history.used_after.why, story->lives);
	pk_history_deinit(&history);
	fake_trace_free(trace);
	return good;
}

static void lives_and_what_is_judged(void **state)
{
	unsigned bad = 0;

	(void)state;
	for (size_t i = 0; i < sizeof(stories) / sizeof(stories[0]); i++)
		bad += !run_story(&stories[i]);
	assert_int_equal(bad, 0);
}

/* Who, where, in which function; and only the newest lives are kept, of each the first and last events. */
static void what_is_kept_of_an_event(void **state)
{
	static const char told[] = OTHER_BEGAN ALLOC FREE "cpu 1 pid 7 softirq\n" ALLOC;
	struct pk_history history;
	const struct pk_life *life;
	uint64_t object;
	struct fake_trace *trace;
	char *uses;
	size_t size;
	FILE *out = open_memstream(&uses, &size);

	(void)state;
	fputs(told, out);
	for (unsigned i = 0; i < 40; i++)
		fputs(USE, out);
	fclose(out);
	trace = record(uses, FAKE_TCP, ALL, &object);
	free(uses);
	pk_history_read(fake_trace_ctx(trace), object, 1, &history);
	assert_int_equal(history.status, PK_OK);
	assert_int_equal(history.object.start, object);
	assert_int_equal(history.nr_lives, 2);
	assert_int_equal(history.nr, 1);
	assert_int_equal(history.nr_mentions, 43);
	life = history.lives;
	assert_int_equal(life->number, 2);
	assert_int_equal(life->nr, 41);
	assert_int_equal(life->nr_list, PK_LIFE_FIRST + PK_LIFE_LAST);
	assert_string_equal(life->list[0].name, "kmem/kmem_cache_alloc");
	assert_string_equal(life->list[0].role, "ptr");
	assert_string_equal(life->list[0].where, "sk_prot_alloc");
	assert_int_equal(life->list[0].cpu, 1);
	assert_int_equal(life->list[0].pid, 7);
	assert_int_equal(life->list[0].context, PK_CTX_SOFTIRQ);
	assert_string_equal(life->list[1].name, "tcp/tcp_probe");
	assert_true(life->list[PK_LIFE_FIRST].ts > life->list[PK_LIFE_FIRST - 1].ts + 100);
	pk_history_deinit(&history);
	fake_trace_free(trace);
}

/* A packet's skb, in each of its lives. */
static void an_event_has_its_packets_name(void **state)
{
	static const char told[] = "cpu 0 softirq\n"
				   "net/netif_receive_skb skbaddr=@ len=60 name=eth0\n"
				   "p:tcp_v4_rcv skb=@ tcp=1001>2002,PA,100,7,10\n"
				   "p:skb_release_head_state skb=@\n"
				   "net/netif_receive_skb skbaddr=@ len=60 name=eth0\n"
				   "p:tcp_v4_rcv skb=@ tcp=1001>2003,PA,300,7,10\n"
				   "timer/timer_cancel timer=%\n"
				   "p:skb_release_head_state skb=@\n";
	struct pk_packet_set set = {0};
	struct pk_history history;
	uint64_t object;
	struct fake_trace *trace = record(told, FAKE_FCLONE, NONE, &object);
	char id[64];

	(void)state;
	pk_history_read(fake_trace_ctx(trace), object, 4, &history);
	assert_int_equal(pk_history_name(fake_trace_ctx(trace), &history, &set), PK_OK);
	assert_int_equal(set.nr, 2);
	assert_int_equal(history.nr, 2);
	for (unsigned i = 0; i < 2; i++) {
		pk_packet_id(set.packets[i], id, sizeof(id));
		assert_string_equal(history.lives[i].list[1].packet, id);
		assert_string_equal(history.lives[i].list[history.lives[i].nr_list - 1].packet, id);
	}
	assert_string_equal(history.lives[1].list[2].packet, "");
	assert_int_equal(history.lives[1].list[2].value, object + 0x30);
	pk_packet_set_deinit(&set);
	pk_history_deinit(&history);
	fake_trace_free(trace);
}

/* Of an address in no slab only that address is looked for. */
static void an_address_of_no_slab(void **state)
{
	struct pk_history history;
	uint64_t object;
	struct fake_trace *trace = record("p:skb_release_head_state skb=A\n"
					  "timer/timer_cancel timer=A+\n",
					  FAKE_FCLONE, NONE, &object);

	(void)state;
	pk_history_read(fake_trace_ctx(trace), fake_trace_skb("A"), 4, &history);
	assert_int_not_equal(history.status, PK_OK);
	assert_int_equal(history.nr_mentions, 1);
	pk_history_deinit(&history);
	pk_history_read(fake_trace_ctx(trace), fake_trace_skb("A") + 1, 4, &history);
	assert_int_equal(history.nr_mentions, 0);
	pk_history_deinit(&history);
	fake_trace_free(trace);
}

/* ==== as text ==== */

static char *rendered(const struct pk_history *history)
{
	static const struct pk_packet_set set;
	const struct pk_packet_style style = {.set = &set, .absolute = true};
	struct pk_out out;
	char *text;
	size_t len;
	FILE *fp = open_memstream(&text, &len);

	pk_out_init(&out, fp, pk_out_form(false));
	pk_render_history(&out, &style, history);
	pk_out_deinit(&out);
	fclose(fp);
	return text;
}

static void expect_text(const struct pk_history *history, const char *expected)
{
	char *text = rendered(history);

	assert_string_equal(text, expected);
	free(text);
}

/* What memory has, before the lives. */
static void memory_as_text(void **state)
{
	struct pk_history history = {.addr = 0x1040, .status = PK_ABSENT};

	(void)state;
	expect_text(&history, "1040 is in no slab object\n"
			      "the trace holds no events\n");
	history.status = PK_UNREADABLE;
	expect_text(&history, "1040: what memory holds there is unreadable\n"
			      "the trace holds no events\n");
	history.status = PK_OK;
	history.traced = true;
	history.object = (struct pk_slab_object){.start = 0x1000,
						 .size = 256,
						 .inside = 0x40,
						 .state = PK_SLAB_FREE,
						 .cache = "skbuff_head_cache"};
	expect_text(&history,
		    "1040 is 0x40 into an object of skbuff_head_cache, 256 bytes at 1000, free\n"
		    "  its bytes cannot be read\n"
		    "no event of the trace names it\n");
	history.bytes = (struct pk_slab_bytes){.known = true, .poison = true};
	history.used_after.answer = PK_ANSWER_NO;
	expect_text(&history,
		    "1040 is 0x40 into an object of skbuff_head_cache, 256 bytes at 1000, free\n"
		    "  it is filled with the poison of freed objects\n"
		    "no event of the trace names it\n");
	history.bytes.written = 8;
	history.bytes.written_at = 0x18;
	strcpy(history.twice.why, "events were lost");
	expect_text(&history,
		    "1040 is 0x40 into an object of skbuff_head_cache, 256 bytes at 1000, free\n"
		    "  it is filled with the poison of freed objects, but for 8 bytes, the first "
		    "at +0x18: written after it was freed\n"
		    "no event of the trace names it\n");
	history.object.state = PK_SLAB_ALLOCATED;
	history.addr = 0x1000;
	history.object.inside = 0;
	history.bytes.poison = false;
	history.skb = 0x1000;
	strcpy(history.place, "stands in qdisc fq");
	expect_text(&history,
		    "1000 is an object of skbuff_head_cache, 256 bytes at 1000, allocated\n"
		    "  sk_buff 1000 stands in qdisc fq: pkttrace skb 1000\n"
		    "no event of the trace names it\n");
	history.skb = 0;
	history.object.kind = PK_OBJECT_SOCK;
	expect_text(&history,
		    "1000 is an object of skbuff_head_cache, 256 bytes at 1000, allocated\n"
		    "  socket: pkttrace flows -P all -k 1000\n"
		    "no event of the trace names it\n");
}

static void lives_as_text(void **state)
{
	static struct pk_life lives[2] = {
		{.number = 7, .nr = 20, .ended_told = true, .nr_list = 8},
		{.number = 8, .nr = 2, .began_told = true, .nr_list = 2},
	};
	struct pk_history history = {.addr = 0x1000,
				     .start = 0x1000,
				     .size = 256,
				     .status = PK_OK,
				     .traced = true,
				     .object = {.start = 0x1000,
						.size = 256,
						.cache = "skbuff_head_cache",
						.state = PK_SLAB_ALLOCATED},
				     .bytes = {.known = true},
				     .nr_mentions = 22,
				     .nr_lives = 8,
				     .lives = lives,
				     .nr = 2,
				     .gap_after = {true, 1, 0, false},
				     .twice = {.answer = PK_ANSWER_YES}};

	(void)state;
	for (unsigned i = 0; i < 10; i++) {
		struct pk_mention *mention = &lives[i / 8].list[i % 8];

		*mention = (struct pk_mention){.ts = 1000000000ull + 1000 * i,
					       .cpu = (int)i % 2,
					       .pid = 100,
					       .comm = "nginx",
					       .name = "net/net_dev_queue",
					       .role = "skbaddr",
					       .value = 0x1000};
	}
	lives[0].list[2].gap = (struct pk_gap){true, 1, 12, true};
	lives[0].list[3].gap = (struct pk_gap){true, -1, 0, false};
	lives[0].list[4].gap = (struct pk_gap){true, 0, 3, false};
	lives[0].list[7].kind = PK_MENTION_ENDED;
	lives[1].list[0].kind = PK_MENTION_BEGAN;
	lives[1].list[0].value = 0x1028;
	strcpy(lives[1].list[0].where, "__alloc_skb+0x10");
	strcpy(lives[1].list[0].packet, "1.2.3");
	lives[1].list[1].after = true;
	lives[1].list[1].context = PK_CTX_SOFTIRQ;
	history.twice.freed = lives[0].list[7];
	history.twice.then = lives[1].list[1];
	expect_text(&history,
		    "1000 is an object of skbuff_head_cache, 256 bytes at 1000, allocated\n"
		    "22 events of the trace name it, in 8 lives\n"
		    "the newest 2 are shown: -n 8 shows all\n"
		    "LIFE WHAT           TIME CPU TASK                 CONTEXT EVENT               "
		    "             FROM                     PACKET\n"
		    "   7 began unseen\n"
		    "   7            1.000000   0 nginx-100            process net/net_dev_queue "
		    "(skbaddr)\n"
		    "   7            1.000001   1 nginx-100            process net/net_dev_queue "
		    "(skbaddr)\n"
		    "     here 12 and more events are lost, the first of CPU 1\n"
		    "   7            1.000002   0 nginx-100            process net/net_dev_queue "
		    "(skbaddr)\n"
		    "     here events of a CPU are missing\n"
		    "   7            1.000003   1 nginx-100            process net/net_dev_queue "
		    "(skbaddr)\n"
		    "     here 3 events are lost, the first of CPU 0\n"
		    "   7            1.000004   0 nginx-100            process net/net_dev_queue "
		    "(skbaddr)\n"
		    "   7            1.000005   1 nginx-100            process net/net_dev_queue "
		    "(skbaddr)\n"
		    "     ... 12 more\n"
		    "   7            1.000006   0 nginx-100            process net/net_dev_queue "
		    "(skbaddr)\n"
		    "   7 ended      1.000007   1 nginx-100            process net/net_dev_queue "
		    "(skbaddr)\n"
		    "   8 began      1.000008   0 nginx-100            process net/net_dev_queue "
		    "(skbaddr+0x28) __alloc_skb+0x10         #1.2.3\n"
		    "   8 AFTER      1.000009   1 nginx-100            softirq net/net_dev_queue "
		    "(skbaddr)\n"
		    "     after that events are lost, the first of CPU 1\n"
		    "freed twice: yes: freed at 1.000007 by nginx-100 on CPU 1, then "
		    "net/net_dev_queue at 1.000009 by nginx-100 on CPU 1\n"
		    "used after it was freed: not judged: \n");
	lives[1].list[1].again = true;
	history.nr = 1;
	history.lives = &lives[1];
	expect_text(&history,
		    "1000 is an object of skbuff_head_cache, 256 bytes at 1000, allocated\n"
		    "22 events of the trace name it, in 8 lives\n"
		    "the newest 1 are shown: -n 8 shows all\n"
		    "LIFE WHAT           TIME CPU TASK                 CONTEXT EVENT               "
		    "             FROM                     PACKET\n"
		    "   8 began      1.000008   0 nginx-100            process net/net_dev_queue "
		    "(skbaddr+0x28) __alloc_skb+0x10         #1.2.3\n"
		    "   8 AGAIN      1.000009   1 nginx-100            softirq net/net_dev_queue "
		    "(skbaddr)\n"
		    "     after that events are lost, the first of CPU 1\n"
		    "freed twice: yes: freed at 1.000007 by nginx-100 on CPU 1, then "
		    "net/net_dev_queue at 1.000009 by nginx-100 on CPU 1\n"
		    "used after it was freed: not judged: \n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(memory_as_text),
		cmocka_unit_test(lives_as_text),
		cmocka_unit_test(lives_and_what_is_judged),
		cmocka_unit_test(what_is_kept_of_an_event),
		cmocka_unit_test(an_event_has_its_packets_name),
		cmocka_unit_test(an_address_of_no_slab),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
