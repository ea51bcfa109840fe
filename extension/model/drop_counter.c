// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/drop_counter.h"

const char *pk_counts_since_name(enum pk_counts_since since)
{
	static const char *const names[PK_NR_SINCE] = {
		[PK_SINCE_BOOT] = "boot",     [PK_SINCE_NETNS] = "namespace",
		[PK_SINCE_DEVICE] = "device", [PK_SINCE_QDISC] = "qdisc",
		[PK_SINCE_SOCKET] = "socket", [PK_SINCE_STATE] = "state",
		[PK_SINCE_QUEUE] = "queue",
	};

	return names[since];
}
