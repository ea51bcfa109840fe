// SPDX-License-Identifier: GPL-3.0-or-later
#include "command/redact.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"

#define MAX_V4 ((1u << 17) - 2)
#define MAX_NAMES 9999999u /* "task-" and seven digits are a comm */
#define MAX_OTHERS 0xffffffu

static const uint8_t sizes[PK_NR_PRIVATE] = {4, 16, 6, 16, 8};

/* The kernel's own: they say nothing of who uses it. A program that calls itself so keeps that name. */
static const char *const kernel_threads[] = {
	"swapper/",   "kworker/",  "ksoftirqd/",     "migration/", "cpuhp/",	    "rcu_",
	"rcub/",      "rcuc/",	   "rcuog/",	     "rcuop/",	   "rcuos/",	    "kthreadd",
	"kswapd",     "kcompactd", "khugepaged",     "kdevtmpfs",  "kauditd",	    "khungtaskd",
	"oom_reaper", "ksmd",	   "kblockd",	     "watchdog",   "idle_inject/",  "irq/",
	"irq_work/",  "napi/",	   "pool_workqueue", "<",	   "backlog_napi/", "pr/",
	"writeback",  "jbd2/",	   "scsi_eh_",	     "netns",	   "kintegrityd",
};

static bool is_kernel_thread(const char *name)
{
	return pk_any(PK_ARRAY_SIZE(kernel_threads), i,
		      !strncmp(name, kernel_threads[i], strlen(kernel_threads[i])));
}

static bool all(const uint8_t *bytes, size_t len, uint8_t value)
{
	while (len && *bytes == value)
		bytes++, len--;
	return !len;
}

/* 0/8, loopback, broadcast, the link's own groups. */
static bool says_nothing_v4(const uint8_t *v4)
{
	return !v4[0] || v4[0] == 127 || all(v4, 4, 255) || (v4[0] == 224 && !v4[1] && !v4[2]);
}

/* ::, ::1, and groups such as ff02::1; the groups that are made of an address do say something. */
static bool says_nothing_v6(const uint8_t *v6)
{
	return (all(v6, 15, 0) && v6[15] <= 1) || (v6[0] == 0xff && all(v6 + 2, 12, 0));
}

/* No address at all, or a group's, which is made of no device's (33:33: is). */
static bool says_nothing_mac(const uint8_t *mac)
{
	static const uint8_t bridge[5] = {1, 0x80, 0xc2, 0, 0};

	return all(mac, 6, 0) || all(mac, 6, 255) || !memcmp(mac, bridge, 5);
}

static uint64_t name_key(const char *name)
{
	return pk_hash_bytes(PK_HASH_BEGIN, name, strnlen(name, 15));
}

void pk_private_keep(struct pk_private_map *map, const char *name)
{
	map->failed |= !pk_hash_put(&map->kept, name_key(name), map);
}

bool pk_private_is_kept(const struct pk_private_map *map, const void *name, size_t len)
{
	size_t text = strnlen(name, len);

	return text < 16 && pk_hash_get(&map->kept, pk_hash_bytes(PK_HASH_BEGIN, name, text));
}

static bool says_nothing(const struct pk_private_map *map, enum pk_private kind,
			 const uint8_t *value)
{
	switch (kind) {
	case PK_PRIVATE_V4:
		return says_nothing_v4(value);
	case PK_PRIVATE_V6:
		return says_nothing_v6(value);
	case PK_PRIVATE_MAC:
		return says_nothing_mac(value);
	case PK_PRIVATE_TASK:
		return !value[0] || is_kernel_thread((const char *)value) ||
		       pk_hash_get(&map->kept, name_key((const char *)value));
	default:
		return false;
	}
}

static void make(enum pk_private kind, uint32_t number, uint8_t *to)
{
	uint8_t be[4] = {number >> 24, number >> 16, number >> 8, number};

	if (kind == PK_PRIVATE_V4)
		memcpy(to, (const uint8_t[]){198, 18 + be[1], be[2], be[3]}, 4);
	else if (kind == PK_PRIVATE_MAC)
		memcpy(to, (const uint8_t[]){2, 'p', 'k', be[1], be[2], be[3]}, 6);
	else if (kind == PK_PRIVATE_TASK)
		snprintf((char *)to, 16, "task-%u", number);
	else if (kind == PK_PRIVATE_V6) {
		memcpy(to, "\x20\x01\x0d\xb8", 4);
		memcpy(to + 12, be, 4);
	}
}

/* Number from 1 on; 0: it is not there. *RET_KEY: where it belongs. */
static uint32_t look_up(const struct pk_private_map *map, enum pk_private kind,
			const uint8_t *value, uint64_t *ret_key)
{
	uint64_t key = pk_hash_bytes(PK_HASH_BEGIN, value, sizes[kind]);
	uint32_t number;

	while ((number = (uint32_t)(uintptr_t)pk_hash_get(&map->index[kind], key)) &&
	       memcmp(map->list[kind][number - 1].from, value, sizes[kind]))
		key++;
	*ret_key = key;
	return number;
}

static uint32_t add(struct pk_private_map *map, enum pk_private kind, const uint8_t *value)
{
	uint32_t limit = kind == PK_PRIVATE_V4	   ? MAX_V4
			 : kind == PK_PRIVATE_TASK ? MAX_NAMES
						   : MAX_OTHERS;
	struct pk_private_entry entry = {0};
	uint64_t key;
	uint32_t number = look_up(map, kind, value, &key);

	if (number)
		return number;
	number = map->nr[kind] + 1;
	if (number > limit || !pk_grow(map->list[kind], map->nr[kind], map->room[kind]) ||
	    !pk_hash_put(&map->index[kind], key, (void *)(uintptr_t)number)) {
		map->failed = true;
		return 0;
	}
	memcpy(entry.from, value, sizes[kind]);
	make(kind, number, entry.to);
	map->list[kind][map->nr[kind]++] = entry;
	map->begins[kind][value[0] << 5 | value[1] >> 3] |= 1 << (value[1] & 7);
	return number;
}

uint32_t pk_private_add(struct pk_private_map *map, enum pk_private kind, const void *value)
{
	static const uint8_t mapped[12] = {[10] = 255, [11] = 255};
	const uint8_t *bytes = value;

	if (kind == PK_PRIVATE_V6 && !memcmp(bytes, mapped, sizeof(mapped))) {
		kind = PK_PRIVATE_V4;
		bytes += sizeof(mapped);
	}
	return says_nothing(map, kind, bytes) ? 0 : add(map, kind, bytes);
}

const uint8_t *pk_private_find(const struct pk_private_map *map, enum pk_private kind,
			       const void *value)
{
	uint64_t key;
	uint32_t number = look_up(map, kind, value, &key);

	return number ? map->list[kind][number - 1].to : NULL;
}

void pk_private_deinit(struct pk_private_map *map)
{
	pk_hash_deinit(&map->kept, NULL);
	for (int kind = 0; kind < PK_NR_PRIVATE; kind++) {
		free(map->list[kind]);
		pk_hash_deinit(&map->index[kind], NULL);
	}
}

void pk_private_comm(const void *name, size_t len, uint8_t comm[16])
{
	memset(comm, 0, 16);
	memcpy(comm, name, strnlen(name, len < 15 ? len : 15));
}
