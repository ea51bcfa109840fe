// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/views.h"

#include <stdio.h>
#include <string.h>

#include "core/kit.h"
#include "render/out.h"
#include "render/packet_private.h"

/* As in a list, but with sequence numbers relative to each end's base. */
static void fill(struct pk_packet_cells *cells, const struct pk_packet_style *style,
		 const struct pk_story_row *row)
{
	pk_packet_cells_fill(cells, style, row->packet);
	cells->of[PK_CELL_WAY] = row->from ? "A < B" : "A > B";
	if (pk_packet_cause(row->packet))
		cells->of[PK_CELL_WHY] = pk_packet_cause(row->packet);
	if (row->seq_known && row->packet->header.len_known && row->end != row->seq)
		snprintf(cells->seq, sizeof(cells->seq), "%u:%u", row->seq, row->end);
	else if (row->seq_known)
		snprintf(cells->seq, sizeof(cells->seq), "%u", row->seq);
	snprintf(cells->ack, sizeof(cells->ack), "-");
	if (row->ack_known)
		snprintf(cells->ack, sizeof(cells->ack), "%u", row->ack);
}

/* The heading before PACKET's part of the story; NULL: it is the beginning. */
static const char *part_of(const struct pk_packet_style *style, const struct pk_packet *packet)
{
	if (packet->timeless)
		return "in memory at the end: when they came is not known";
	return pk_packet_after_panic(style->set, packet) ? "the kernel had panicked" : NULL;
}

static const char *win_heading(const struct pk_story *story)
{
	for (uint32_t i = 0; i < story->nr; i++)
		if (story->rows[i].packet->header.window_known)
			return "WIN";
	return NULL;
}

static void print_rows(struct pk_out *out, const struct pk_packet_style *style,
		       const struct pk_story *story)
{
	const struct pk_column columns[] = {
		[PK_CELL_WHEN] = pk_packet_when_column(style),
		[PK_CELL_AGE] = pk_packet_age_column(style),
		[PK_CELL_DIR] = {"DIR", "  ", .width = 3, .drop = 5},
		[PK_CELL_DEV] = {"DEV", " ", .width = 8, .drop = 4},
		[PK_CELL_WAY] = {"WAY", " ", .width = 5},
		[PK_CELL_FLAGS] = {"FLAGS", " ", .width = 6},
		[PK_CELL_SEQ] = {"SEQ", " ", .width = 19},
		[PK_CELL_ACK] = {"ACK", " ", .width = 10, .right = true, .drop = 1},
		[PK_CELL_WIN] = {win_heading(story), " ", .width = 5, .right = true, .drop = 3},
		[PK_CELL_LEN] = {"LEN", " ", .width = 6, .right = true, .drop = 2},
		[PK_CELL_IDENTITY] = {"IDENTITY", "  ", .width = 8, .drop = 6,
				      .unless_all = "exact"},
		[PK_CELL_END] = {"END", " ", .width = 13},
		[PK_CELL_ID] = {"ID", " ", .width = 15},
		[PK_CELL_WHY] = {"WHY", "  ", .width = 0, .if_any = true},
	};
	const char *part = NULL;
	struct pk_table table;
	struct pk_packet_cells cells;

	pk_table_init(&table, out, columns, PK_CELLS);
	for (uint32_t i = 0; out->screen.columns && i < story->nr; i++) {
		fill(&cells, style, &story->rows[i]);
		pk_table_measure(&table, cells.of);
	}
	pk_table_heading(&table);
	for (uint32_t i = 0; i < story->nr; i++) {
		const char *now = part_of(style, story->rows[i].packet);

		if (now != part)
			pk_out_text(out, "---- %s ----\n", now);
		part = now;
		fill(&cells, style, &story->rows[i]);
		pk_table_row(&table, cells.of);
	}
}

static void show_row(struct pk_out *out, const struct pk_packet_set *set,
		     const struct pk_story_row *row)
{
	const struct pk_packet *packet = row->packet;
	char id[64];

	PK_OUT_OBJECT(out, NULL);
	pk_out_str(out, "id", NULL, pk_packet_id(packet, id, sizeof(id)));
	pk_out_str(out, "from", NULL, row->from ? "b" : "a");
	pk_out_uint_if(out, "seq", NULL, row->seq_known, row->seq);
	pk_out_uint_if(out, "end", NULL, row->seq_known && packet->header.len_known, row->end);
	pk_out_uint_if(out, "ack", NULL, row->ack_known, row->ack);
	pk_out_uint_if(out, "window", NULL, packet->header.window_known, packet->header.window);
	pk_out_str(out, "outcome", NULL, pk_outcome_name(packet->outcome));
	pk_render_packet_causes(out, packet, false);
	pk_out_bool(out, "after_panic", pk_packet_after_panic(set, packet));
}

static void show_end(struct pk_out *out, const struct pk_story *story, unsigned at)
{
	const struct pk_story_end *end = &story->ends[at];

	PK_OUT_OBJECT(out, at ? "b" : "a");
	pk_out_uint(out, "packets", NULL, end->packets);
	pk_out_netns(out, "netns", NULL, end->netns);
	pk_out_uint_if(out, "base", NULL, end->base_known, end->base);
	pk_out_bool_if(out, "base_is_setup", end->base_known, end->base_is_setup);
}

void pk_render_story(struct pk_out *out, const struct pk_packet_style *style,
		     const struct pk_story *story)
{
	char ends[2][64];

	pk_out_object_begin(out, NULL);
	pk_out_str(out, "what", NULL, "story");
	pk_out_str(out, "story", NULL, story->protocol->name);
	pk_out_uint(out, "family", NULL, story->tuple.family);
	pk_render_tuple(out, &story->tuple, !story->protocol->portless);
	show_end(out, story, 0);
	show_end(out, story, 1);
	pk_out_uint(out, "nameless", NULL, story->nameless);
	pk_out_uint(out, "of_others", NULL, story->of_others);
	pk_out_uint(out, "unattributed", NULL, story->unattributed);
	pk_out_array_begin(out, "timeline");
	for (uint32_t i = 0; i < story->nr; i++)
		show_row(out, style->set, &story->rows[i]);
	pk_out_array_end(out);
	pk_out_object_end(out);
	if (pk_out_whole(out))
		return;
	pk_tuple_endpoints(&story->tuple, !story->protocol->portless, ends[0], ends[1],
			   sizeof(ends[0]));
	for (unsigned i = 0; i < 2; i++) {
		const struct pk_story_end *end = &story->ends[i];

		pk_out_text(out, "%c  %s", "AB"[i], ends[i]);
		if (story->connection && story->ends[i].netns) {
			pk_out_text(out, "  netns %u", story->ends[i].netns);
			pk_out_netns_told(out, story->ends[i].netns);
		}
		pk_out_text(out, "  %u packet(s)", story->ends[i].packets);

		if (story->protocol->distance) {
			if (!end->base_known)
				pk_out_text(out, "; its numbers are not known");
			else
				pk_out_text(out, "; its numbers count from %u, %s", end->base,
					    end->base_is_setup ? "the connection's first"
							       : "the lowest in the trace");
		}

		pk_out_text(out, "\n");
	}
	if (story->nameless)
		pk_out_text(out,
			    "%u packet(s) of the trace have no known addresses: some may be of "
			    "this connection\n",
			    story->nameless);
	if (story->of_others)
		pk_out_text(out,
			    "%u packet(s) of the same addresses belong(-s) to another namespace's "
			    "connection\n",
			    story->of_others);
	if (story->unattributed)
		pk_out_text(out,
			    "%u packet(s) of the same addresses may be of this connection: in "
			    "which namespace they were is not known\n",
			    story->unattributed);
	pk_out_text(out, "\n");
	print_rows(out, style, story);
}
