/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_TABLE_H
#define PK_RENDER_TABLE_H

#include "render/out.h"

#define PK_TABLE_COLUMNS 20 /* at most */

struct pk_column {
	const char *heading; /* NULL: the table has no such column this time */
	const char *before; /* text between it and the column before */
	/* At least so many bytes; longer cells push the rest to the right. 0: as wide as its
	 * cells. */
	int width;
	bool if_any; /* hidden on a terminal if all its cells are empty */
	bool right; /* flush right */
	/* On a terminal that is too narrow, the column with the highest number is left out first;
	 * 0: never. */
	int drop;
	/* On a terminal that is too narrow even then, its cells are cut, to no less than so many bytes, and end in "..";
	 * 0: never. */
	int least;
	const char *unless_all; /* also stays if any cell differs from this; NULL: no such rule */
};

/**
 * A table in text. In a pipe or file every column is printed at its fixed width. On a terminal
 * columns are as wide as their cells, and those that do not fit are left out; if even the columns
 * that must stay do not fit, some are cut, or the row continues on a second line.
 */
struct pk_table {
	struct pk_out *out; /* borrowed */
	const struct pk_column *columns; /* borrowed */
	int nr;
	int limit; /* columns of the terminal; 0: none */
	int widths[PK_TABLE_COLUMNS];
	bool filled[PK_TABLE_COLUMNS]; /* a cell is not empty */
	bool varies[PK_TABLE_COLUMNS]; /* a cell is not its column's unless_all */
	bool shown[PK_TABLE_COLUMNS];
	/* of the next row's cells; 0: none. The caller sets them */
	enum pk_tone tones[PK_TABLE_COLUMNS];
	bool settled;
};

void pk_table_init(struct pk_table *table, struct pk_out *out, const struct pk_column *columns,
		   int nr);
/** Measure a row before the first one is printed. Cells are any bytes; the last may have any
 *  length. */
void pk_table_measure(struct pk_table *table, const char *const *cells);
void pk_table_heading(struct pk_table *table);
void pk_table_row(struct pk_table *table, const char *const *cells);

#endif
