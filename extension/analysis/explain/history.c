// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/explain/history.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/events/trace_gaps.h"
#include "analysis/explain/skbs.h"
#include "core/kit.h"
#include "decode/net/skb/skb.h"
#include "decode/slab.h"
#include "decode/trace/clock.h"
#include "decode/trace/tracing.h"

#define AT_ONCE_NS 1000000

struct walk {
	struct pk_ctx *ctx;
	struct pk_history *history;
	struct pk_history_reader reader;
	uint32_t most; /* lives that are kept */
	uint64_t pages; /* the newest ones, in which only the end is looked for; 0: all */
	/* Why it cannot be told that nothing began: static; "": it can, once ALLOCATIONS were met. */
	char open_world[160];
	bool allocations; /* the trace has told of one, of any object */
	bool by_kfree; /* only kfree() frees what kmalloc() gave: what else is in that cache may come in bulk */
	bool clock_in_ns;
	struct pk_gap gap; /* since the newest mention */
	bool gaps; /* there was one since the first mention */
	bool closed; /* the newest life has ended */
	enum pk_history_step step; /* the newest of its beginning or end, and who told of it */
	struct pk_mention told_by;
	bool used; /* since that step, while it is open */
	bool freed; /* the slab has the object back, by its own event: */
	struct pk_mention freed_by;
	struct pk_gap gap_freed; /* since that */
	uint64_t began_ts; /* of the newest beginning */
	int began_cpu; /* -1: none */
	bool no_memory;
};

static struct pk_life *newest(const struct walk *walk)
{
	struct pk_history *history = walk->history;

	return history->nr ? &history->lives[history->nr - 1] : NULL;
}

/* --- lives ----------------------------------------------------------------------------------------------- */

static void begin_life(struct walk *walk, bool told)
{
	struct pk_history *history = walk->history;

	if (!history->lives)
		history->lives = calloc(walk->most, sizeof(*history->lives));
	if (!history->lives) {
		walk->no_memory = true;
		return;
	}
	if (history->nr == walk->most) {
		memmove(history->lives, history->lives + 1,
			(walk->most - 1) * sizeof(*history->lives));
		history->nr--;
	}
	history->lives[history->nr++] =
		(struct pk_life){.number = ++history->nr_lives, .began_told = told};
	walk->closed = walk->used = false;
	walk->step = PK_STEP_NONE;
}

static void keep_mention(struct walk *walk, const struct pk_mention *mention)
{
	struct pk_life *life = newest(walk);

	if (!life)
		return;
	life->nr++;
	if (life->nr_list == PK_ARRAY_SIZE(life->list)) {
		memmove(&life->list[PK_LIFE_FIRST], &life->list[PK_LIFE_FIRST + 1],
			(PK_LIFE_LAST - 1) * sizeof(life->list[0]));
		life->nr_list--;
	}
	life->list[life->nr_list++] = *mention;
}

/* The task that told of the newest step does so at once. */
static bool is_at_once(const struct walk *walk, const struct pk_mention *mention)
{
	const struct pk_mention *told = &walk->told_by;

	return told->pid == mention->pid && told->cpu == mention->cpu &&
	       mention->ts - told->ts < AT_ONCE_NS;
}

/* The next step, or the same once more, by another event of it. */
static bool goes_on(const struct walk *walk, const struct pk_history_word *word)
{
	return word->step > walk->step ||
	       (word->step == walk->step && is_at_once(walk, &word->mention) &&
		strcmp(word->mention.name, walk->told_by.name) != 0);
}

/* What comes is of the end that was told last. A socket that its protocol has let go is still in use for a moment. */
static bool is_of_end(const struct walk *walk, const struct pk_history_word *word)
{
	switch (word->mention.kind) {
	case PK_MENTION_ENDED:
		return goes_on(walk, word);
	case PK_MENTION_USED:
		return word->late || !word->by_role ||
		       (word->is_sock && !walk->freed && is_at_once(walk, &word->mention));
	default:
		return false;
	}
}

/* What comes is of the beginning that was told last, or is none. */
static bool is_of_beginning(const struct walk *walk, const struct pk_history_word *word)
{
	return word->mention.kind != PK_MENTION_BEGAN || (!walk->used && goes_on(walk, word));
}

/* Another life, if the newest one cannot go on with it. */
static void place(struct walk *walk, const struct pk_history_word *word)
{
	bool begins = word->mention.kind == PK_MENTION_BEGAN;

	if (!newest(walk))
		begin_life(walk, begins);
	else if (walk->closed ? !is_of_end(walk, word) : !is_of_beginning(walk, word))
		begin_life(walk, begins);
}

static void advance(struct walk *walk, const struct pk_history_word *word)
{
	struct pk_life *life = newest(walk);

	if (!life)
		return;
	switch (word->mention.kind) {
	case PK_MENTION_USED:
		walk->used |= !walk->closed;
		return;
	case PK_MENTION_ENDED:
		walk->closed = life->ended_told = true;
		break;
	default:
		break;
	}
	walk->step = word->step;
	walk->told_by = word->mention;
}

/* --- ended twice, used afterwards ------------------------------------------------------------------------- */

static void doubt(struct pk_judged *judged, const char *why)
{
	if (judged->answer == PK_ANSWER_YES)
		return;
	judged->answer = PK_ANSWER_UNKNOWN;
	snprintf(judged->why, sizeof(judged->why), "%s", why);
}

static void doubt_both(struct walk *walk, const char *why)
{
	doubt(&walk->history->twice, why);
	doubt(&walk->history->used_after, why);
}

static void say_gap(const struct pk_gap *gap, char *buf, size_t size)
{
	if (gap->cpu < 0)
		snprintf(buf, size, "events of a CPU are missing in between");
	else if (gap->uncounted || !gap->lost)
		snprintf(buf, size, "CPU %d lost events in between", gap->cpu);
	else
		snprintf(buf, size, "CPU %d lost %llu events in between", gap->cpu,
			 (unsigned long long)gap->lost);
}

/* Two CPUs' clocks do not tell which came first. */
static bool too_near(const struct walk *walk, uint64_t ts, int cpu, const struct pk_mention *other)
{
	uint64_t apart = ts > other->ts ? ts - other->ts : other->ts - ts;

	return cpu != other->cpu && (!walk->clock_in_ns || apart < PK_CLOCKS_DIFFER_NS);
}

static bool is_kfree(const struct pk_mention *mention)
{
	return !strcmp(mention->name, "kmem/kfree");
}

/* Why it is not certain that nothing has begun since FREED_BY; NULL: it is. */
static const char *uncertain(const struct walk *walk, const struct pk_history_word *word, char *buf,
			     size_t size)
{
	if (walk->open_world[0])
		return walk->open_world;
	/* Another cache may be merged into kmalloc()'s, and take its objects in bulk. */
	if (walk->by_kfree && word->step == PK_STEP_FREED && !is_kfree(&word->mention))
		return "what kmem_cache_free() gave back may have been allocated in bulk, which no "
		       "event tells";
	if (walk->gap_freed.any) {
		say_gap(&walk->gap_freed, buf, size);
		return buf;
	}
	if (walk->began_cpu >= 0 &&
	    too_near(walk, walk->began_ts, walk->began_cpu, &walk->freed_by))
		return "two CPUs' clocks do not tell whether it was freed before it began";
	if (word->mention.kind == PK_MENTION_USED &&
	    too_near(walk, word->mention.ts, word->mention.cpu, &walk->freed_by))
		return "two CPUs' clocks do not tell whether it was used before it was freed";
	return NULL;
}

static struct pk_mention *last_kept(const struct walk *walk)
{
	struct pk_life *life = newest(walk);

	return life && life->nr_list ? &life->list[life->nr_list - 1] : NULL;
}

/* Of the second end the event before has told. */
static bool is_told(const struct walk *walk, bool ends)
{
	const struct pk_mention *last = last_kept(walk);

	return last && (ends ? last->again : last->after);
}

/* The slab had the object back, and WORD frees or uses it: has it begun since? True: it has not. */
static bool judge(struct walk *walk, struct pk_history_word *word)
{
	bool ends = word->mention.kind == PK_MENTION_ENDED;
	struct pk_judged *judged = ends ? &walk->history->twice : &walk->history->used_after;
	char buf[96];
	const char *why;

	if (!walk->freed || (!ends && (!word->by_role || word->late)) ||
	    word->mention.kind == PK_MENTION_BEGAN)
		return false;
	why = uncertain(walk, word, buf, sizeof(buf));
	if (why) {
		doubt(judged, why);
		return false;
	}
	if (is_told(walk, ends))
		return true;
	judged->answer = PK_ANSWER_YES;
	word->mention.again = ends;
	word->mention.after = !ends;
	judged->freed = walk->freed_by;
	judged->then = word->mention;
	return true;
}

/* It begins: what looked like its second end, or a use of what was freed, may have come later, by the other CPU's clock. */
static void doubt_newest(struct walk *walk, const struct pk_mention *began)
{
	struct pk_mention *last = last_kept(walk);

	if (!last || !(last->again || last->after) || !too_near(walk, began->ts, began->cpu, last))
		return;
	if (last->again)
		walk->history->twice.answer = PK_ANSWER_NO;
	else
		walk->history->used_after.answer = PK_ANSWER_NO;
	doubt(last->again ? &walk->history->twice : &walk->history->used_after,
	      "two CPUs' clocks do not tell which came first");
	last->again = last->after = false;
}

static void note_slab(struct walk *walk, const struct pk_history_word *word)
{
	const struct pk_mention *mention = &word->mention;

	if (mention->kind == PK_MENTION_BEGAN) {
		walk->freed = false;
		walk->began_ts = mention->ts;
		walk->began_cpu = mention->cpu;
	} else if (word->step == PK_STEP_FREED) {
		walk->freed = walk->allocations && (!walk->by_kfree || is_kfree(mention));
		walk->freed_by = *mention;
		walk->gap_freed = (struct pk_gap){.cpu = -1};
		if (!walk->allocations)
			doubt_both(walk,
				   "the trace tells of no allocation before the first free: it may "
				   "not have been recorded yet");
	}
}

static void take(struct walk *walk, struct pk_history_word *word)
{
	bool again;

	if (word->weak && (!newest(walk) || walk->closed)) {
		word->mention.kind = PK_MENTION_BEGAN;
		word->step = PK_STEP_COPIED;
	}
	word->mention.gap = walk->gap;
	if (walk->history->nr_mentions && walk->gap.any)
		walk->gaps = true;
	if (word->mention.kind == PK_MENTION_BEGAN)
		doubt_newest(walk, &word->mention);
	again = judge(walk, word);
	if (!again)
		place(walk, word);
	keep_mention(walk, &word->mention);
	if (!again)
		advance(walk, word);
	note_slab(walk, word);
	walk->history->nr_mentions++;
	walk->gap = (struct pk_gap){.cpu = -1};
}

/* --- the trace ------------------------------------------------------------------------------------------- */

static void note_loss(struct pk_gap *gap, const struct pk_event *event)
{
	if (event->lost_before || event->unread_before) {
		gap->cpu = gap->cpu < 0 ? event->cpu : gap->cpu;
		if (event->lost_before == PK_LOST_UNKNOWN || event->unread_before)
			gap->uncounted = true;
		else
			gap->lost += event->lost_before;
	} else if (!event->others_silent) {
		return;
	}
	gap->any = true;
}

/* FORMAT is an event of allocations of such objects. */
static bool tells_beginning(const struct walk *walk, const struct pk_format *format)
{
	return pk_tells_allocation(format) &&
	       walk->by_kfree == !strncmp(format->name, "kmalloc", 7);
}

static void note_allocation(struct walk *walk, const struct pk_event *event)
{
	const struct pk_format *format;

	if (walk->allocations)
		return;
	format = pk_format_by_id(walk->reader.formats, event->type);
	walk->allocations = format && tells_beginning(walk, format);
}

/* Of several events that tell of one end, the first says where it was. */
static void take_end(struct walk *walk, const struct pk_history_word *word)
{
	struct pk_mention *end = &walk->history->end;

	if (word->mention.kind == PK_MENTION_BEGAN)
		end->name[0] = '\0';
	else if (word->mention.kind == PK_MENTION_ENDED &&
		 (!end->name[0] || word->mention.ts - end->ts >= AT_ONCE_NS ||
		  (!end->where[0] && word->mention.where[0])))
		*end = word->mention;
}

static enum pk_status walk_end(struct walk *walk, struct pk_trace *trace)
{
	struct pk_history_word word;
	const struct pk_event *event;
	struct pk_cursor *cursor;
	uint64_t since;
	enum pk_status status = pk_trace_time_back(trace, walk->pages, &since);

	if (status == PK_OK)
		status = pk_cursor_open(trace, since, UINT64_MAX, PK_ALL_CPUS, &cursor);
	if (status != PK_OK)
		return status;
	while ((status = pk_cursor_step(cursor, &event)) == PK_OK)
		if (pk_history_event(&walk->reader, event, &word))
			take_end(walk, &word);
	pk_cursor_close(cursor);
	return status == PK_ABSENT ? PK_OK : status;
}

static enum pk_status walk_events(struct walk *walk, struct pk_trace *trace)
{
	struct pk_history_word word;
	const struct pk_event *event;
	struct pk_cursor *cursor;
	uint64_t nr = 0;
	enum pk_status status = pk_cursor_open(trace, 0, UINT64_MAX, PK_ALL_CPUS, &cursor);

	if (status != PK_OK)
		return status;
	pk_cursor_by_own_clocks(cursor);
	while (!walk->no_memory && (status = pk_cursor_step(cursor, &event)) == PK_OK) {
		note_loss(&walk->gap, event);
		note_loss(&walk->gap_freed, event);
		note_allocation(walk, event);
		if (pk_history_event(&walk->reader, event, &word))
			take(walk, &word);
		if (!(++nr & 0x1ffff) && walk->ctx->progress)
			walk->ctx->progress("events read", nr);
	}
	walk->history->traced = nr != 0;
	if (pk_cursor_lost_at_end(cursor))
		walk->gap.any = walk->gap.uncounted = true;
	pk_cursor_close(cursor);
	if (walk->no_memory)
		return pk_fail(walk->ctx, PK_NOMEM, "lives of an address");
	return status == PK_ABSENT ? PK_OK : status;
}

/* --- what is recorded ------------------------------------------------------------------------------------- */

/* kmem_cache_alloc_bulk() tells nobody. NAPI, XDP and cpumaps take skbs with it. */
static bool is_bulk_known(const struct pk_slab_object *object, bool *ret_bulk)
{
	switch (object->kind) {
	case PK_OBJECT_SKB:
		*ret_bulk = true;
		return true;
	case PK_OBJECT_SKB_FCLONE:
	case PK_OBJECT_SOCK:
	case PK_OBJECT_REQUEST_SOCK:
	case PK_OBJECT_TW_SOCK:
		*ret_bulk = false;
		return true;
	default:
		*ret_bulk = false;
		return !strncmp(object->cache, "kmalloc-", 8) ||
		       !strcmp(object->cache, "skbuff_small_head");
	}
}

/* Why the object may begin without an event, whatever is recorded. */
static void find_open_world(struct walk *walk, char *why, size_t size)
{
	const struct pk_slab_object *object = &walk->history->object;
	bool bulk;

	if (walk->ctx->last_boot)
		snprintf(why, size, "the trace is the previous boot's");
	else if (walk->history->status != PK_OK)
		snprintf(why, size, "which slab cache it is of is not known");
	else if (!is_bulk_known(object, &bulk))
		snprintf(why, size,
			 "whether objects of %.60s are allocated in bulk, too, which no event "
			 "tells, is not known",
			 object->cache);
	else if (bulk)
		snprintf(why, size,
			 "objects of %.60s are also allocated in bulk, which no event tells",
			 object->cache);
}

static void find_world(struct walk *walk, const struct pk_instance *instance)
{
	struct pk_reader r = {.ctx = walk->ctx};
	unsigned nr = 0; /* allocation events that are recorded */
	bool by_pid;
	char *why = walk->open_world;
	size_t size = sizeof(walk->open_world);

	walk->by_kfree = !strncmp(walk->history->object.cache, "kmalloc-", 8);
	find_open_world(walk, why, size);
	if (why[0])
		return;
	by_pid = pk_filters_pids(walk->ctx, instance);
	pk_event_file_for_each (file, &r, instance->addr) {
		if (!tells_beginning(walk, file.format))
			continue;
		if (!file.enabled || file.soft_disabled)
			snprintf(why, size, "kmem:%.40s is not recorded, which tells what begins",
				 file.format->name);
		else if (file.filter[0] || by_pid)
			snprintf(why, size,
				 "of kmem:%.40s, which tells what begins, only some are recorded",
				 file.format->name);
		else
			nr++;
		if (why[0])
			break;
	}
	if (!pk_ok(&r) || (!nr && !why[0]))
		snprintf(why, size, "which events were recorded is not known");
}

static enum pk_status read_trace(struct walk *walk)
{
	struct pk_ctx *ctx = walk->ctx;
	struct pk_instance instance;
	struct pk_plans plans = {0};
	struct pk_trace *trace = NULL;
	enum pk_status status = pk_packets_instance(ctx, &instance);

	if (status == PK_OK)
		status = pk_last_boot_enter(ctx, &instance);
	if (status != PK_OK || !instance.expanded)
		return status;
	status = pk_formats_load(ctx, &walk->reader.formats);
	if (status == PK_OK)
		status = pk_plans_make(ctx, walk->reader.formats, &plans);
	if (status == PK_OK)
		status = pk_trace_open(ctx, &instance, false, &trace);
	if (status == PK_OK) {
		walk->reader.plans = &plans;
		walk->clock_in_ns = instance.clock_in_ns;
		if (walk->pages) {
			status = walk_end(walk, trace);
		} else {
			find_world(walk, &instance);
			status = walk_events(walk, trace);
		}
	}
	if (trace)
		pk_trace_close(trace);
	pk_plans_free(&plans);
	return status;
}

/* What no event contradicts is a no only if every event would have been seen. */
static void settle(struct walk *walk)
{
	struct pk_history *history = walk->history;
	struct pk_judged *judged[] = {&history->twice, &history->used_after};

	history->gap_after = walk->gap;
	for (size_t i = 0; i < PK_ARRAY_SIZE(judged); i++) {
		if (judged[i]->answer != PK_ANSWER_NO)
			continue;
		if (walk->open_world[0])
			doubt(judged[i], walk->open_world);
		else if (walk->gaps || (walk->gap.any && history->nr_mentions))
			doubt(judged[i], "events of the time since the first one are lost");
	}
}

/* --- memory ---------------------------------------------------------------------------------------------- */

/* Of an skb, what holds it. */
static void find_place(struct pk_ctx *ctx, struct pk_history *history)
{
	struct pk_placed_skb skb;
	struct pk_queued_packets queued;

	history->skb = pk_skb_around(ctx, &history->object);
	if (!history->skb || history->object.state == PK_SLAB_FREE)
		return;
	pk_queued_load(ctx, &queued);
	pk_placed_skb_read(ctx, &queued, history->skb, &skb);
	snprintf(history->place, sizeof(history->place), "%s", skb.where);
	pk_queued_deinit(&queued);
}

static void read_memory(struct pk_ctx *ctx, struct pk_history *history)
{
	struct pk_slab_object *object = &history->object;

	history->start = history->addr;
	history->size = 1;
	history->status = pk_slab_lookup_whole(ctx, history->addr, object);
	if (history->status != PK_OK) {
		memset(object, 0, sizeof(*object));
		return;
	}
	if (pk_slab_bytes_read(ctx, object, &history->bytes) != PK_OK)
		history->bytes.known = false;
	history->tracks_status = pk_slab_tracks_read(ctx, object, history->tracks);
	find_place(ctx, history);
	history->start = object->start;
	history->size = object->size;
	if (object->kind == PK_OBJECT_SKB_FCLONE && history->skb &&
	    pk_skb_size(ctx, &history->size) == PK_OK)
		history->start = history->skb;
}

static void begin(struct walk *walk, uint64_t addr)
{
	struct pk_history *history = walk->history;

	*history = (struct pk_history){.addr = addr};
	history->twice.answer = history->used_after.answer = PK_ANSWER_NO;
	read_memory(walk->ctx, history);
	pk_context_flags_load(walk->ctx, &walk->reader.flags);
	walk->reader.ctx = walk->ctx;
	walk->reader.start = history->start;
	walk->reader.size = history->size;
	walk->reader.slab = history->status == PK_OK ? history->object.start : addr;
}

void pk_history_read(struct pk_ctx *ctx, uint64_t addr, uint32_t most,
		     struct pk_history *ret_history)
{
	struct walk walk = {.ctx = ctx,
			    .history = ret_history,
			    .most = most,
			    .gap = {.cpu = -1},
			    .began_cpu = -1};

	begin(&walk, addr);
	if (read_trace(&walk) != PK_OK)
		pk_warn(ctx, "the trace: %s", pk_error(ctx));
	settle(&walk);
	ctx->last_boot = NULL;
}

void pk_history_end_read(struct pk_ctx *ctx, uint64_t addr, uint64_t pages,
			 struct pk_history *ret_history)
{
	struct walk walk = {.ctx = ctx, .history = ret_history, .pages = pages};

	begin(&walk, addr);
	if (read_trace(&walk) != PK_OK || ctx->last_boot)
		ret_history->end.name[0] = '\0';
	ctx->last_boot = NULL;
}

/* --- packets --------------------------------------------------------------------------------------------- */

/* The set's packets, by their addresses. False: no memory. */
static bool index_set(const struct pk_packet_set *set, struct pk_hash *index)
{
	return pk_all(set->nr, i, pk_hash_put(index, (uintptr_t)set->packets[i], set->packets[i]));
}

static size_t count_kept(const struct pk_history *history)
{
	size_t nr = 0;

	for (uint32_t i = 0; i < history->nr; i++)
		nr += history->lives[i].nr_list;
	return nr;
}

enum pk_status pk_history_name(struct pk_ctx *ctx, struct pk_history *history,
			       struct pk_packet_set *ret_set)
{
	struct pk_packet_watch watch = {.nr = count_kept(history)};
	struct pk_packet_filter filter;
	struct pk_hash index = {0};
	enum pk_status status;
	size_t at = 0;

	watch.list = calloc(watch.nr ? watch.nr : 1, sizeof(*watch.list));
	if (!watch.list)
		return pk_fail(ctx, PK_NOMEM, "packets of an address");
	for (uint32_t i = 0; i < history->nr; i++)
		for (uint32_t j = 0; j < history->lives[i].nr_list; j++)
			watch.list[at++] =
				(struct pk_watched){.ts = history->lives[i].list[j].ts,
						    .pos = history->lives[i].list[j].pos};
	pk_packet_filter_init(&filter);
	filter.watch = &watch;
	status = pk_packets_last(ctx, PK_EVERY_PACKET, &filter, ret_set);
	if (status == PK_OK && !index_set(ret_set, &index))
		status = pk_fail(ctx, PK_NOMEM, "packets of an address");
	at = 0;
	for (uint32_t i = 0; status == PK_OK && i < history->nr; i++) {
		for (uint32_t j = 0; j < history->lives[i].nr_list; j++, at++) {
			const struct pk_watched *watched = &watch.list[at];
			struct pk_mention *mention = &history->lives[i].list[j];
			const struct pk_packet *packet =
				watched->packet ? watched->packet : watched->handled;

			if (packet && pk_hash_get(&index, (uintptr_t)packet))
				pk_packet_id(packet, mention->packet, sizeof(mention->packet));
		}
	}
	pk_hash_deinit(&index, NULL);
	free(watch.list);
	return status;
}
