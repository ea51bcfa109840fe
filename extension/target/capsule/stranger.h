/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_CAPSULE_STRANGER_H
#define PK_TARGET_CAPSULE_STRANGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PK_STRANGER_HEAD                                                                           \
	512 /* bytes of a file that tell what it is: tar's mark is the last, at 257 */

/** A file begins with the LEN bytes at HEAD, and is no capsule: store in WHAT (SIZE bytes) what it is and what to do with it.
 *  PATH names it in a command to type; NULL: it has no name. False: its kind is not known. */
bool pk_stranger(const uint8_t *head, size_t len, const char *path, char *what, size_t size);

#endif
