/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_CORE_BYTES_H
#define PK_CORE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
/** Unsigned integer of SIZE bytes (1 to 8) at BUF, which need not be aligned. */
/** Integer of SIZE bytes (1 to 8) at BUF. */
static inline uint64_t pk_bytes_uint(const void *buf, size_t size, bool big_endian)
{
	const uint8_t *bytes = buf;
	uint64_t value = 0;

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	uint16_t two;
	uint32_t four;

	if (!big_endian) { /* a load each: every field of every event comes through here */
		switch (size) {
		case 8:
			memcpy(&value, bytes, 8);
			return value;
		case 4:
			memcpy(&four, bytes, 4);
			return four;
		case 2:
			memcpy(&two, bytes, 2);
			return two;
		case 1:
			return *bytes;
		}
	}
#endif
	for (size_t i = 0; i < size; i++)
		value = value << 8 | bytes[big_endian ? i : size - 1 - i];
	return value;
}

#endif
