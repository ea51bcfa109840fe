/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_COMMAND_REDACT_MAP_H
#define PK_COMMAND_REDACT_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/hash.h"

/**
 * What stands for what in a redacted dump: for each value that was met one substitute of the same kind and length, in
 * order of discovery. The same dump gives the same substitutes each time.
 */
enum pk_private {
	PK_PRIVATE_V4, /* 4 bytes, network order: 198.18.0.0/15 (RFC 2544) */
	PK_PRIVATE_V6, /* 16: 2001:db8::/32 (RFC 3849) */
	PK_PRIVATE_MAC, /* 6: locally administered */
	PK_PRIVATE_TASK, /* 16, NULs behind the name: task-1 */
	PK_PRIVATE_PATH, /* 8: a hash of the path of a Unix socket */
	PK_NR_PRIVATE
};

struct pk_private_entry {
	uint8_t from[16], to[16];
};

struct pk_private_map {
	struct pk_private_entry *list[PK_NR_PRIVATE]; /* owned */
	uint32_t nr[PK_NR_PRIVATE], room[PK_NR_PRIVATE];
	struct pk_hash index[PK_NR_PRIVATE]; /* number + 1 by hash */
	uint8_t begins[PK_NR_PRIVATE][65536 / 8]; /* some value begins with these two bytes */
	struct pk_hash kept; /* names that stay: by hash */
	bool failed; /* out of memory, or of substitutes */
};

void pk_private_deinit(struct pk_private_map *map);
/** VALUE is one that nobody else may see; what says nothing of a machine (loopback, broadcast, names of kernel threads)
 *  is not taken. An IPv6 address that is an IPv4 one goes to those. Number of its substitute from 1 on, 0: none. */
uint32_t pk_private_add(struct pk_private_map *map, enum pk_private kind, const void *value);
/** A device or module has this name: a task that is called so is the kernel's, or says no more than they do. */
void pk_private_keep(struct pk_private_map *map, const char *name);
/** It was said so of the LEN bytes of text at NAME, or they are fewer and end in a NUL. */
bool pk_private_is_kept(const struct pk_private_map *map, const void *name, size_t len);
/** The substitute of VALUE; NULL: it has none. Valid until the next one is added. */
const uint8_t *pk_private_find(const struct pk_private_map *map, enum pk_private kind,
			       const void *value);
static inline bool pk_private_may_begin(const struct pk_private_map *map, enum pk_private kind,
					const uint8_t *bytes)
{
	return map->begins[kind][bytes[0] << 5 | bytes[1] >> 3] >> (bytes[1] & 7) & 1;
}
/** As a comm: at most 15 bytes of NAME, then NULs. */
void pk_private_comm(const void *name, size_t len, uint8_t ret_comm[16]);

#endif
