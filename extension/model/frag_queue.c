// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/skb.h"

#include <stdio.h>

static int hole_text(const struct pk_hole *hole, char *buf, size_t size)
{
	return hole->to ? snprintf(buf, size, "%u-%u", hole->from, hole->to - 1)
			: snprintf(buf, size, "%u and on", hole->from);
}

/* of the longest hole, and of ", ... (4294967295 holes)" behind it */
#define ROOM 48

const char *pk_holes_text(const struct pk_frag_queue *queue, char *buf, unsigned size)
{
	size_t len = (size_t)snprintf(buf, size, "%s", queue->holes_known ? "bytes" : "fragments");

	for (uint32_t i = 0; queue->holes_known && i < queue->nr_holes; i++) {
		len += (size_t)snprintf(buf + len, size - len, i ? ", " : " ");
		if (i == PK_MAX_HOLES || len + ROOM > size) {
			snprintf(buf + len, size - len, "... (%u holes)", queue->nr_holes);
			break;
		}
		len += (size_t)hole_text(&queue->holes[i], buf + len, size - len);
	}
	return buf;
}
