/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_KDUMPFILE_OWN_NOTE_H
#define PK_TARGET_KDUMPFILE_OWN_NOTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "target/kdumpfile/vmlinux.h"

/**
 * VMCOREINFO where the kernel keeps it ready for kdump: an ELF note in its own memory, at the begin of a page since 4.13
 * ("kexec: move vmcoreinfo out of the kernel's .bss section"; before, anywhere there). A dump that a hypervisor took has it there
 * even if it has no such note of its own.
 */
struct pk_own_note {
	char *text; /* LEN bytes: lines, each with its newline; no other control characters */
	size_t len;
	uint64_t phys; /* of the note's header */
	bool big_endian; /* the kernel's byte order */
	int weight; /* the caller's */
};

#define PK_VMCOREINFO_LINE 512 /* bytes, at most: libkdumpfile keeps each line on its stack */
#define PK_OWN_NOTES 32 /* that differ in more than CRASHTIME: more are nobody's kernels */

/** A dump's physical memory. */
struct pk_frames {
	/** The next memory that the dump has, at or behind *FROM: sets both. False: there is none. */
	bool (*run)(void *arg, uint64_t *from, uint64_t *end);
	bool (*read)(void *arg, uint64_t phys, void *buf, size_t len);
	/** Told each note, once for each text that differs in more than CRASHTIME. True: no other is wanted. */
	bool (*found)(void *arg, struct pk_own_note *note);
	/** Told now and then how many bytes were searched. */
	void (*progress)(void *arg, uint64_t done);
	uint64_t most; /* bytes: the file cannot hold more, whatever its headers say */
	void *arg;
};

struct pk_own_notes {
	struct pk_own_note *notes[PK_OWN_NOTES];
	unsigned nr;
	bool more; /* than that */
};

/** Adds what FRAMES have to FOUND, in the order of addresses: at the begin of pages of 4 KiB, or else, if ANYWHERE, at any multiple of 4 bytes. */
void pk_own_notes_find(const struct pk_frames *frames, bool anywhere, struct pk_own_notes *found);
/** Take NOTE (NULL is fine), unless its text is known. True: the search is over. */
bool pk_own_notes_add(const struct pk_frames *frames, struct pk_own_note *note,
		      struct pk_own_notes *found);

/** Looks at the page of memory at PAGE, in a run that begins at BEGIN. True: the search is over. */
typedef bool (*pk_frame_fn)(void *arg, uint64_t page, uint64_t begin, struct pk_own_notes *found);
#define PK_FRAME 4096u /* bytes: the smallest page of all architectures */
void pk_frames_each(const struct pk_frames *frames, pk_frame_fn fn, void *arg,
		    struct pk_own_notes *found);
void pk_own_notes_deinit(struct pk_own_notes *found);

/**
 * What VMCOREINFO would say of an x86-64 kernel that keeps none, by its VMLINUX, which is not placed yet: wherever FRAMES have that
 * build's linux_banner, the image lies around it, and its variable phys_base says at which addresses it runs. Adds to
 * FOUND as pk_own_notes_find() does; each note's address is the banner's.
 */
void pk_made_notes_find(const struct pk_frames *frames, struct pk_vmlinux *vmlinux,
			struct pk_own_notes *found);

#endif
