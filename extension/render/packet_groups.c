// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/views.h"

#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "render/out.h"

#define BAR_MAX (PK_GROUP_COLUMNS + 3)

/* "[  .  :@]": how many of a group are in each column. Returns BUF. */
static const char *bar(const uint64_t columns[PK_GROUP_COLUMNS], char buf[BAR_MAX])
{
	static const char levels[] = ".:-=+*#%@";
	const unsigned nr = sizeof(levels) - 1;
	uint64_t most = 1;

	for (unsigned i = 0; i < PK_GROUP_COLUMNS; i++)
		if (columns[i] > most)
			most = columns[i];
	buf[0] = '[';
	/* Any at all shows, and only the most shows as such. */
	for (unsigned i = 0; i < PK_GROUP_COLUMNS; i++)
		buf[1 + i] = !columns[i]	  ? ' '
			     : columns[i] == most ? levels[nr - 1]
						  : levels[pk_share(columns[i], most, nr - 1)];
	memcpy(buf + 1 + PK_GROUP_COLUMNS, "]", 2);
	return buf;
}

/* The object "by" of JSON. */
static void show_keys(struct pk_out *out, const struct pk_groups *groups,
		      const struct pk_group *group)
{
	PK_OUT_OBJECT(out, "by");
	for (unsigned i = 0; i < groups->by.nr; i++) {
		const char *name = pk_group_key_name(groups->by.keys[i]), *text = group->texts[i];

		if (groups->by.keys[i] == PK_BY_NETNS || groups->by.keys[i] == PK_BY_SECOND ||
		    groups->by.keys[i] == PK_BY_CPU)
			pk_out_uint_if(out, name, NULL, text, text ? strtoull(text, NULL, 10) : 0);
		else
			pk_out_str(out, name, NULL, text);
	}
}

/* What a row shows behind its keys. */
enum { CELL_P50, CELL_P90, CELL_P99, CELL_MAX, CELL_NEWEST, CELL_BAR, CELL_ID, CELLS };

#define DURATION 24

struct cells {
	char count[24], seconds[32], durations[CELL_MAX + 1][DURATION], when[64], bar[BAR_MAX],
		id[64];
	const char *of[1 + PK_NR_GROUP_KEYS + CELLS];
};

static const char *key_text(const struct pk_groups *groups, const struct pk_group *group,
			    unsigned i, struct cells *cells)
{
	if (!group->texts[i])
		return "?";
	if (groups->by.keys[i] != PK_BY_SECOND)
		return group->texts[i];
	snprintf(cells->seconds, sizeof(cells->seconds), "T-%s", group->texts[i]);
	return cells->seconds;
}

static void fill(struct cells *cells, const struct pk_packet_style *style,
		 const struct pk_groups *groups, const struct pk_group *group)
{
	static const unsigned percents[] = {50, 90, 99, 100};
	const struct pk_sample *named = groups->measures ? &group->largest : &group->newest;
	const char **of = cells->of;

	snprintf(cells->count, sizeof(cells->count), "%llu", (unsigned long long)group->count);
	*of++ = cells->count;
	for (unsigned i = 0; i < groups->by.nr; i++)
		*of++ = key_text(groups, group, i, cells);
	for (unsigned i = 0; i < PK_ARRAY_SIZE(percents); i++)
		of[i] = groups->measures ? pk_duration(pk_group_percentile(group, percents[i]),
						       cells->durations[i], DURATION)
					 : "";
	of[CELL_NEWEST] = groups->measures ? ""
					   : pk_packet_time(style, group->newest.ts, cells->when,
							    sizeof(cells->when));
	of[CELL_BAR] = bar(group->columns, cells->bar);
	of[CELL_ID] = pk_packet_id(named->packet, cells->id, sizeof(cells->id));
}

static const struct pk_column of_values[CELLS] = {
	[CELL_P50] = {"P50", "  ", .right = true},
	[CELL_P90] = {"P90", "  ", .right = true, .drop = 2},
	[CELL_P99] = {"P99", "  ", .right = true},
	[CELL_MAX] = {"MAX", "  ", .right = true},
	[CELL_BAR] = {"[<1us      1ms      1s   ]", "  ", .width = 0},
	[CELL_ID] = {"SLOWEST", "  ", .width = 0},
};

static const struct pk_column of_times[CELLS] = {
	[CELL_NEWEST] = {"NEWEST", "  ", .right = true, .drop = 1},
	[CELL_BAR] = {"OVER TIME", "  ", .width = 0},
	[CELL_ID] = {"ID", "  ", .width = 0},
};

void pk_render_groups(struct pk_out *out, const struct pk_packet_style *style,
		      const struct pk_groups *groups, const char *what)
{
	char id[64];
	struct pk_column columns[1 + PK_NR_GROUP_KEYS + CELLS] = {
		{"COUNT", "", .width = 7, .right = true}};
	char headings[PK_NR_GROUP_KEYS][16];
	struct cells cells;
	struct pk_table table;
	int nr = 1;

	for (unsigned i = 0; i < groups->by.nr; i++) {
		const char *name = pk_group_key_name(groups->by.keys[i]);
		size_t len = strlen(name);

		for (size_t at = 0; at <= len; at++)
			headings[i][at] = (char)(name[at] - (name[at] >= 'a' ? 'a' - 'A' : 0));
		columns[nr++] = (struct pk_column){headings[i], "  ", .width = 0};
	}
	memcpy(columns + nr, groups->measures ? of_values : of_times, sizeof(of_values));
	pk_table_init(&table, out, columns, nr + CELLS);
	for (size_t i = 0; i < groups->nr; i++) {
		fill(&cells, style, groups, &groups->list[i]);
		pk_table_measure(&table, cells.of);
	}
	if (groups->nr)
		pk_table_heading(&table);
	for (size_t i = 0; i < groups->nr; i++) {
		fill(&cells, style, groups, &groups->list[i]);
		pk_table_row(&table, cells.of);
		/* Where groups are of namespaces. */
		for (unsigned j = 0; j < groups->by.nr; j++)
			if (groups->by.keys[j] == PK_BY_NETNS && groups->list[i].texts[j])
				pk_out_netns_told(
					out, (uint32_t)strtoul(groups->list[i].texts[j], NULL, 10));
	}
	for (size_t i = 0; pk_out_whole(out) && i < groups->nr; i++) {
		const struct pk_group *group = &groups->list[i];

		PK_OUT_RECORD(out, what);
		show_keys(out, groups, group);
		pk_out_uint(out, "count", NULL, group->count);
		if (groups->measures) {
			pk_out_uint(out, "p50_ns", NULL, pk_group_percentile(group, 50));
			pk_out_uint(out, "p90_ns", NULL, pk_group_percentile(group, 90));
			pk_out_uint(out, "p99_ns", NULL, pk_group_percentile(group, 99));
			pk_out_uint(out, "max_ns", NULL, pk_group_percentile(group, 100));
			pk_out_str(out, "slowest", NULL,
				   pk_packet_id(group->largest.packet, id, sizeof(id)));
		} else {
			pk_out_str(out, "cause", NULL,
				   group->newest.part->causes
					   ? group->newest.part->causes->dropped.text
					   : NULL);
			pk_out_ns(out, "first_ns", NULL, group->oldest_ns);
			pk_out_ns(out, "last_ns", NULL, group->newest.ts);
			pk_out_str(out, "newest", NULL,
				   pk_packet_id(group->newest.packet, id, sizeof(id)));
		}
		PK_OUT_ARRAY(out, "columns");
		for (unsigned j = 0; j < PK_GROUP_COLUMNS; j++)
			pk_out_uint(out, NULL, NULL, group->columns[j]);
	}
}
