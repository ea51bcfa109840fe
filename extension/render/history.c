// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/views.h"

#include <stdio.h>
#include <string.h>

#include "render/out.h"
#include "render/packet_private.h"

#define LL(x) ((unsigned long long)(x))

enum column { LIFE, WHAT, WHEN, CPU, TASK, CONTEXT, EVENT, FROM, PACKET, NR_COLUMNS };

/* --- memory ---------------------------------------------------------------------------------------------- */

static const char *state_name(enum pk_slab_state state)
{
	return state == PK_SLAB_ALLOCATED ? "allocated" : state == PK_SLAB_FREE ? "free" : NULL;
}

static const char *const track_words[PK_NR_TRACKS] = {
	[PK_TRACK_ALLOC] = "allocated",
	[PK_TRACK_FREE] = "freed",
};

/* What slub_debug or KFENCE noted. */
static void show_tracks(struct pk_out *out, const struct pk_history *history)
{
	for (unsigned i = 0; i < PK_NR_TRACKS; i++) {
		const struct pk_slab_track *track = &history->tracks[i];

		if (!track->func[0])
			continue;
		pk_out_text(out, "  %s%s by PID %d",
			    i == PK_TRACK_FREE && history->object.state == PK_SLAB_ALLOCATED
				    ? "before that, "
				    : "",
			    track_words[i], track->pid);
		if (track->cpu >= 0)
			pk_out_text(out, " on CPU %d", track->cpu);
		if (track->ago_s.status == PK_OK)
			pk_out_text(out, ", %llu s before the end", LL(track->ago_s.value));
		pk_out_text(out, ", in %s\n", track->func);
		for (unsigned at = !strcmp(track->func, track->stack.funcs[0]);
		     at < track->stack.nr; at++)
			pk_out_text(out, "    %s\n", track->stack.funcs[at]);
	}
	if (history->tracks_status != PK_OK && history->tracks_status != PK_ABSENT)
		pk_out_text(out, "  who allocated and freed it: %s\n",
			    pk_status_name(history->tracks_status));
}

static void show_object(struct pk_out *out, const struct pk_history *history)
{
	const struct pk_slab_object *object = &history->object;
	const char *state = state_name(object->state);
	const struct pk_slab_bytes *bytes = &history->bytes;

	if (history->status == PK_ABSENT) {
		pk_out_text(out, "%llx is in no slab object\n", LL(history->addr));
		return;
	}
	if (history->status != PK_OK) {
		pk_out_text(out, "%llx: what memory holds there is %s\n", LL(history->addr),
			    pk_status_name(history->status));
		return;
	}
	pk_out_text(out, "%llx is ", LL(history->addr));
	if (object->inside)
		pk_out_text(out, "0x%llx into ", LL(object->inside));
	pk_out_text(out, "an object of %s, %llu bytes at %llx, %s%s\n", object->cache,
		    LL(object->size), LL(object->start),
		    state ? state : "whether it is free is not known",
		    object->guarded ? ", in a page of KFENCE's" : "");
	if (!bytes->known)
		pk_out_text(out, "  its bytes cannot be read\n");
	else if (bytes->poison && !bytes->written)
		pk_out_text(out, "  it is filled with the poison of freed objects\n");
	else if (bytes->poison)
		pk_out_text(out,
			    "  it is filled with the poison of freed objects, but for %llu "
			    "byte(s), the first at +0x%llx%s\n",
			    LL(bytes->written), LL(bytes->written_at),
			    history->object.state == PK_SLAB_FREE ? ": written after it was freed"
								  : "");
	show_tracks(out, history);
	if (history->skb && object->state != PK_SLAB_FREE)
		pk_out_text(out, "  sk_buff %llx%s%s: pkttrace skb %llx\n", LL(history->skb),
			    history->place[0] ? " " : "", history->place, LL(history->skb));
	else if (object->kind == PK_OBJECT_SOCK && object->state != PK_SLAB_FREE)
		pk_out_text(out, "  socket: pkttrace flows -P all -k %llx\n", LL(object->start));
}

/* --- lives ----------------------------------------------------------------------------------------------- */

struct cells {
	char life[24], when[40], cpu[16], task[48], event[176], from[104], packet[56];
	const char *list[NR_COLUMNS];
};

static const char *mark(const struct pk_mention *mention)
{
	if (mention->again || mention->after)
		return mention->again ? "AGAIN" : "AFTER";
	return mention->kind == PK_MENTION_USED ? "" : pk_mention_kind_names[mention->kind];
}

static void fill(const struct pk_packet_style *style, const struct pk_life *life,
		 const struct pk_mention *mention, uint64_t start, struct cells *cells)
{
	char offset[32] = "";

	if (mention->value > start)
		snprintf(offset, sizeof(offset), "+0x%llx", LL(mention->value - start));
	snprintf(cells->life, sizeof(cells->life), "%llu", LL(life->number));
	snprintf(cells->cpu, sizeof(cells->cpu), "%d", mention->cpu);
	snprintf(cells->task, sizeof(cells->task), "%s-%d", mention->comm, mention->pid);
	snprintf(cells->event, sizeof(cells->event), "%s (%s%s)", mention->name, mention->role,
		 offset);
	snprintf(cells->from, sizeof(cells->from), "%s", mention->where);
	snprintf(cells->packet, sizeof(cells->packet), "%s%s", mention->packet[0] ? "#" : "",
		 mention->packet);
	cells->list[LIFE] = cells->life;
	cells->list[WHAT] = mark(mention);
	cells->list[WHEN] = pk_packet_time(style, mention->ts, cells->when, sizeof(cells->when));
	cells->list[CPU] = cells->cpu;
	cells->list[TASK] = cells->task;
	cells->list[CONTEXT] = pk_context_name(mention->context);
	cells->list[EVENT] = cells->event;
	cells->list[FROM] = cells->from;
	cells->list[PACKET] = cells->packet;
}

static void show_gap(struct pk_out *out, const struct pk_gap *gap, const char *where)
{
	if (!gap->any)
		return;
	if (gap->cpu < 0)
		pk_out_text(out, "     %s events of a CPU are missing\n", where);
	else if (gap->lost)
		pk_out_text(out, "     %s %llu%s events are lost, the first of CPU %d\n", where,
			    LL(gap->lost), gap->uncounted ? " and more" : "", gap->cpu);
	else
		pk_out_text(out, "     %s events are lost, the first of CPU %d\n", where, gap->cpu);
}

static void put_mention(struct pk_out *out, const struct pk_mention *mention)
{
	PK_OUT_OBJECT(out, NULL);
	pk_out_keys(out, "kind again after ts_ns cpu pid comm context event role addr from packet "
			 "gap_before");
	pk_out_str(out, "kind", NULL, pk_mention_kind_names[mention->kind]);
	pk_out_bool(out, "again", mention->again);
	pk_out_bool(out, "after", mention->after);
	pk_out_ns(out, "ts_ns", NULL, mention->ts);
	pk_out_int(out, "cpu", NULL, mention->cpu);
	pk_out_int(out, "pid", NULL, mention->pid);
	pk_out_str(out, "comm", NULL, mention->comm);
	pk_out_str(out, "context", NULL, pk_context_name(mention->context));
	pk_out_str(out, "event", NULL, mention->name);
	pk_out_str(out, "role", NULL, mention->role);
	pk_out_addr(out, "addr", NULL, mention->value);
	pk_out_word(out, "from", NULL, mention->where);
	pk_out_word(out, "packet", NULL, mention->packet);
	pk_out_bool(out, "gap_before", mention->gap.any);
}

static void show_life(struct pk_out *out, struct pk_table *table,
		      const struct pk_packet_style *style, const struct pk_history *history,
		      const struct pk_life *life)
{
	struct cells cells;

	PK_OUT_OBJECT(out, NULL);
	pk_out_keys(out, "life began ended events_nr list");
	pk_out_uint(out, "life", NULL, life->number);
	pk_out_bool(out, "began", life->began_told);
	pk_out_bool(out, "ended", life->ended_told);
	pk_out_uint(out, "events_nr", NULL, life->nr);
	if (!life->began_told)
		pk_out_text(out, "%4llu began unseen\n", LL(life->number));
	PK_OUT_ARRAY(out, "list");
	for (uint32_t i = 0; i < life->nr_list; i++) {
		const struct pk_mention *mention = &life->list[i];

		if (i == PK_LIFE_FIRST && life->nr > life->nr_list)
			pk_out_text(out, "     ... %llu more\n", LL(life->nr - life->nr_list));
		show_gap(out, &mention->gap, "here");
		fill(style, life, mention, history->start, &cells);
		if (mention->again || mention->after)
			table->tones[WHAT] = PK_TONE_BAD;
		pk_table_row(table, cells.list);
		table->tones[WHAT] = PK_TONE_PLAIN;
		put_mention(out, mention);
	}
}

static void show_lives(struct pk_out *out, const struct pk_packet_style *style,
		       const struct pk_history *history)
{
	const struct pk_column columns[NR_COLUMNS] = {
		[LIFE] = {"LIFE", "", .width = 4, .right = true},
		[WHAT] = {"WHAT", " ", .width = 5},
		[WHEN] = pk_packet_when_column(style),
		[CPU] = {"CPU", " ", .width = 3, .right = true},
		[TASK] = {"TASK", " ", .width = 20},
		[CONTEXT] = {"CONTEXT", " ", .width = 7, .drop = 2},
		[EVENT] = {"EVENT", " ", .width = 32},
		[FROM] = {"FROM", " ", .width = 24, .if_any = true, .drop = 1},
		[PACKET] = {"PACKET", " ", .width = 0},
	};
	struct pk_table table;
	struct cells cells;

	pk_table_init(&table, out, columns, NR_COLUMNS);
	for (uint32_t i = 0; i < history->nr; i++)
		for (uint32_t j = 0; j < history->lives[i].nr_list; j++) {
			fill(style, &history->lives[i], &history->lives[i].list[j], history->start,
			     &cells);
			pk_table_measure(&table, cells.list);
		}
	if (history->nr)
		pk_table_heading(&table);
	pk_out_array_begin(out, "lives");
	for (uint32_t i = 0; i < history->nr; i++)
		show_life(out, &table, style, history, &history->lives[i]);
	pk_out_array_end(out);
	if (history->nr)
		show_gap(out, &history->gap_after, "after that");
}

/* --- judgement ------------------------------------------------------------------------------------------- */

static void show_judged(struct pk_out *out, const struct pk_packet_style *style,
			const struct pk_judged *judged, const char *what, const char *key)
{
	const struct pk_mention *freed = &judged->freed, *then = &judged->then;
	char one[40], other[40];

	PK_OUT_OBJECT(out, key);
	pk_out_keys(out, "answer why");
	pk_out_bool_if(out, "answer", judged->answer != PK_ANSWER_UNKNOWN,
		       judged->answer == PK_ANSWER_YES);
	pk_out_text(out, "%s: ", what);
	if (judged->answer == PK_ANSWER_YES) {
		pk_out_tone(out, PK_TONE_BAD);
		pk_out_text(out, "yes");
		pk_out_tone(out, PK_TONE_PLAIN);
		pk_out_text(out,
			    ": freed at %s by %s-%d on CPU %d, then %s at %s by %s-%d on CPU %d\n",
			    pk_packet_time(style, freed->ts, one, sizeof(one)), freed->comm,
			    freed->pid, freed->cpu, then->name,
			    pk_packet_time(style, then->ts, other, sizeof(other)), then->comm,
			    then->pid, then->cpu);
	} else {
		pk_out_text(out, judged->answer == PK_ANSWER_NO ? "no\n" : "not judged: %s\n",
			    judged->why);
	}
	pk_out_word(out, "why", NULL, judged->why);
}

void pk_render_history(struct pk_out *out, const struct pk_packet_style *style,
		       const struct pk_history *history)
{
	const struct pk_slab_object *object = &history->object;
	const struct pk_slab_bytes *bytes = &history->bytes;

	PK_OUT_OBJECT(out, NULL);
	pk_out_keys(out, "what addr memory_status slab_object events_nr lives_nr lives gap_after "
			 "freed_twice used_after_free");
	pk_out_str(out, "what", NULL, "history");
	pk_out_addr(out, "addr", NULL, history->addr);
	show_object(out, history);
	pk_out_str(out, "memory_status", NULL, pk_status_name(history->status));
	if (history->status == PK_OK) {
		PK_OUT_OBJECT(out, "slab_object");
		pk_out_keys(out, "start size cache state guarded poison written written_at skb "
				 "place tracks");
		pk_out_addr(out, "start", NULL, object->start);
		pk_out_uint(out, "size", NULL, object->size);
		pk_out_str(out, "cache", NULL, object->cache);
		pk_out_str(out, "state", NULL, state_name(object->state));
		pk_out_bool(out, "guarded", object->guarded);
		pk_out_bool_if(out, "poison", bytes->known, bytes->poison);
		pk_out_uint_if(out, "written", NULL, bytes->poison, bytes->written);
		pk_out_uint_if(out, "written_at", NULL, bytes->poison && bytes->written,
			       bytes->written_at);
		pk_out_addr(out, "skb", NULL, history->skb);
		pk_out_word(out, "place", NULL, history->place);
		PK_OUT_ARRAY(out, "tracks");
		for (unsigned i = 0; i < PK_NR_TRACKS; i++) {
			const struct pk_slab_track *track = &history->tracks[i];

			if (!track->func[0])
				continue;
			PK_OUT_RECORD(out, track_words[i]);
			pk_out_str(out, "function", NULL, track->func);
			pk_out_int(out, "pid", NULL, track->pid);
			pk_out_int_if(out, "cpu", NULL, track->cpu >= 0, track->cpu);
			pk_out_figure(out, "ago_s", NULL, &track->ago_s);
			pk_render_noted_stack(out, &track->stack);
		}
	}

	pk_out_uint(out, "events_nr", NULL, history->nr_mentions);
	pk_out_uint(out, "lives_nr", NULL, history->nr_lives);
	if (!history->traced)
		pk_out_text(out, "the trace holds no events\n");
	else if (!history->nr_mentions)
		pk_out_text(out, "no event of the trace names %s\n",
			    history->status == PK_OK ? "it" : "this address");
	else
		pk_out_text(out, "%llu event(s) of the trace name(-s) it, in %llu %s\n",
			    LL(history->nr_mentions), LL(history->nr_lives),
			    history->nr_lives == 1 ? "life" : "lives");
	if (history->nr < history->nr_lives)
		pk_out_text(out, "the newest %u are shown: -n %llu shows all\n", history->nr,
			    LL(history->nr_lives));
	show_lives(out, style, history);
	pk_out_bool(out, "gap_after", history->gap_after.any);
	if (history->nr_mentions) {
		show_judged(out, style, &history->twice, "freed twice", "freed_twice");
		show_judged(out, style, &history->used_after, "used after it was freed",
			    "used_after_free");
	}
}
