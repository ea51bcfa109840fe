/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STORY_H
#define STORY_H

#include <stdbool.h>
#include <stdio.h>

/**
 * Files of stories: traces, and the packets that the engine makes of them (tests/stories/README.md).
 *
 *	What it shows, in a sentence.
 *
 *	== a title                if there are several in the file; a sentence may follow
 *	machine                   what memory has, story_machine.h; may be left out
 *	...
 *	trace                     what happened, fake_trace.h; left out, behind a machine: as in the story before
 *	...
 *	packets                   the answer, story_answer.h
 *	...
 */
struct story_lines {
	unsigned from, to; /* indexes of lines; equal: there are none */
};

struct story {
	const char *title; /* borrowed of the file's text; "" if it has none */
	struct story_lines machine, trace, packets;
	bool has_packets, same_trace; /* SAME_TRACE: TRACE is of the story before */
	unsigned end; /* index of the line behind it */
};

#define STORY_MAX_LINES 4000
#define STORY_MAX_STORIES 100

struct story_file {
	char *text; /* owned */
	char *lines[STORY_MAX_LINES];
	unsigned nr_lines;
	struct story stories[STORY_MAX_STORIES];
	unsigned nr;
	/* what is wrong, and the number of the line, from 1 */
	char mistake[512];
	unsigned mistaken;
};

/** False: what is wrong stands in FILE. To be freed in either case. */
bool story_file_read(const char *path, struct story_file *file);
void story_file_free(struct story_file *file);
/** What the engine makes of STORY; owned by the caller. NULL: what is wrong stands in FILE. */
char *story_run(struct story_file *file, const struct story *story);
struct fake_trace;
/** Record STORY into ring buffers, and call FN with them, for pk_packets_last() and the like. False: what is wrong stands in
 *  FILE. */
bool story_record(struct story_file *file, const struct story *story,
		  void (*fn)(struct fake_trace *trace, void *arg), void *arg);
/** The packets that STORY expects; owned by the caller. */
char *story_expected(const struct story_file *file, const struct story *story);
/** Write FILE with ANSWERS (a NULL: as it is) in the place of what it expected. */
void story_file_write(const struct story_file *file, char *const *answers, FILE *out);

#endif
