// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/out.h"

#include <stdio.h>
#include <string.h>

#define SECOND_LINE 6 /* indentation of the second line */
#define MAX_CUT 256 /* bytes: no terminal's column that is cut is wider */

void pk_table_init(struct pk_table *table, struct pk_out *out, const struct pk_column *columns,
		   int nr)
{
	memset(table, 0, sizeof(*table));
	table->out = out;
	table->columns = columns;
	table->nr = nr;
	table->limit = out->screen.columns;
	for (int i = 0; i < nr; i++) {
		table->shown[i] = columns[i].heading;
		table->widths[i] = columns[i].heading && (table->limit || !columns[i].width)
					   ? (int)strlen(columns[i].heading)
					   : columns[i].width;
	}
}

void pk_table_measure(struct pk_table *table, const char *const *cells)
{
	for (int i = 0; i < table->nr; i++) {
		const char *usual = table->columns[i].unless_all;
		bool grows = table->limit || !table->columns[i].width;

		if (grows && table->widths[i] < (int)strlen(cells[i]))
			table->widths[i] = (int)strlen(cells[i]);
		table->filled[i] |= cells[i][0];
		table->varies[i] |= usual && strcmp(cells[i], usual);
	}
}

static int row_width(const struct pk_table *table)
{
	int width = 0;

	for (int i = 0; i < table->nr; i++)
		if (table->shown[i])
			width += (int)strlen(table->columns[i].before) + table->widths[i];
	return width;
}

/* The next column to leave out; -1: none. */
static int first_to_go(const struct pk_table *table)
{
	int first = -1;

	for (int i = 0; i < table->nr; i++)
		if (table->shown[i] && table->columns[i].drop && !table->varies[i] &&
		    (first < 0 || table->columns[i].drop > table->columns[first].drop))
			first = i;
	return first;
}

/* The widest column that may be cut; -1: none. */
static int first_to_cut(const struct pk_table *table)
{
	int first = -1;

	for (int i = 0; i < table->nr; i++)
		if (table->shown[i] && table->columns[i].least &&
		    table->widths[i] > table->columns[i].least &&
		    (first < 0 || table->widths[i] > table->widths[first]))
			first = i;
	return first;
}

/* How many bytes of CELL fit WIDTH with ".." behind them: no half of a character. */
static int cut_at(const char *cell, int width)
{
	int at = width - 2;

	while (at > 0 && ((unsigned char)cell[at] & 0xc0) == 0x80)
		at--;
	return at;
}

static bool is_cut(const struct pk_table *table, int i, const char *cell)
{
	return table->limit && table->columns[i].least && table->widths[i] <= MAX_CUT &&
	       (int)strlen(cell) > table->widths[i];
}

static void print_row(struct pk_table *table, const char *const *cells, bool is_heading)
{
	int at = 0, last;
	int first;

	if (!table->settled) {
		table->settled = true;
		for (int i = 0; table->limit && i < table->nr; i++)
			table->shown[i] &= !table->columns[i].if_any || table->filled[i];
		while (table->limit && row_width(table) > table->limit &&
		       (first = first_to_go(table)) >= 0)
			table->shown[first] = false;
		while (table->limit && row_width(table) > table->limit &&
		       (first = first_to_cut(table)) >= 0)
			table->widths[first]--;
	}

	last = table->nr - 1;
	while (last > 0 && (!table->shown[last] || !cells[last][0]))
		last--;

	for (int i = 0; i <= last; i++) {
		const struct pk_column *column = &table->columns[i];
		int width = i == last && !column->right ? 0 : table->widths[i];
		int ahead, len = is_cut(table, i, cells[i]) ? width : (int)strlen(cells[i]);
		const char *cell = cells[i];
		char cut[MAX_CUT + 3];

		if (!table->shown[i])
			continue;
		ahead = (int)strlen(column->before);
		if (table->limit && at && at + ahead + (len > width ? len : width) > table->limit) {
			pk_out_text(table->out, "\n%*s", SECOND_LINE, "");
			at = SECOND_LINE;
		} else {
			pk_out_text(table->out, "%*s", ahead, is_heading ? "" : column->before);
			at += ahead;
		}
		if (is_cut(table, i, cell)) {
			snprintf(cut, sizeof(cut), "%.*s..", cut_at(cell, table->widths[i]), cell);
			cell = cut;
		}
		if (table->tones[i])
			pk_out_tone(table->out, table->tones[i]);
		pk_out_text(table->out, table->columns[i].right ? "%*s" : "%-*s", width, cell);
		if (table->tones[i])
			pk_out_tone(table->out, PK_TONE_PLAIN);
		at += len > width ? len : width;
	}
	pk_out_text(table->out, "\n");
}

void pk_table_row(struct pk_table *table, const char *const *cells)
{
	print_row(table, cells, false);
}

void pk_table_heading(struct pk_table *table)
{
	const char *headings[PK_TABLE_COLUMNS];

	for (int i = 0; i < table->nr; i++)
		headings[i] = table->columns[i].heading ? table->columns[i].heading : "";
	pk_out_tone(table->out, PK_TONE_HEAD);
	print_row(table, headings, true);
	pk_out_tone(table->out, PK_TONE_PLAIN);
}
