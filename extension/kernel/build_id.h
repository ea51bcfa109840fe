/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_KERNEL_BUILD_ID_H
#define PK_KERNEL_BUILD_ID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Put the build ID of ELF file PATH, or of LEN bytes of ELF notes, into TEXT as hexadecimal. TEXT
 *  is unchanged if there is none. */
void pk_build_id_of_file(const char *path, char *text, size_t size);
bool pk_build_id_of_notes(const uint8_t *notes, uint64_t len, char *text, size_t size);
void pk_build_id_put(char *text, size_t size, const uint8_t *id, size_t len);

#endif
