/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_DROP_COUNTER_H
#define PK_MODEL_DROP_COUNTER_H

#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

/** Since when a counter counts: since the machine booted, or since what it belongs to was made. */
enum pk_counts_since {
	PK_SINCE_BOOT,
	PK_SINCE_NETNS,
	PK_SINCE_DEVICE,
	PK_SINCE_QDISC,
	PK_SINCE_SOCKET,
	PK_SINCE_STATE,
	PK_SINCE_QUEUE,
	PK_NR_SINCE
};

const char *pk_counts_since_name(enum pk_counts_since since); /* "boot", "qdisc" */

/** A counter of the kernel's that counts dropped packets, and is not 0. */
struct pk_drop_counter {
	const char *source; /* "softnet", "qdisc", "device", ...; static */
	char object[112]; /* that it belongs to: "CPU 1", "eth0"; may contain any bytes */
	char name[64]; /* the kernel's; may contain any bytes */
	const char *meaning; /* in words; static */
	uint64_t value;
	uint32_t netns; /* 0: the machine's, or unknown */
	enum pk_counts_since since;
};

/** Counters that could not be read. */
struct pk_drops_unknown {
	const char *what; /* static */
	enum pk_status why;
	uint32_t nr;
};

struct pk_drop_counters {
	struct pk_drop_counter *list; /* owned; in the order in which packets pass these places */
	size_t nr, room;
	struct pk_drops_unknown *unknown; /* owned */
	size_t nr_unknown, room_unknown;
};

#endif
