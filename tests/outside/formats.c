// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * formats FORMATS.tsv [ENUMS.tsv]: compiles every print_fmt of FORMATS (../shared/foreign/README.md says what its columns are),
 * with the values of the enumerators of ENUMS; what else looks like one is 1. Prints a line for each that does not compile, in the file's order:
 *
 *	event TAB reason TAB kernels
 *
 * and at last "N compiled". Exits with 2 if a file cannot be read.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fake_target.h"
#include "text/print_fmt.h"

#define MAX_FIELDS 512

static struct {
	char *name;
	int64_t value;
} * enums;
static size_t nr_enums;

/* Names that a kernel's enumerators have, which are in no data here: BH_New, __REQ_SYNC, NODE. */
static bool is_enumerator(const char *name)
{
	name += strspn(name, "_");
	return isupper((unsigned char)name[0]) &&
	       (strchr(name, '_') || !name[strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")]);
}

static enum pk_status enumerator(struct pk_target *target, const char *name, int64_t *ret_value)
{
	(void)target;
	for (size_t i = 0; i < nr_enums; i++)
		if (!strcmp(enums[i].name, name)) {
			*ret_value = enums[i].value;
			return PK_OK;
		}
	*ret_value = 1;
	return is_enumerator(name) ? PK_OK : PK_ABSENT;
}

/* The next column of *LINE, a tab or the end behind it; it is cut off there. */
static char *column(char **line)
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

static uint32_t read_fields(char *text, struct pk_field *fields)
{
	uint32_t nr = 0;

	for (char *next; text && *text && nr < MAX_FIELDS; text = next) {
		next = strchr(text, ';');
		if (next)
			*next++ = '\0';
		nr += read_field(text, &fields[nr]);
	}
	return nr;
}

static bool compiles(struct fake_machine *machine, char *name, char *text, char *fields,
		     const char *kernels)
{
	static struct pk_field list[MAX_FIELDS];
	struct pk_format format = {.name = name, .print_fmt = text, .fields = list};
	struct pk_print_fmt *fmt = NULL;
	bool good;

	unescape(text);
	format.nr_fields = read_fields(fields, list);
	machine->fake.target.facts.word_size =
		strstr(kernels, "armhf") || strstr(kernels, "hammerhead") || strstr(kernels, "seed")
			? 4
			: 8;
	good = pk_print_fmt_compile(&machine->ctx, &format, text, &fmt) == PK_OK;
	if (!good)
		printf("%s\t%s\t%s\n", name, pk_error(&machine->ctx), kernels);
	pk_print_fmt_destroy(fmt);
	for (uint32_t i = 0; i < format.nr_fields; i++) {
		free(list[i].name);
		free(list[i].type);
	}
	return good;
}

static bool read_enums(const char *path)
{
	FILE *file = fopen(path, "r");
	char *line = NULL;
	size_t room = 0;

	if (!file)
		return false;
	while (getline(&line, &room, file) > 0) {
		char *at = line, *name = column(&at), *value = column(&at);

		enums = realloc(enums, (nr_enums + 1) * sizeof(*enums));
		enums[nr_enums].name = strdup(name);
		enums[nr_enums++].value = value ? strtoll(value, NULL, 0) : 0;
	}
	free(line);
	fclose(file);
	return true;
}

static long compile_all(FILE *file)
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
	struct fake_machine machine;
	struct pk_target_ops ops;
	char *line = NULL;
	size_t room = 0;
	long nr = 0;

	fake_target_init(&machine.fake);
	fake_members(&machine.fake, members, ARRAY_SIZE(members));
	for (size_t i = 0; i < ARRAY_SIZE(variables); i++)
		fake_symbol(&machine.fake, variables[i], 0xffff000000200000ull + 8 * i, 8);
	for (size_t i = 0; i < ARRAY_SIZE(types); i++)
		fake_type(&machine.fake, types[i].type, types[i].size);
	ops = *machine.fake.target.ops;
	ops.enumerator = enumerator;
	machine.fake.target.ops = &ops;
	pk_ctx_init(&machine.ctx, &machine.fake.target);
	if (getline(&line, &room, file) > 0) /* the columns' names */
		while (getline(&line, &room, file) > 0) {
			char *at = line, *name, *text, *fields;

			line[strcspn(line, "\n")] = '\0';
			name = column(&at);
			text = column(&at);
			fields = column(&at);
			nr += at && compiles(&machine, name, text, fields, at);
		}
	free(line);
	pk_ctx_deinit(&machine.ctx);
	fake_target_deinit(&machine.fake);
	return nr;
}

int main(int argc, char **argv)
{
	FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;

	if (!file || (argc > 2 && !read_enums(argv[2]))) {
		fprintf(stderr, "usage: formats FORMATS.tsv [ENUMS.tsv]\n");
		return 2;
	}
	printf("%ld compiled\n", compile_all(file));
	fclose(file);
	for (size_t i = 0; i < nr_enums; i++)
		free(enums[i].name);
	free(enums);
	return 0;
}
