/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_KDUMPFILE_MADE_NOTE_H
#define PK_TARGET_KDUMPFILE_MADE_NOTE_H

#include "target/kdumpfile/own_note.h"
#include "target/kdumpfile/vmlinux.h"

/**
 * What VMCOREINFO would say of an x86-64 kernel that keeps none, by its VMLINUX, which is not placed yet: wherever FRAMES have that
 * build's linux_banner, the image lies around it, and its variable phys_base says at which addresses it runs. Adds to
 * FOUND as pk_own_notes_find() does; each note's address is the banner's.
 */
void pk_made_notes_find(const struct pk_frames *frames, struct pk_vmlinux *vmlinux,
			struct pk_own_notes *found);

#endif
