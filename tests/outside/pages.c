// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * pages FORMATS.tsv WORD DATA PAGES...: the events of ring-buffer pages, a file of them for each CPU, as our cursor
 * and our print_fmts read them:
 *
 *	cpu TAB ns TAB pid TAB event TAB text
 *
 * FORMATS has an id before the columns of ../shared/foreign's; a long has WORD bytes, and a page's events begin at DATA. A text
 * that is not reproduced is "?".
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode/trace/sub_buffer.h"
#include "fake_target.h"
#include "records.h"
#include "text/print_fmt.h"

#define PAGE 4096
#define MAX_ID 65536

struct event {
	struct outside_format format;
	struct pk_print_fmt *fmt; /* NULL: it does not compile */
};

struct reading {
	struct fake_machine machine;
	struct event *events[MAX_ID];
	struct pk_symbols symbols;
	struct pk_seq seq;
	size_t word, data;
};

static void read_formats(struct reading *reading, FILE *file)
{
	char *line = NULL;
	size_t room = 0;

	while (getline(&line, &room, file) > 0) {
		struct event *event = calloc(1, sizeof(*event));
		char *at = line;
		unsigned long id = strtoul(outside_column(&at), NULL, 10);

		line[strcspn(line, "\n")] = '\0';
		if (!at || id >= MAX_ID || reading->events[id] ||
		    !outside_format_read(&event->format, at)) {
			free(event);
			continue;
		}
		reading->events[id] = event;
		if (pk_print_fmt_compile(&reading->machine.ctx, &event->format.format,
					 event->format.format.print_fmt, &event->fmt) != PK_OK)
			event->fmt = NULL;
	}
	free(line);
}

/* A text's own line feeds as two characters. */
static void print_line(const char *text)
{
	for (; *text; text++)
		if (*text == '\n')
			fputs("\\n", stdout);
		else
			putchar(*text);
	putchar('\n');
}

static void print_record(struct reading *reading, unsigned cpu, const struct pk_record *record)
{
	const struct pk_facts *facts = &reading->machine.fake.target.facts;
	uint16_t id = (uint16_t)pk_facts_uint(facts, record->data, 2);
	struct event *event = record->len >= 8 ? reading->events[id] : NULL;
	struct pk_print_env env = {.ctx = &reading->machine.ctx, .symbols = &reading->symbols};
	struct pk_event entry = {.data = record->data, .len = (uint32_t)record->len};

	if (!event)
		return;
	pk_seq_reset(&reading->seq);
	printf("%u\t%llu\t%d\t%s\t", cpu, (unsigned long long)record->ts,
	       (int32_t)pk_facts_uint(facts, record->data + 4, 4), event->format.format.name);
	if (event->fmt && pk_print_fmt_run(event->fmt, &env, &entry, &reading->seq) == PK_OK)
		print_line(reading->seq.text);
	else
		printf("?\n");
}

static bool read_pages(struct reading *reading, unsigned cpu, FILE *file)
{
	uint8_t bytes[PAGE];
	struct pk_sub_buffer sub;
	struct pk_record record;
	enum pk_status status = PK_ABSENT;

	while (status == PK_ABSENT && fread(bytes, 1, PAGE, file) == PAGE) {
		if (pk_sub_buffer_init(&sub, bytes, PAGE, reading->data, reading->word, 0, false,
				       false) != PK_OK)
			return false;
		while ((status = pk_sub_buffer_next(&sub, &record)) == PK_OK)
			print_record(reading, cpu, &record);
	}
	return status == PK_ABSENT;
}

int main(int argc, char **argv)
{
	static struct reading reading;
	FILE *formats = argc > 4 ? fopen(argv[1], "r") : NULL;
	bool good = true;

	if (!formats) {
		fprintf(stderr, "usage: pages FORMATS.tsv WORD DATA PAGES...\n");
		return 2;
	}
	reading.word = strtoul(argv[2], NULL, 10);
	reading.data = strtoul(argv[3], NULL, 10);
	fake_target_init(&reading.machine.fake);
	outside_machine(&reading.machine.fake);
	reading.machine.fake.target.facts.word_size = (uint32_t)reading.word;
	pk_ctx_init(&reading.machine.ctx, &reading.machine.fake.target);
	pk_symbols_init(&reading.symbols, &reading.machine.ctx);
	read_formats(&reading, formats);
	for (int i = 4; i < argc; i++) {
		FILE *file = fopen(argv[i], "rb");

		good = good && file && read_pages(&reading, (unsigned)i - 4, file);
		if (file)
			fclose(file);
	}
	fclose(formats);
	return good ? 0 : 1;
}
