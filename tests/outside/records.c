// SPDX-License-Identifier: GPL-3.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "records.h"

/* The next column of *LINE, a tab or the end behind it; it is cut off there. */
char *outside_column(char **line)
{
	char *begin = *line, *tab = begin ? strchr(begin, '\t') : NULL;

	if (tab)
		*tab = '\0';
	*line = tab ? tab + 1 : NULL;
	return begin;
}

/* \n, \t, \r and \\, in place. */
static void unescape(char *text)
{
	char *to = text;

	for (; *text; text++) {
		if (*text == '\\' && text[1]) {
			text++;
			*to++ = *text == 'n'   ? '\n'
				: *text == 't' ? '\t'
				: *text == 'r' ? '\r'
					       : *text;
		} else {
			*to++ = *text;
		}
	}
	*to = '\0';
}

/* "DECLARATION,offset,size,signed", cut where its parts end. */
static bool read_field(char *text, struct pk_field *field)
{
	char *parts[3], *name;

	for (int i = 3; i--;) {
		parts[i] = strrchr(text, ',');
		if (!parts[i])
			return false;
		*parts[i]++ = '\0';
	}
	*field = (struct pk_field){.offset = (uint32_t)strtoul(parts[0], NULL, 10),
				   .size = (uint32_t)strtoul(parts[1], NULL, 10),
				   .is_signed = strtoul(parts[2], NULL, 10) != 0,
				   .where = !strncmp(text, "__data_loc", 10) ? PK_FIELD_DATA_LOC
					    : !strncmp(text, "__rel_loc", 9) ? PK_FIELD_REL_LOC
									     : PK_FIELD_PLAIN};
	/* A name may be followed by an array's length: "char comm[16]"; the type gets it. */
	name = text + strcspn(text, "[");
	if (*name && name[1] == ']' && field->where != PK_FIELD_PLAIN) /* "char[] name" */
		name = text + strlen(text);
	while (name > text && name[-1] != ' ' && name[-1] != '*')
		name--;
	field->name = strndup(name, strcspn(name, "["));
	field->type = malloc(strlen(text) + 1);
	sprintf(field->type, "%.*s%s", (int)(name - text - (name > text && name[-1] == ' ')), text,
		name + strcspn(name, "["));
	return true;
}

bool outside_format_read(struct outside_format *format, char *line)
{
	char *name = outside_column(&line), *text = outside_column(&line),
	     *fields = outside_column(&line);
	uint32_t nr = 0;

	if (!fields)
		return false;
	unescape(text);
	for (char *next; *fields && nr < OUTSIDE_MAX_FIELDS; fields = next) {
		next = strchr(fields, ';');
		if (next)
			*next++ = '\0';
		nr += read_field(fields, &format->fields[nr]);
		if (!next)
			break;
	}
	format->format = (struct pk_format){.name = strdup(name),
					    .print_fmt = strdup(text),
					    .fields = format->fields,
					    .nr_fields = nr};
	return true;
}

void outside_format_deinit(struct outside_format *format)
{
	for (uint32_t i = 0; i < format->format.nr_fields; i++) {
		free(format->fields[i].name);
		free(format->fields[i].type);
	}
	free(format->format.name);
	free(format->format.print_fmt);
}

void outside_machine(struct fake_target *fake)
{
	static const struct fake_member members[] = {
		{"struct trace_entry", "type", 0, .size = 2},
		{"struct trace_entry", "flags", 2, .size = 1},
		{"struct trace_entry", "preempt_count", 3, .size = 1},
		{"struct trace_entry", "pid", 4, 4, .is_signed = true},
	};
	static const char *const variables[] = {"jiffies", "vmemmap_base", "vmemmap",
						"memstart_addr"};
	static const struct fake_size types[] = {{"struct page", 64}, {"pteval_t", 8},
						 {"pmdval_t", 8},     {"pudval_t", 8},
						 {"p4dval_t", 8},     {"pgdval_t", 8}};

	fake_members(fake, members, ARRAY_SIZE(members));
	for (size_t i = 0; i < ARRAY_SIZE(variables); i++)
		fake_symbol(fake, variables[i], 0xffff000000200000ull + 8 * i, 8);
	for (size_t i = 0; i < ARRAY_SIZE(types); i++)
		fake_type(fake, types[i].type, types[i].size);
}
