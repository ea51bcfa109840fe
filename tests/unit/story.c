// SPDX-License-Identifier: GPL-3.0-or-later
#include "story.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "story_answer.h"
#include "story_machine.h"

#define MAX_BYTES (1 << 18)
#define STORY_PAGES 16 /* of a CPU, where it is recorded */
#define MAX_TRACE_LINES 1000 /* what fake_trace.c can hold for another clock, twice */

static bool wrong(struct story_file *file, unsigned line, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
static bool wrong(struct story_file *file, unsigned line, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(file->mistake, sizeof(file->mistake), format, args);
	va_end(args);
	file->mistaken = line;
	return false;
}

static bool read_lines(const char *path, struct story_file *file)
{
	FILE *in = fopen(path, "r");
	size_t len;

	file->text = calloc(1, MAX_BYTES);
	if (!in)
		return wrong(file, 0, "%s", strerror(errno));
	len = fread(file->text, 1, MAX_BYTES, in);
	fclose(in);
	if (len == MAX_BYTES)
		return wrong(file, 0, "longer than %u bytes", MAX_BYTES);
	if (memchr(file->text, '\0', len))
		return wrong(file, 0, "it has a byte 0: no text");
	for (char *at = file->text; *at;) {
		size_t end = strcspn(at, "\n");

		if (file->nr_lines == STORY_MAX_LINES)
			return wrong(file, file->nr_lines, "more than %u lines", STORY_MAX_LINES);
		file->lines[file->nr_lines++] = at;
		at += end + (at[end] == '\n');
		at[-(at > file->text && at[-1] == '\n')] = '\0';
	}
	return true;
}

enum section { SENTENCE, MACHINE, TRACE, PACKETS };

/* The section that LINE begins; SENTENCE: none. */
static enum section section_of(const char *line)
{
	return !strcmp(line, "machine")	  ? MACHINE
	       : !strcmp(line, "trace")	  ? TRACE
	       : !strcmp(line, "packets") ? PACKETS
					  : SENTENCE;
}

static bool add_story(struct story_file *file, unsigned line, const char *title)
{
	struct story *story = &file->stories[file->nr];

	if (file->nr == STORY_MAX_STORIES)
		return wrong(file, line, "more than %u stories", STORY_MAX_STORIES);
	for (unsigned i = 0; i < file->nr; i++)
		if (!strcmp(file->stories[i].title, title))
			return wrong(file, line,
				     title[0]
					     ? "a title that another has"
					     : "a second trace: give each story a title, == TITLE");
	*story = (struct story){.title = title, .end = file->nr_lines};
	if (file->nr)
		story[-1].end = line - 1;
	file->nr++;
	return true;
}

/* A line that begins a section of the newest story. */
static bool begin(struct story_file *file, unsigned i, enum section before, enum section section)
{
	struct story *story = &file->stories[file->nr - 1];

	if (section <= before)
		return wrong(file, i + 1,
			     "\"%s\" stands behind what comes after it: machine, trace, packets",
			     file->lines[i]);
	if (section == PACKETS)
		story->has_packets = true;
	return true;
}

/* The newest story ends with LINE, and section LAST. Without a trace it has that of the story before. */
static bool complete(struct story_file *file, unsigned line, enum section last)
{
	struct story *story = file->nr ? &file->stories[file->nr - 1] : NULL;

	if (!story || last == TRACE || story->trace.from)
		return true;
	if (file->nr == 1 || !story->machine.from)
		return wrong(file, line, "a story without a trace");
	story->trace = story[-1].trace;
	story->same_trace = true;
	return true;
}

static bool find_stories(struct story_file *file)
{
	enum section now = SENTENCE;

	for (unsigned i = 0; i < file->nr_lines; i++) {
		const char *line = file->lines[i];
		enum section section = section_of(line);
		bool titled = !strncmp(line, "== ", 3);

		if (titled || (section && !file->nr)) {
			if (!complete(file, i, now) ||
			    !add_story(file, i + 1, titled ? line + 3 : ""))
				return false;
			now = SENTENCE;
		}
		if (section) {
			if (!begin(file, i, now, section))
				return false;
			now = section;
		}
		if (file->nr && now) {
			struct story *story = &file->stories[file->nr - 1];
			struct story_lines *lines = now == MACHINE ? &story->machine
						    : now == TRACE ? &story->trace
								   : &story->packets;

			if (section)
				lines->from = i + 1;
			lines->to = i + 1;
		}
	}
	if (!file->nr)
		return wrong(file, file->nr_lines, "no story: a line \"trace\" is missing");
	return complete(file, file->nr_lines, now);
}

bool story_file_read(const char *path, struct story_file *file)
{
	memset(file, 0, sizeof(*file));
	return read_lines(path, file) && find_stories(file);
}

void story_file_free(struct story_file *file)
{
	free(file->text);
}

/* Without empty lines behind them. */
static char *join(const struct story_file *file, struct story_lines lines)
{
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	while (lines.to > lines.from && !file->lines[lines.to - 1][0])
		lines.to--;
	for (unsigned i = lines.from; i < lines.to; i++)
		fprintf(out, "%s\n", file->lines[i]);
	fclose(out);
	return text;
}

char *story_expected(const struct story_file *file, const struct story *story)
{
	return join(file, story->packets);
}

static char *tell(struct story_file *file, const struct story *story, struct fake_trace *trace,
		  const struct story_machine *machine, const char *text)
{
	const char *mistake;
	unsigned line;

	if (story->trace.to - story->trace.from > MAX_TRACE_LINES) {
		wrong(file, story->trace.from, "a trace of more than %u lines", MAX_TRACE_LINES);
		return NULL;
	}
	mistake = fake_trace_mistake(trace, text, &line);
	if (!mistake) {
		line = 0;
		mistake = fake_trace_try(trace, text, !machine->stopped);
	}
	if (mistake) {
		wrong(file, story->trace.from + line, "%s", mistake);
		return NULL;
	}
	return story_answer(trace, fake_trace_set(trace), machine->times);
}

/* What is drawn borrows DRAWN's lines, which are written to. */
static bool draw(struct story_file *file, const struct story *story, struct fake_trace *trace,
		 struct story_machine *machine, char *drawn)
{
	const char *mistake = NULL;
	unsigned line = story->machine.from;

	for (char *at = drawn; *at && !mistake; line++) {
		size_t len = strcspn(at, "\n");

		at[len] = '\0';
		if (at[0] && at[0] != '#')
			mistake = story_machine_line(trace, machine, at);
		at += len + 1;
	}
	return !mistake || wrong(file, line, "%s", mistake);
}

bool story_record(struct story_file *file, const struct story *story,
		  void (*fn)(struct fake_trace *trace, void *arg), void *arg)
{
	struct fake_trace *trace = fake_trace_new();
	struct story_machine machine = {0};
	char *drawn = join(file, story->machine), *text = join(file, story->trace);
	const char *mistake;
	unsigned line;
	bool ok = draw(file, story, trace, &machine, drawn);

	mistake = ok ? fake_trace_mistake(trace, text, &line) : NULL;
	if (mistake)
		ok = wrong(file, story->trace.from + line, "%s", mistake);
	if (ok) {
		fake_trace_record(trace, text, STORY_PAGES);
		fn(trace, arg);
	}
	fake_trace_free(trace);
	free(text);
	free(drawn);
	return ok;
}

char *story_run(struct story_file *file, const struct story *story)
{
	struct fake_trace *trace = fake_trace_new();
	struct story_machine machine = {0};
	char *drawn = join(file, story->machine), *text = join(file, story->trace), *answer = NULL;

	if (draw(file, story, trace, &machine, drawn))
		answer = tell(file, story, trace, &machine, text);
	fake_trace_free(trace);
	free(text);
	free(drawn);
	return answer;
}

void story_file_write(const struct story_file *file, char *const *answers, FILE *out)
{
	unsigned line = 0;

	for (unsigned i = 0; i < file->nr; i++) {
		const struct story *story = &file->stories[i];
		bool last = i + 1 == file->nr;
		unsigned end = !answers[i]	    ? story->end
			       : story->has_packets ? story->packets.from
			       : story->same_trace  ? story->machine.to
						    : story->trace.to;

		while (!story->has_packets && answers[i] && end > line && !file->lines[end - 1][0])
			end--;
		for (; line < end; line++)
			fprintf(out, "%s\n", file->lines[line]);
		if (answers[i])
			fprintf(out, "%s%s%s", story->has_packets ? "" : "\npackets\n", answers[i],
				last ? "" : "\n");
		line = story->end;
	}
}
