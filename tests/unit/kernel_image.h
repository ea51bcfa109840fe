/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KERNEL_IMAGE_H
#define KERNEL_IMAGE_H

#include "fake_target.h"
#include "kernel_types.h"

/**
 * A dead machine drawn as text: types (see kernel_types.h) and what its memory holds. tests/images/README.md
 * says the language. Everything lies in one arena of the direct map; functions in text of their own.
 *
 * A mistake in the text aborts with its line.
 */
struct kernel_image {
	struct fake_target fake; /* first; fake.target is what decoders get */
	struct pk_target_ops ops;
	const struct kernel_machine *machine;
	struct kernel_types *types;
	uint8_t entry[32]; /* what functions begin with, and the offset where ftrace patches */
	size_t entry_len;
	uint64_t site;
	uint64_t next_data, next_percpu, next_text, next_module;
	struct kernel_object *objects; /* owned */
	size_t nr_objects;
};

/** Build the machine of FOLDER: its file `memory`, and what that names. */
void kernel_image_init(struct kernel_image *image, const char *folder);
void kernel_image_deinit(struct kernel_image *image);

/** TEST for each file or folder that the glob PATTERN finds, with its path as state. Returns main()'s status: 1 if there is none. */
int run_images(const char *group, const char *pattern, void (*test)(void **state));

#endif
