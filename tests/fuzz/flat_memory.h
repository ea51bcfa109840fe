/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FLAT_MEMORY_H
#define FLAT_MEMORY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "core/status.h"

#define ORIGIN 0xffffffff81000000ull

/** A target's memory from ORIGIN on: the fuzzer's input. */
struct flat_memory {
	const uint8_t *bytes;
	size_t len;
};

/** ARG is a struct flat_memory. */
static inline enum pk_status flat_read(void *arg, uint64_t addr, void *buf, size_t len)
{
	const struct flat_memory *memory = arg;

	if (addr < ORIGIN || addr - ORIGIN > memory->len || len > memory->len - (addr - ORIGIN))
		return PK_UNREADABLE;
	memcpy(buf, memory->bytes + (addr - ORIGIN), len);
	return PK_OK;
}

#endif
