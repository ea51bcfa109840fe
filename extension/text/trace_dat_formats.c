// SPDX-License-Identifier: GPL-3.0-or-later
/* What lies below tracefs' events/: header_page, header_event and every event's format, in its words. */
#include <stdlib.h>
#include <string.h>

#include "core/printable.h"
#include "decode/trace/event_format.h"
#include "text/trace_dat_private.h"

void pk_dat_headers(struct pk_dat *dat, size_t page_size, size_t data_offset)
{
	unsigned word = dat->ctx->target->facts.word_size;
	long where;

	pk_dat_bytes(dat, "header_page", sizeof("header_page"));
	where = pk_dat_open(dat, 8);
	fprintf(dat->fp,
		"\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
		"\tfield: local_t commit;\toffset:8;\tsize:%u;\tsigned:1;\n"
		"\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n"
		"\tfield: char data;\toffset:%zu;\tsize:%zu;\tsigned:1;\n",
		word, data_offset, page_size - data_offset);
	pk_dat_close(dat, where, 8);
	pk_dat_bytes(dat, "header_event", sizeof("header_event"));
	where = pk_dat_open(dat, 8);
	fputs("# compressed entry header\n"
	      "\ttype_len    :    5 bits\n"
	      "\ttime_delta  :   27 bits\n"
	      "\tarray       :   32 bits\n"
	      "\n"
	      "\tpadding     : type == 29\n"
	      "\ttime_extend : type == 30\n"
	      "\ttime_stamp : type == 31\n"
	      "\tdata max type_len  == 28\n",
	      dat->fp);
	pk_dat_close(dat, where, 8);
}

/* f_show(): an array's length moves from behind its type to behind its name. Where the kernel has a
 * member for the length ("tracing: Fix the array size of TASK_COMM_LEN", 6.2) it prints that number. */
static void put_field(struct pk_dat *dat, const struct pk_field *field)
{
	const char *array = field->where == PK_FIELD_DATA_LOC ? NULL : strchr(field->type, '[');
	int type_len = array ? (int)(array - field->type) : (int)strlen(field->type);

	pk_print(dat->fp, "\tfield:%.*s %s", type_len, field->type, field->name);
	if (array && !pk_has(dat->ctx, PK_R_event_field_len))
		fputs(array, dat->fp);
	else if (array && field->len)
		fprintf(dat->fp, "[%u]", field->len);
	else if (array)
		fputs("[]", dat->fp);
	fprintf(dat->fp, ";\toffset:%u;\tsize:%u;\tsigned:%d;\n", field->offset, field->size,
		field->is_signed);
}

static void put_format(struct pk_dat *dat, const struct pk_format *common,
		       const struct pk_format *format)
{
	long where;

	if (dat->ctx->screen.unseen) /* the formats are in memory: a text of them asks nothing */
		return;
	where = pk_dat_open(dat, 8);
	pk_print(dat->fp, "name: %s\nID: %u\nformat:\n", format->name, format->id);
	for (uint32_t i = 0; common && i < common->nr_fields; i++)
		put_field(dat, &common->fields[i]);
	fputc('\n', dat->fp);
	for (uint32_t i = 0; i < format->nr_fields; i++)
		put_field(dat, &format->fields[i]);
	fprintf(dat->fp, "\nprint fmt: %s\n", format->print_fmt);
	pk_dat_close(dat, where, 8);
	dat->totals.formats++;
}

static int by_system(const void *a, const void *b)
{
	const struct pk_format *x = *(const struct pk_format *const *)a;
	const struct pk_format *y = *(const struct pk_format *const *)b;
	int order = strcmp(x->system, y->system);

	return order ? order : (int)x->id - (int)y->id;
}

/* The formats that are whole, by system; NULL when memory ran out. */
static const struct pk_format **sorted_formats(struct pk_dat *dat, const struct pk_formats *formats,
					       uint32_t *ret_nr)
{
	uint32_t all = pk_formats_nr(formats), nr = 0;
	const struct pk_format **list = malloc((all + 1) * sizeof(const struct pk_format *));

	for (uint32_t i = 0; list && i < all; i++) {
		const struct pk_format *format = pk_formats_at(formats, i);

		if (dat->ctx->progress)
			dat->ctx->progress("event formats", i);
		if (format && format->print_fmt)
			list[nr++] = format;
		else
			dat->totals.formats_missing++;
	}
	if (list)
		qsort(list, nr, sizeof(const struct pk_format *), by_system);
	*ret_nr = nr;
	return list;
}

/* How many from FIRST on are of its system. */
static uint32_t of_system(const struct pk_format **list, uint32_t first, uint32_t nr)
{
	uint32_t end = first;

	while (end < nr && !strcmp(list[end]->system, list[first]->system))
		end++;
	return end - first;
}

enum pk_status pk_dat_formats(struct pk_dat *dat)
{
	const struct pk_format *common, **list;
	const struct pk_formats *formats;
	uint32_t nr, systems = 0, builtin = 0;
	enum pk_status status = pk_formats_load(dat->ctx, &formats);

	if (status != PK_OK)
		return status;
	common = pk_formats_common(formats);
	list = sorted_formats(dat, formats, &nr);
	if (!list)
		return pk_fail(dat->ctx, PK_NOMEM, "event formats");
	for (uint32_t i = 0; i < nr; i += of_system(list, i, nr)) {
		if (!strcmp(list[i]->system, "ftrace"))
			builtin = of_system(list, i, nr);
		else
			systems++;
	}
	pk_dat_uint(dat, builtin, 4);
	for (uint32_t i = 0; i < nr; i++)
		if (!strcmp(list[i]->system, "ftrace"))
			put_format(dat, common, list[i]);
	pk_dat_uint(dat, systems, 4);
	for (uint32_t i = 0, of; i < nr; i += of) {
		of = of_system(list, i, nr);
		if (!strcmp(list[i]->system, "ftrace"))
			continue;
		pk_dat_bytes(dat, list[i]->system, strlen(list[i]->system) + 1);
		pk_dat_uint(dat, of, 4);
		for (uint32_t k = i; k < i + of; k++)
			put_format(dat, common, list[k]);
	}
	free(list);
	return PK_OK;
}
