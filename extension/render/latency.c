// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/views.h"

#include "core/kit.h"
#include "render/out.h"
#include "render/packet_private.h"

static void print_total(struct pk_out *out, const struct pk_latency_view *view)
{
	const struct pk_packet_set *set = view->groups->set;

	pk_out_text(out, "%llu stage(s) of %u packet(s)\n", (unsigned long long)view->groups->total,
		    view->packets);
	if (view->incomplete)
		pk_out_text(out,
			    "not judged: %u packet(s) without a stage whose two ends are in the "
			    "trace\n",
			    view->incomplete);
	if (view->lossy)
		pk_out_text(out, "left out: %u packet(s) that lost events may belong to\n",
			    view->lossy);
	if (view->still || view->back)
		pk_out_text(out,
			    "left out: %llu stage(s) in which the clock stood still, %llu in which "
			    "it went back\n",
			    (unsigned long long)view->still, (unsigned long long)view->back);
	if (set->in_ticks)
		pk_out_text(out, "times are in ticks of the trace clock, not nanoseconds: \"us\" "
				 "is 1000 ticks\n");
}

void pk_render_latency(struct pk_out *out, const struct pk_packet_style *style,
		       const struct pk_latency_view *view)
{
	pk_render_groups(out, style, view->groups, "latency");
	print_total(out, view);
	if (view->nr) {
		const struct pk_column columns[] = {
			{"TIME", "", .width = 12, .right = true},
			{"STAGE", "  ", .width = 17},
			{"CPU", " ", .width = 4, .right = true, .drop = 2},
			pk_packet_when_column(style),
			{"DIR", "  ", .width = 3, .drop = 3},
			{"DEV", " ", .width = 8, .drop = 1},
			{"SOURCE", " ", .width = 21},
			{"DESTINATION", " > ", .width = 21},
			{"ID", " ", .width = 15},
		};
		struct pk_packet_cells of_packet;
		struct pk_table table;

		pk_table_init(&table, out, columns, PK_ARRAY_SIZE(columns));
		pk_out_text(out, "\n");
		for (int print = 0; print < 2; print++) {
			if (print)
				pk_table_heading(&table);
			for (size_t i = 0; i < view->nr && i < view->nr_shown; i++) {
				const struct pk_sample *sample = &view->list[i];
				char duration[32], cpu[16] = "?";
				const char *cells[PK_ARRAY_SIZE(columns)];

				pk_packet_cells_fill(&of_packet, style, sample->packet);
				if (sample->cpu >= 0)
					snprintf(cpu, sizeof(cpu), "%d", sample->cpu);
				cells[0] = pk_duration(sample->value, duration, sizeof(duration));
				cells[1] = sample->stage;
				cells[2] = cpu;
				cells[3] = of_packet.of[PK_CELL_WHEN];
				cells[4] = of_packet.of[PK_CELL_DIR];
				cells[5] = of_packet.of[PK_CELL_DEV];
				cells[6] = of_packet.of[PK_CELL_SOURCE];
				cells[7] = of_packet.of[PK_CELL_DEST];
				cells[8] = of_packet.of[PK_CELL_ID];
				if (print)
					pk_table_row(&table, cells);
				else
					pk_table_measure(&table, cells);
			}
		}
		if (view->nr > view->nr_shown)
			pk_out_text(out, "and %llu more (-v)\n",
				    (unsigned long long)(view->nr - view->nr_shown));
	}
	if (pk_out_whole(out)) {
		char id[64];

		for (size_t i = 0; i < view->nr; i++) {
			const struct pk_sample *sample = &view->list[i];

			PK_OUT_RECORD(out, "packet_stage");
			pk_out_str(out, "id", NULL, pk_packet_id(sample->packet, id, sizeof(id)));
			pk_out_str(out, "stage", NULL, sample->stage);
			pk_out_uint(out, "dur_ns", NULL, sample->value);
			pk_out_ns(out, "last_ns", NULL, sample->ts);
			pk_out_int_if(out, "cpu", NULL, sample->cpu >= 0, sample->cpu);
		}
		PK_OUT_RECORD(out, "latency_total");
		pk_out_uint(out, "count", NULL, view->groups->total);
		pk_out_uint(out, "packets", NULL, view->packets);
		pk_out_uint(out, "incomplete", NULL, view->incomplete);
		pk_out_uint(out, "lossy", NULL, view->lossy);
		pk_out_uint(out, "still", NULL, view->still);
		pk_out_uint(out, "went_back", NULL, view->back);
		pk_out_bool(out, "in_ticks", view->groups->set->in_ticks);
		PK_OUT_ARRAY(out, "column_ns");
		for (unsigned i = 0; i < PK_GROUP_COLUMNS; i++)
			pk_out_uint(out, NULL, NULL, pk_group_column_ns(i));
	}
}
