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
#include "records.h"
#include "text/print_fmt.h"

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

static bool compiles(struct fake_machine *machine, char *line)
{
	static struct outside_format format;
	char *kernels = strrchr(line, '\t');
	struct pk_print_fmt *fmt = NULL;
	bool good;

	if (!kernels || !outside_format_read(&format, line))
		return false;
	kernels++;
	machine->fake.target.facts.word_size =
		strstr(kernels, "armhf") || strstr(kernels, "hammerhead") || strstr(kernels, "seed")
			? 4
			: 8;
	good = pk_print_fmt_compile(&machine->ctx, &format.format, format.format.print_fmt, &fmt) ==
	       PK_OK;
	if (!good)
		printf("%s\t%s\t%s\n", format.format.name, pk_error(&machine->ctx), kernels);
	pk_print_fmt_destroy(fmt);
	outside_format_deinit(&format);
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
		char *at = line, *name = outside_column(&at), *value = outside_column(&at);

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
	struct fake_machine machine;
	struct pk_target_ops ops;
	char *line = NULL;
	size_t room = 0;
	long nr = 0;

	fake_target_init(&machine.fake);
	outside_machine(&machine.fake);
	ops = *machine.fake.target.ops;
	ops.enumerator = enumerator;
	machine.fake.target.ops = &ops;
	pk_ctx_init(&machine.ctx, &machine.fake.target);
	if (getline(&line, &room, file) > 0) /* the columns' names */
		while (getline(&line, &room, file) > 0) {
			line[strcspn(line, "\n")] = '\0';
			nr += compiles(&machine, line);
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
