// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kit.h"
#include "target/kdumpfile/own_note.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/bytes.h"

/*
 *   u32 namesz = 11   u32 descsz   u32 type = 0
 *   "VMCOREINFO\0" and one byte to the next multiple of 4
 *   "OSRELEASE=6.1.0-50-amd64\nBUILD-ID=...\n...", descsz bytes
 *
 * in the kernel's byte order. The page is zeroed before, so the note is as long as it says. Copies of
 * it lie in page cache and in buffers of whoever read it: their text is the same, but for CRASHTIME.
 * What an earlier kernel left has another (KERNELOFFSET). Which of them is this memory's kernel, the
 * caller proves.
 */
#define NAMESZ 11
#define HEADER 12 /* bytes of struct Elf64_Nhdr */
#define TEXT_AT (HEADER + 12)
#define MARK "VMCOREINFO\0\0OSRELEASE="
#define MARK_LEN (sizeof(MARK) - 1)
#define CRASHTIME "\nCRASHTIME="
#define MAX_TEXT 65536 /* bytes: VMCOREINFO_BYTES is a page */
#define TOLD_EVERY (16u << 20) /* bytes */

static bool is_text(const char *text, size_t len)
{
	size_t line = 0;

	for (size_t i = 0; i < len; i++, line++)
		if (text[i] == '\n')
			line = (size_t)-1;
		else if (!isprint((unsigned char)text[i]) || line >= PK_VMCOREINFO_LINE)
			return false;
	return len && text[len - 1] == '\n';
}

/* The note at PHYS: NULL if it is none, or damaged. */
static struct pk_own_note *note_at(const struct pk_frames *frames, uint64_t phys)
{
	uint8_t head[TEXT_AT];
	struct pk_own_note *note;
	bool big_endian;
	size_t len;

	if (!frames->read(frames->arg, phys, head, sizeof(head)))
		return NULL;
	big_endian = pk_bytes_uint(head, 4, true) == NAMESZ;
	len = pk_bytes_uint(head + 4, 4, big_endian);
	if (pk_bytes_uint(head, 4, big_endian) != NAMESZ ||
	    pk_bytes_uint(head + 8, 4, big_endian) || !len || len > MAX_TEXT)
		return NULL;
	note = malloc(sizeof(*note) + len);
	if (!note)
		return NULL;
	*note = (struct pk_own_note){(char *)(note + 1), len, phys, big_endian, 0};
	if (frames->read(frames->arg, phys + TEXT_AT, note->text, len) && is_text(note->text, len))
		return note;
	free(note);
	return NULL;
}

/* Its length without what a kernel adds at the end when it dies. */
static size_t lasting(const struct pk_own_note *note)
{
	const char *at = memmem(note->text, note->len, CRASHTIME, sizeof(CRASHTIME) - 1);

	return at ? (size_t)(at - note->text) + 1 : note->len;
}

bool pk_own_notes_add(const struct pk_frames *frames, struct pk_own_note *note,
		      struct pk_own_notes *found)
{
	bool known = !note;

	for (unsigned i = 0; i < found->nr && !known; i++) {
		const struct pk_own_note *a = found->notes[i];
		size_t len = lasting(a);

		known = len == lasting(note) && a->big_endian == note->big_endian &&
			!memcmp(a->text, note->text, len);
	}
	if (known || found->nr == PK_OWN_NOTES) {
		free(note);
		found->more |= !known; /* too many to tell any more */
		return found->more;
	}
	found->notes[found->nr++] = note;
	return frames->found(frames->arg, note);
}

static bool look_at_begin(void *arg, uint64_t page, uint64_t begin, struct pk_own_notes *found)
{
	const struct pk_frames *frames = arg;
	char bytes[HEADER + MARK_LEN];

	(void)begin;
	return frames->read(frames->arg, page, bytes, sizeof(bytes)) &&
	       !memcmp(bytes + HEADER, MARK, MARK_LEN) &&
	       pk_own_notes_add(frames, note_at(frames, page), found);
}

/* A mark may begin in the page before. */
static bool look_anywhere(void *arg, uint64_t page, uint64_t begin, struct pk_own_notes *found)
{
	const struct pk_frames *frames = arg;
	char bytes[MARK_LEN - 1 + PK_FRAME], *at = bytes, *end = bytes + sizeof(bytes);
	size_t before = page - begin < MARK_LEN - 1 ? 0 : MARK_LEN - 1;

	if (!frames->read(frames->arg, page - before, bytes, before + PK_FRAME))
		return false;
	end = bytes + before + PK_FRAME;
	while ((at = memmem(at, (size_t)(end - at), MARK, MARK_LEN))) {
		uint64_t phys = page - before + (uint64_t)(at++ - bytes);

		if (phys % 4 == 0 && phys - begin >= HEADER &&
		    pk_own_notes_add(frames, note_at(frames, phys - HEADER), found))
			return true;
	}
	return false;
}

void pk_frames_each(const struct pk_frames *frames, pk_frame_fn fn, void *arg,
		    struct pk_own_notes *found)
{
	uint64_t from = 0, end, done = 0;

	for (; done < frames->most && frames->run(frames->arg, &from, &end); from = end) {
		uint64_t begin = from;

		for (; done < frames->most && from < end && end - from >= PK_FRAME;
		     from += PK_FRAME, done += PK_FRAME) {
			if (fn(arg, from, begin, found))
				return;
			if (done % TOLD_EVERY == 0)
				frames->progress(frames->arg, done);
		}
		if (end <= begin)
			return;
	}
}

void pk_own_notes_find(const struct pk_frames *frames, bool anywhere, struct pk_own_notes *found)
{
	pk_frames_each(frames, anywhere ? look_anywhere : look_at_begin, (void *)frames, found);
}

void pk_own_notes_deinit(struct pk_own_notes *found)
{
	while (found->nr)
		free(found->notes[--found->nr]);
}
