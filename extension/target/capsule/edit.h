/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_CAPSULE_EDIT_H
#define PK_TARGET_CAPSULE_EDIT_H

#include <stddef.h>
#include <stdint.h>

#include "core/target.h"

/* Edits an open capsule in place, before others ask it. */

typedef void (*pk_capsule_edit_fn)(uint64_t addr, uint8_t *bytes, size_t len, void *arg);

/** Every recorded stretch of memory within LEN bytes from ADDR on, in address order. FN may change
 *  the bytes. */
void pk_capsule_edit(struct pk_target *capsule, uint64_t addr, uint64_t len, pk_capsule_edit_fn fn,
		     void *arg);
/** Recorded memory, to be changed in place. NULL: not all of it is recorded in one range. */
uint8_t *pk_capsule_bytes(struct pk_target *capsule, uint64_t addr, size_t len);
/** Every general register of every CPU: eight bytes, little-endian on every machine. */
void pk_capsule_edit_registers(struct pk_target *capsule, void (*fn)(uint8_t *word, void *arg),
			       void *arg);

#endif
