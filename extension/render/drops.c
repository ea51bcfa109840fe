// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/views.h"

#include "core/kit.h"
#include "render/out.h"

static void print_counters(struct pk_out *out, const struct pk_drop_counters *counters)
{
	static const struct pk_column columns[] = {
		{"COUNT", "", .width = 7, .right = true},
		{"WHERE", "  ", .width = 0},
		{"OF", " ", .if_any = true},
		{"COUNTER", "  ", .width = 0},
		{"NETNS", "  ", .drop = 2},
		{"SINCE", "  ", .width = 0},
		{"MEANING", "  ", .drop = 1},
	};
	struct pk_table table;

	pk_out_text(out,
		    "\nCounted by the kernel (one packet may be counted in several places):\n");
	pk_table_init(&table, out, columns, PK_ARRAY_SIZE(columns));
	for (int print = 0; print < 2; print++) {
		if (print && counters->nr)
			pk_table_heading(&table);
		for (size_t i = 0; i < counters->nr; i++) {
			const struct pk_drop_counter *counter = &counters->list[i];
			char count[24], netns[16] = "";
			const char *cells[] = {
				count,
				counter->source,
				counter->object,
				counter->name,
				netns,
				pk_counts_since_name(counter->since),
				counter->meaning,
			};

			snprintf(count, sizeof(count), "%llu", (unsigned long long)counter->value);
			if (counter->netns)
				snprintf(netns, sizeof(netns), "%u", counter->netns);
			if (print) {
				pk_table_row(&table, cells);
				pk_out_netns_told(out, counter->netns);
			} else {
				pk_table_measure(&table, cells);
			}
		}
	}
	if (!counters->nr)
		pk_out_text(out, "(all that could be read are 0)\n");
	for (size_t i = 0; i < counters->nr_unknown; i++)
		pk_out_text(out, "not judged: %s: %s (%u)\n", counters->unknown[i].what,
			    pk_status_name(counters->unknown[i].why), counters->unknown[i].nr);
	pk_out_text(out, "not read: devlink traps, drop_monitor, counters of XFRM\n");
}

static void show_total(struct pk_out *out, const struct pk_drops_view *view)
{
	const struct pk_groups *groups = view->groups;
	const struct pk_drop_counters *counters = view->counters;

	PK_OUT_RECORD(out, "drop_total");
	pk_out_uint_if(out, "count", NULL, groups, groups ? groups->total : 0);
	pk_out_uint_if(out, "packets", NULL, groups, view->packets);
	pk_out_uint_if(out, "unknown_ends", NULL, groups, view->unknown);
	pk_out_uint_if(out, "undecided", NULL, groups,
		       groups ? groups->set->undecided_rx + groups->set->undecided_tx : 0);
	pk_out_uint_if(out, "events_lost", NULL, groups && !groups->set->lost_unknown,
		       groups ? groups->set->lost : 0);
	pk_out_ns_if(out, "first_ns", NULL, groups, groups ? groups->begin : 0);
	pk_out_ns_if(out, "last_ns", NULL, groups, groups ? groups->end : 0);
	PK_OUT_ARRAY(out, "not_judged");
	for (size_t i = 0; counters && i < counters->nr_unknown; i++) {
		PK_OUT_OBJECT(out, NULL);
		pk_out_str(out, "name", NULL, counters->unknown[i].what);
		pk_out_str(out, "why", NULL, pk_status_name(counters->unknown[i].why));
		pk_out_uint(out, "count", NULL, counters->unknown[i].nr);
	}
}

void pk_render_drops(struct pk_out *out, const struct pk_packet_style *style,
		     const struct pk_drops_view *view)
{
	const struct pk_drop_counters *counters = view->counters;
	const struct pk_groups *groups = view->groups;
	const struct pk_packet_set *set = groups ? groups->set : NULL;
	char from[64], each[32];

	if (view->groups)
		pk_render_groups(out, style, view->groups, "drops");
	if (!groups) {
		pk_out_text(out, "The trace was not looked at.\n");
	} else {
		pk_out_text(out, "%llu drop(s) among %u packet(s)",
			    (unsigned long long)groups->total, view->packets);
		if (groups->total && !set->in_ticks)
			pk_out_text(out, "; over time: since %s, %s a column",
				    pk_packet_time(style, groups->begin, from, sizeof(from)),
				    pk_duration((groups->end - groups->begin) / PK_GROUP_COLUMNS,
						each, sizeof(each)));
		pk_out_text(out, "\n");
		if (!set->events)
			pk_out_text(out, "not judged: the trace has no event\n");
		else if (!groups->total)
			pk_out_text(out, "(skb:kfree_skb tells of drops, where it was recorded)\n");
		if (view->unknown)
			pk_out_text(out,
				    "not judged: %u packet(s) whose end is not known: some may "
				    "have been dropped\n",
				    view->unknown);
		if (set->undecided_rx || set->undecided_tx)
			pk_out_text(out,
				    "not judged: %u received and %u sent whose protocol the trace "
				    "lacks\n",
				    set->undecided_rx, set->undecided_tx);
		if (set->lost || set->lost_unknown)
			pk_out_text(out, "events lost, drops maybe among them: %llu%s\n",
				    (unsigned long long)set->lost,
				    set->lost_unknown ? " and more that nobody counted" : "");
	}

	if (counters)
		print_counters(out, counters);
	else if (view->filtered)
		pk_out_text(out, "The kernel's counters are of all packets: pkttrace drops, "
				 "without a choice, shows them\n");
	for (size_t i = 0; pk_out_whole(out) && counters && i < counters->nr; i++) {
		const struct pk_drop_counter *counter = &counters->list[i];

		PK_OUT_RECORD(out, "drop_counter");
		pk_out_str(out, "source", NULL, counter->source);
		pk_out_word(out, "of", NULL, counter->object);
		pk_out_str(out, "name", NULL, counter->name);
		pk_out_uint(out, "count", NULL, counter->value);
		pk_out_netns(out, "netns", NULL, counter->netns);
		pk_out_str(out, "counts_since", NULL, pk_counts_since_name(counter->since));
		pk_out_str(out, "meaning", NULL, counter->meaning);
	}
	if (pk_out_whole(out))
		show_total(out, view);
}
