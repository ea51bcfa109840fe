// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/sock.h"

#include "core/kit.h"

const char *pk_sock_queue_name(enum pk_sock_queue queue)
{
	static const char *const names[PK_NR_SOCK_QUEUES] = {
		[PK_QUEUE_RECEIVE] = "receive", [PK_QUEUE_WRITE] = "write",
		[PK_QUEUE_RTX] = "rtx",		[PK_QUEUE_OFO] = "ofo",
		[PK_QUEUE_BACKLOG] = "backlog", [PK_QUEUE_ERROR] = "error",
	};

	return queue < PK_NR_SOCK_QUEUES ? names[queue] : "unknown";
}
