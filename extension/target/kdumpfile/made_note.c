// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/kdumpfile/own_note.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arch/arch.h"
#include "core/bytes.h"

#define MAX_BANNER 512
#define MIN_BANNER 32 /* bytes: a real one has the builder's name and the date, too */
#define BANNER "Linux version "
#define IMAGE_ALIGN (2ull << 20) /* KASLR moves an image of x86-64 by multiples of it */
#define MAX_NOTE 1024

struct image {
	const struct pk_frames *frames;
	struct pk_vmlinux *vmlinux;
	uint64_t banner; /* its address in the file */
	char text[MAX_BANNER];
	size_t len; /* of it */
	uint64_t phys; /* where it was found */
	uint64_t moved; /* addresses of the running kernel are so much larger than the file's */
};

/* The SIZE bytes of the variable NAME, in the image around the banner. */
static bool variable(const struct image *image, const char *name, size_t size, uint64_t *ret_value)
{
	struct pk_symbol symbol;
	uint8_t bytes[8];

	if (!pk_vmlinux_symbol(image->vmlinux, name, &symbol) ||
	    !image->frames->read(image->frames->arg, image->phys + (symbol.addr - image->banner),
				 bytes, size))
		return false;
	*ret_value = pk_bytes_uint(bytes, size, false);
	return true;
}

/* An address a is at physical address a - text_map + phys_base. */
static bool place(struct image *image, uint64_t *ret_phys_base)
{
	const struct pk_arch *arch = &pk_arch_x86_64;

	if (!variable(image, "phys_base", 8, ret_phys_base))
		return false;
	image->moved = image->phys - *ret_phys_base + arch->text_map - image->banner;
	return image->moved % IMAGE_ALIGN == 0 && image->moved < arch->text_map_size;
}

static size_t add_symbol(const struct image *image, const char *name, char *text, size_t size)
{
	struct pk_symbol symbol;

	return pk_vmlinux_symbol(image->vmlinux, name, &symbol)
		       ? (size_t)snprintf(text, size, "SYMBOL(%s)=%llx\n", name,
					  (unsigned long long)(symbol.addr + image->moved))
		       : 0;
}

static struct pk_own_note *make(struct image *image)
{
	static const char *const symbols[] = {"init_uts_ns", "_stext", "swapper_pg_dir",
					      "init_top_pgt", "init_level4_pgt"};
	struct pk_own_note *note = malloc(sizeof(*note) + MAX_NOTE);
	uint64_t phys_base, levels = 0, sme = 0;
	const char *release = image->text + sizeof(BANNER) - 1;
	char *text = (char *)(note + 1);
	size_t at;

	if (!note || !place(image, &phys_base)) {
		free(note);
		return NULL;
	}
	variable(image, "__pgtable_l5_enabled", 4, &levels);
	variable(image, "sme_me_mask", 8, &sme);
	at = (size_t)snprintf(
		text, MAX_NOTE,
		"OSRELEASE=%.*s\nPAGESIZE=4096\nNUMBER(phys_base)=%llu\n"
		"NUMBER(pgtable_l5_enabled)=%u\nNUMBER(sme_mask)=%llu\nKERNELOFFSET=%llx\n",
		(int)strcspn(release, " "), release, (unsigned long long)phys_base, levels != 0,
		(unsigned long long)sme, (unsigned long long)image->moved);
	for (size_t i = 0; i < sizeof(symbols) / sizeof(*symbols) && at < MAX_NOTE; i++)
		at += add_symbol(image, symbols[i], text + at, MAX_NOTE - at);
	if (at >= MAX_NOTE) {
		free(note);
		return NULL;
	}
	*note = (struct pk_own_note){text, at, image->phys, false, 0};
	return note;
}

static bool find_banner(struct image *image)
{
	struct pk_symbol symbol;

	if (!pk_vmlinux_symbol(image->vmlinux, "linux_banner", &symbol))
		return false;
	image->banner = symbol.addr;
	/* A shorter one stands at the end of .rodata, so less may be there. */
	for (image->len = MAX_BANNER; image->len > MIN_BANNER; image->len /= 2)
		if (pk_vmlinux_bytes(image->vmlinux, image->banner, image->text, image->len))
			break;
	image->len = strnlen(image->text, image->len);
	return image->len > MIN_BANNER && image->len < MAX_BANNER &&
	       !strncmp(image->text, BANNER, sizeof(BANNER) - 1);
}

/* The image's pages are pages of memory, so the banner's place in its page is the file's. */
static bool look(void *arg, uint64_t page, uint64_t begin, struct pk_own_notes *found)
{
	struct image *image = arg;
	char bytes[MAX_BANNER];

	(void)begin;
	image->phys = page + image->banner % PK_FRAME;
	return image->frames->read(image->frames->arg, image->phys, bytes, image->len) &&
	       !memcmp(bytes, image->text, image->len) &&
	       pk_own_notes_add(image->frames, make(image), found);
}

void pk_made_notes_find(const struct pk_frames *frames, struct pk_vmlinux *vmlinux,
			struct pk_own_notes *found)
{
	struct image image = {.frames = frames, .vmlinux = vmlinux};

	if (find_banner(&image))
		pk_frames_each(frames, look, &image, found);
}
